import { aJpeg, aPng } from '@caredrop/testing';
import { isCutShort } from './picture-completeness.js';

const [jpeg, png] = [aJpeg(), aPng()];

describe('isCutShort', () => {
  it('is false for a whole picture, with or without something behind it', () => {
    for (const film of [Buffer.alloc(0), Buffer.from('ftypmp42'), jpeg.subarray(0, 400)]) {
      expect(isCutShort(Buffer.concat([jpeg, film]), 'image/jpeg')).toBe(false);
      expect(isCutShort(Buffer.concat([png, film]), 'image/png')).toBe(false);
    }
  });

  it('is true wherever a JPEG ends behind its start of scan', () => {
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
    const header = 2 + jpeg.readUInt16BE(scan + 2);
    for (let end = scan + header; end < jpeg.length; end += 1)
      expect(isCutShort(jpeg.subarray(0, end), 'image/jpeg')).toBe(true);
  });

  it('is true wherever a PNG ends behind the start of its picture data', () => {
    for (let end = png.indexOf('IDAT') + 4; end < png.length; end += 1)
      expect(isCutShort(png.subarray(0, end), 'image/png')).toBe(true);
  });

  it('is true for a JPEG whose end marker is missing where another picture begins', () => {
    const unmarked = Buffer.concat([jpeg.subarray(0, -2), Buffer.from('some text'), jpeg]);
    expect(isCutShort(unmarked, 'image/jpeg')).toBe(true);
  });

  it('is true for a PNG whose picture data hold bytes that their checksum does not cover', () => {
    const at = png.indexOf('IDAT') - 4;
    const end = at + 12 + png.readUInt32BE(at);
    const swollen = Buffer.concat([png.subarray(0, end), Buffer.alloc(20, 'a'), png.subarray(end)]);
    swollen.writeUInt32BE(png.readUInt32BE(at) + 20, at);
    expect(isCutShort(swollen, 'image/png')).toBe(true);
  });

  it('is false for a file of which no picture has begun, and for a PDF', () => {
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
    expect(isCutShort(jpeg.subarray(0, scan), 'image/jpeg')).toBe(false);
    expect(isCutShort(png.subarray(0, 33), 'image/png')).toBe(false);
    expect(isCutShort(Buffer.from('\xff\xd8\xffanything', 'latin1'), 'image/jpeg')).toBe(false);
    expect(isCutShort(Buffer.from('%PDF-1.4'), 'application/pdf')).toBe(false);
  });
});
