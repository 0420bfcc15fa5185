import { expect, it } from '@jest/globals';
import { entryText, zipEntries } from './zip-entries.js';

/** A minimal zip: a central directory with an entry for each name, with only the fields that `zipEntries` reads. */
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

/** What `archiver` writes when a file begins beyond 4 GiB: the real sizes and offsets are in Zip64 records. */
function zip64Of(entry: { name: string; size: number; start: number }): Blob {
  const name = new TextEncoder().encode(entry.name);
  const directory = new DataView(new ArrayBuffer(46 + name.length + 9 + 28));
  directory.setUint32(0, 0x02014b50, true);
  for (const field of [20, 24, 42]) directory.setUint32(field, 0xffffffff, true);
  directory.setUint16(28, name.length, true);
  directory.setUint16(30, 9 + 28, true);
  new Uint8Array(directory.buffer).set(name, 46);
  // Another extra field comes first.
  const extra = 46 + name.length;
  directory.setUint16(extra, 0x5455, true);
  directory.setUint16(extra + 2, 5, true);
  directory.setUint16(extra + 9, 1, true);
  directory.setUint16(extra + 11, 24, true);
  [entry.size, entry.size, entry.start].forEach((value, index) =>
    directory.setBigUint64(extra + 13 + 8 * index, BigInt(value), true),
  );
  const record = new DataView(new ArrayBuffer(56));
  record.setUint32(0, 0x06064b50, true);
  record.setBigUint64(40, BigInt(directory.byteLength), true);
  record.setBigUint64(48, 3n, true);
  const locator = new DataView(new ArrayBuffer(20));
  locator.setUint32(0, 0x07064b50, true);
  locator.setBigUint64(8, BigInt(3 + directory.byteLength), true);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  for (const field of [12, 16]) end.setUint32(field, 0xffffffff, true);
  return new Blob([new Uint8Array(3), directory.buffer, record.buffer, locator.buffer, end.buffer]);
}

const namesIn = async (zip: Blob) => (await zipEntries(zip))?.map(({ name }) => name);

it('file names are read from a zip, including names that are not ASCII', async () => {
  const names = ['a.pdf', 'Röntgen 🦷.jpg', 'MISSING.txt'];
  expect(await namesIn(zipOf(names))).toEqual(names);
});

it('the directory of a zip is found before a comment', async () => {
  expect(await namesIn(zipOf(['a.pdf'], 'made by Caredrop'))).toEqual(['a.pdf']);
});

it('sizes and offsets of a zip of more than 4 GiB are read from its Zip64 records', async () => {
  const entry = { name: 'MISSING.txt', size: 90, start: 5 * 2 ** 32 + 7 };
  expect(await zipEntries(zip64Of(entry))).toEqual([entry]);
});

it('a zip of more than 4 GiB whose Zip64 records are missing gives null', async () => {
  const zip = zip64Of({ name: 'a.pdf', size: 1, start: 2 ** 32 });
  expect(await zipEntries(zip.slice(-22))).toBeNull();
  expect(await zipEntries(new Blob([new Uint8Array(40), zip.slice(-42)]))).toBeNull();
});

it('data that is not a zip gives null, and an empty zip gives no names', async () => {
  expect(await zipEntries(new Blob(['<html>not a zip at all, but long enough</html>']))).toBeNull();
  expect(await zipEntries(zipOf([]))).toEqual([]);
});

it('the text of an entry is read after a header with a name and an extra field', async () => {
  const text = 'These documents are not in this file:';
  const header = new DataView(new ArrayBuffer(30));
  header.setUint16(26, 'MISSING.txt'.length, true);
  header.setUint16(28, 4, true);
  const zip = new Blob(['before', header.buffer, 'MISSING.txt', 'more', text, 'after']);
  expect(await entryText(zip, { name: 'MISSING.txt', size: text.length, start: 6 })).toBe(text);
});
