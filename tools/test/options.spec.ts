import { readOptions } from './options.ts';

const packages = ['token', 'document'];

describe('the arguments of npm test', () => {
  it('name packages and other parts; without any, everything runs', () => {
    expect(readOptions([], packages)).toEqual({ parts: [], fresh: false });
    expect(readOptions(['token', 'browser'], packages)).toEqual({
      parts: ['token', 'browser'],
      fresh: false,
    });
  });

  it('select spec files, and run what has not changed', () => {
    expect(readOptions(['token', '--only', 'claims', '--fresh'], packages)).toEqual({
      parts: ['token'],
      only: 'claims',
      fresh: true,
    });
  });

  it('name a part when they select spec files', () => {
    expect(() => readOptions(['--only', 'claims'], packages)).toThrow('--only needs the part');
  });

  it.each([['tokens'], ['--only'], ['--force']])('that are not known are an error: %s', (argument) => {
    expect(() => readOptions([argument], packages)).toThrow(`npm test does not know ${argument}. Usage`);
  });
});
