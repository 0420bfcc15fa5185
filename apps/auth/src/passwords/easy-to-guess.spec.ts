import { isEasyToGuess } from './easy-to-guess.js';

const common = new Set(['password', 'sunshine', 'iloveyou', 'letmein']);

describe('the check for passwords that are easy to guess', () => {
  it.each([
    ['a common password', 'sunshine'],
    ['a common password in capitals', 'SunShine'],
    ['a common password followed by digits and signs', 'Sunshine2026!'],
    ['a common password preceded by signs', '!!password'],
    ['a common password with look-alike characters', 'P@ssw0rd'],
    ['a common password with look-alikes and digits', 'P@ssw0rd1234'],
    ['a common password written twice', 'passwordpassword'],
    ['a common password written twice with a year', 'letmeinletmein26'],
    ['a run of digits', '123456789012'],
    ['a run of neighbouring keys', 'qwertyuiopas'],
    ['a run of neighbouring keys backwards', 'mnbvcxzlkjhg'],
    ['one repeated character', 'aaaaaaaaaaaa'],
    ['three repeated characters', 'abcabcabcabc'],
  ])('the password check refuses %s: %s', (_what, password) => {
    expect(isEasyToGuess(password, common)).toBe(true);
  });

  it.each([
    'seven grey herons',
    'sunshine over Lindau',
    'Ana-keeps-bees-1',
    'kT9vwq2LmZ4x',
    'love8492034857203',
  ])('the password check accepts %s', (password) => {
    expect(isEasyToGuess(password, common)).toBe(false);
  });
});
