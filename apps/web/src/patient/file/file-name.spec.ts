import { nameFor } from './file-name.js';

describe('the name that fits the bytes of a file', () => {
  it.each([
    ['photo.jpg', 'image/jpeg', 'photo.jpg'],
    ['photo.JPEG', 'image/jpeg', 'photo.JPEG'],
    ['photo', 'image/jpeg', 'photo'],
    ['IMG_1.HEIC', 'image/jpeg', 'IMG_1.jpg'],
    ['scan.png', 'image/jpeg', 'scan.jpg'],
    ['photo.jpg', 'application/pdf', 'photo.pdf'],
    ['letter.docx', 'application/pdf', 'letter.docx.pdf'],
    ['report 1.5', 'application/pdf', 'report 1.5.pdf'],
    ['.png', 'image/jpeg', 'photo.jpg'],
  ] as const)('%s with the bytes of %s is named %s', (name, type, expected) =>
    expect(nameFor(name, type)).toBe(expected),
  );
});
