import { isEasyToGuess } from './easy-to-guess.js';

const common = new Set(['password', 'sunshine', 'iloveyou', 'letmein']);

describe('isEasyToGuess', () => {
  it.each([
    ['a common password', 'sunshine'],
    ['one in capitals', 'SunShine'],
    ['one with digits and signs behind it', 'Sunshine2026!'],
    ['one with signs before it', '!!password'],
    ['one with look-alike characters', 'P@ssw0rd'],
    ['one with look-alikes and digits', 'P@ssw0rd1234'],
    ['one written twice', 'passwordpassword'],
    ['one written twice with a year', 'letmeinletmein26'],
    ['a run of digits', '123456789012'],
    ['a run of keys', 'qwertyuiopas'],
    ['a run backwards', 'mnbvcxzlkjhg'],
    ['one character over and over', 'aaaaaaaaaaaa'],
    ['three characters over and over', 'abcabcabcabc'],
  ])('refuses %s: %s', (_what, password) => {
    expect(isEasyToGuess(password, common)).toBe(true);
  });

  it.each([
    'seven grey herons',
    'sunshine over Lindau',
    'Ana-keeps-bees-1',
    'kT9vwq2LmZ4x',
    'love8492034857203',
  ])('takes %s', (password) => {
    expect(isEasyToGuess(password, common)).toBe(false);
  });
});
