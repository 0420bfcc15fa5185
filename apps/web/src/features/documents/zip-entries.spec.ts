import { expect, it } from '@jest/globals';
import { zipEntries } from './zip-entries.js';

/** The central directory of a zip of empty entries with these names, as archivers write it. */
function zipOf(names: string[], comment = ''): Blob {
  const encoder = new TextEncoder();
  const entries = names.map((name) => {
    const bytes = encoder.encode(name);
    const entry = new Uint8Array(46 + bytes.length);
    const view = new DataView(entry.buffer);
    view.setUint32(0, 0x02014b50, true);
    view.setUint16(28, bytes.length, true);
    entry.set(bytes, 46);
    return entry;
  });
  const size = entries.reduce((sum, entry) => sum + entry.length, 0);
  const end = new Uint8Array(22 + comment.length);
  const view = new DataView(end.buffer);
  view.setUint32(0, 0x06054b50, true);
  view.setUint32(12, size, true);
  view.setUint32(16, 3, true);
  end.set(encoder.encode(comment), 22);
  return new Blob([new Uint8Array(3), ...entries, end]);
}

it('file names are read from a zip, including names that are not ASCII', async () => {
  const names = ['a.pdf', 'Röntgen 🦷.jpg', 'MISSING.txt'];
  expect(await zipEntries(zipOf(names))).toEqual(names);
});

it('the directory of a zip is found before a comment', async () => {
  expect(await zipEntries(zipOf(['a.pdf'], 'made by Caredrop'))).toEqual(['a.pdf']);
});

it('data that is not a zip gives null, and an empty zip gives no names', async () => {
  expect(await zipEntries(new Blob(['<html>not a zip at all, but long enough</html>']))).toBeNull();
  expect(await zipEntries(zipOf([]))).toEqual([]);
});
