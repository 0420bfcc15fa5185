import { readOptions } from './options.ts';

const packages = ['token', 'document'];

describe('the arguments of npm test', () => {
  it('the arguments name packages and other parts; without any, everything runs', () => {
    expect(readOptions([], packages)).toEqual({ parts: [], fresh: false, screenshots: false });
    expect(readOptions(['token', 'browser'], packages)).toEqual({
      parts: ['token', 'browser'],
      fresh: false,
      screenshots: false,
    });
  });

  it('the arguments can select spec files, run unchanged packages, and ask for screenshots', () => {
    expect(readOptions(['token', '--only', 'claims', '--fresh', '--screenshots'], packages)).toEqual({
      parts: ['token'],
      only: 'claims',
      fresh: true,
      screenshots: true,
    });
  });

  it('spec files can be selected only for a named part', () => {
    expect(() => readOptions(['--only', 'claims'], packages)).toThrow('--only needs the part');
  });

  it.each([['tokens'], ['--only'], ['--force']])('unknown arguments are an error: %s', (argument) => {
    expect(() => readOptions([argument], packages)).toThrow(`npm test: unknown argument ${argument}. Usage`);
  });
});
