import { randomBytes } from 'node:crypto';
import { findUnchangedRun } from './unchanged-run.js';

const joined = (stripped: Buffer, received: Buffer): Buffer => {
  const { at, from, length } = findUnchangedRun(stripped, received);
  const rest = Buffer.concat([stripped.subarray(0, at), stripped.subarray(at + length)]);
  return Buffer.concat([rest.subarray(0, at), received.subarray(from, from + length), rest.subarray(at)]);
};

describe('the unchanged run of a stripped file', () => {
  const picture = randomBytes(100_000);

  it.each<[string, Buffer, Buffer, number]>([
    ['removed bytes at the start', picture.subarray(5_000), picture, 95_000],
    ['removed bytes at the end', picture.subarray(0, 90_001), picture, 90_001],
    [
      'a rewritten start and a removed end',
      Buffer.concat([Buffer.from('head'), picture.subarray(999, 70_000)]),
      picture,
      69_001,
    ],
    ['nothing removed', picture, picture, 100_000],
    ['few bytes', Buffer.from('bcd'), Buffer.from('abcde'), 3],
    ['no bytes in common', randomBytes(50_000), picture, 0],
  ])('a file with %s is completed from the received file', (_what, stripped, received, length) => {
    expect(findUnchangedRun(stripped, received).length).toBe(length);
    expect(joined(stripped, received).equals(stripped)).toBe(true);
  });

  it('a file that repeats itself is completed from the received file', () => {
    const stripped = Buffer.concat([Buffer.alloc(40_000, 7), picture.subarray(0, 10)]);
    const received = Buffer.concat([Buffer.alloc(60_000, 7), picture.subarray(0, 50)]);
    expect(joined(stripped, received).equals(stripped)).toBe(true);
  });
});
