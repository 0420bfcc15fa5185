import { cleanName, portableName } from './clean-name.js';

describe('cleanName', () => {
  it.each([
    ['../.htaccess', '/.htaccess'],
    ['--help', 'help'],
    ['scan.bat. . .', 'scan.bat'],
    ['result.lnk\u200b', 'result.lnk'],
    ['result.ln\u200dk\u200c', 'result.lnk'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['family 👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'family 👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['می‌خواهم', 'می‌خواهم'],
    ['a\tb\u2028c', 'abc'],
    ['nul', '_nul'],
    ['LPT1.txt', '_LPT1.txt'],
    ['console.pdf', 'console.pdf'],
    ['a.pdf:b.exe', 'a.pdf_b.exe'],
    ['\u200d\u200b. .', ''],
  ])('the file name %j is cleaned to %j', (given, expected) => {
    expect(cleanName(given)).toBe(expected);
  });
});

describe('portableName', () => {
  it.each([
    ['P-1', 'P-1'],
    ['../P:2', '_P_2'],
    ['a<b>|"c"?*.csv', 'a_b___c___.csv'],
    ['COM1', '_COM1'],
    ['...', '_'],
  ])('the portable form of the name %j is %j', (given, expected) => {
    expect(portableName(given)).toBe(expected);
  });
});

describe('a very long name', () => {
  const spread = [' ', '.', 'a', '-', '\u200d', ' .', 'a ', '👨‍👩‍👧', '\u0301'];

  it.each(spread)('the time to clean a name made of %j does not grow with its length', (unit) => {
    const cost = (length: number) => {
      const name = `a${unit.repeat(length / unit.length)}b.pdf`;
      cleanName(name);
      const before = process.cpuUsage();
      for (let round = 0; round < 20; round += 1) cleanName(name);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    // Only the last 1,024 characters are read, so the ratio is about 1. Linear work would give 4, quadratic
    // work 16.
    expect(cost(80_000) / Math.max(cost(20_000), 2_000)).toBeLessThan(6);
  });
});
