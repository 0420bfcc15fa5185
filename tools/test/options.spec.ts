import { readOptions } from './options.ts';

const packages = ['token', 'document'];

describe('the arguments of npm test', () => {
  it('the arguments name packages and other parts; without any, everything runs', () => {
    expect(readOptions([], packages)).toEqual({ parts: [], fresh: false });
    expect(readOptions(['token', 'browser'], packages)).toEqual({
      parts: ['token', 'browser'],
      fresh: false,
    });
  });

  it('the arguments can select spec files, and run unchanged packages', () => {
    expect(readOptions(['token', '--only', 'claims', '--fresh'], packages)).toEqual({
      parts: ['token'],
      only: 'claims',
      fresh: true,
    });
  });

  it('spec files can be selected only for a named part', () => {
    expect(() => readOptions(['--only', 'claims'], packages)).toThrow('--only needs the part');
  });

  it.each([['tokens'], ['--only'], ['--force']])('unknown arguments are an error: %s', (argument) => {
    expect(() => readOptions([argument], packages)).toThrow(`npm test: unknown argument ${argument}. Usage`);
  });
});
