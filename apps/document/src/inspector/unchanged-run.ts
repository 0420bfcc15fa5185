/** Bytes of a stripped file, from `at` on, that equal those of the received file from `from` on. */
export interface UnchangedRun {
  at: number;
  from: number;
  length: number;
}

const PROBE = 64;
const BLOCK = 16 * 1024;

/**
 * Finds a long run of bytes that stripping has only moved: nearly always the picture data. Looks for bytes from the
 * middle of `stripped` in `received`, and extends the match in both directions. Empty when they are not found.
 */
export function findUnchangedRun(stripped: Buffer, received: Buffer): UnchangedRun {
  const middle = Math.max(0, (stripped.length - PROBE) >> 1);
  const found = received.indexOf(stripped.subarray(middle, middle + PROBE), middle);
  if (found === -1) return { at: 0, from: 0, length: 0 };
  const after = equalBytes(stripped.subarray(middle), received.subarray(found));
  const before = equalBytesBefore(stripped.subarray(0, middle), received.subarray(0, found));
  return { at: middle - before, from: found - before, length: before + after };
}

/** How many bytes at the start of both are equal. */
function equalBytes(one: Buffer, other: Buffer): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && areEqual(one, at, other, at, Math.min(BLOCK, most - at))) at += BLOCK;
  while (at < most && one[at] === other[at]) at += 1;
  return Math.min(at, most);
}

/** How many bytes at the end of both are equal. */
function equalBytesBefore(one: Buffer, other: Buffer): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count + BLOCK <= most && endsEqual(one, other, count, BLOCK)) count += BLOCK;
  while (count < most && one[one.length - count - 1] === other[other.length - count - 1]) count += 1;
  return count;
}

const endsEqual = (one: Buffer, other: Buffer, skip: number, length: number): boolean =>
  areEqual(one, one.length - skip - length, other, other.length - skip - length, length);

const areEqual = (one: Buffer, from: number, other: Buffer, otherFrom: number, length: number): boolean =>
  one.compare(other, otherFrom, otherFrom + length, from, from + length) === 0;
