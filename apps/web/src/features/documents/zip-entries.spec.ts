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

const namesIn = async (zip: Blob) => (await zipEntries(zip))?.map(({ name }) => name);

it('file names are read from a zip, including names that are not ASCII', async () => {
  const names = ['a.pdf', 'Röntgen 🦷.jpg', 'MISSING.txt'];
  expect(await namesIn(zipOf(names))).toEqual(names);
});

it('the directory of a zip is found before a comment', async () => {
  expect(await namesIn(zipOf(['a.pdf'], 'made by Caredrop'))).toEqual(['a.pdf']);
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
