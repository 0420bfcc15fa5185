import { realLifeFiles } from '@caredrop/testing/real-life';
import { hasSeveral } from './has-several.js';
import { identifyHead } from './thing.js';

const bytesOf = async (name: string) =>
  new Uint8Array(await realLifeFiles.find((one) => one.name === name)!.bytes());

describe('identifying a file that cannot be sent', () => {
  it.each([
    ['letter.docx', 'word'],
    ['table.xlsx', 'sheet'],
    ['slides.pptx', 'slides'],
    ['letter.pages', 'pages'],
    ['letter.rtf', 'text'],
    ['notes.txt', 'text'],
    ['result.eml', 'email'],
    ['result.pdf', 'webPage'],
    ['documents.zip', 'archive'],
    ['scan.dcm', 'dicom'],
    ['film.mp4', 'video'],
    ['memo.m4a', 'sound'],
    ['fax.tif', 'tiff'],
    ['IMG_0007.DNG', 'raw'],
    ['IMG_0002.HEIC', 'heic'],
    ['damaged.jxl', 'jxl'],
    ['picture.webp', 'picture'],
    ['unknown.bin', 'unknown'],
    ['empty.pdf', 'unknown'],
  ])('%s is recognised as %s', async (name, thing) => {
    expect(identifyHead(await bytesOf(name), name)).toBe(thing);
  });

  it.each([
    ['renamed.bin', 'word/document.xml', 'word'],
    ['renamed.bin', 'xl/workbook.xml', 'sheet'],
  ])('a renamed Office document is identified by its parts', (name, part, thing) => {
    const head = Uint8Array.from(`PK\x03\x04${part}`, (letter) => letter.charCodeAt(0));
    expect(identifyHead(head, name)).toBe(thing);
  });
});

describe('files with several pictures', () => {
  it.each([
    ['moving.gif', true],
    ['picture.gif', false],
    ['picture.webp', false],
    ['picture.avif', false],
    ['photo.jpg', false],
  ])('%s contains several pictures: %s', async (name, several) =>
    expect(hasSeveral(await bytesOf(name))).toBe(several),
  );
});
