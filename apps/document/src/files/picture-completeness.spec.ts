import { aJpeg, aPng } from '@caredrop/testing';
import { isCutShort } from './picture-completeness.js';

const [jpeg, png] = [aJpeg(), aPng()];

describe('isCutShort', () => {
  it('a whole picture is complete, with or without appended data', () => {
    for (const film of [Buffer.alloc(0), Buffer.from('ftypmp42'), jpeg.subarray(0, 400)]) {
      expect(isCutShort(Buffer.concat([jpeg, film]), 'image/jpeg')).toBe(false);
      expect(isCutShort(Buffer.concat([png, film]), 'image/png')).toBe(false);
    }
  });

  it('a JPEG cut anywhere after its first scan has started is incomplete', () => {
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
    const header = 2 + jpeg.readUInt16BE(scan + 2);
    for (let end = scan + header; end < jpeg.length; end += 1)
      expect(isCutShort(jpeg.subarray(0, end), 'image/jpeg')).toBe(true);
  });

  it('a PNG cut anywhere after the start of its picture data is incomplete', () => {
    for (let end = png.indexOf('IDAT') + 4; end < png.length; end += 1)
      expect(isCutShort(png.subarray(0, end), 'image/png')).toBe(true);
  });

  it('a JPEG without an end marker is incomplete even if another picture follows', () => {
    const unmarked = Buffer.concat([jpeg.subarray(0, -2), Buffer.from('some text'), jpeg]);
    expect(isCutShort(unmarked, 'image/jpeg')).toBe(true);
  });

  it('a PNG whose picture data contains bytes outside its checksum is incomplete', () => {
    const at = png.indexOf('IDAT') - 4;
    const end = at + 12 + png.readUInt32BE(at);
    const swollen = Buffer.concat([png.subarray(0, end), Buffer.alloc(20, 'a'), png.subarray(end)]);
    swollen.writeUInt32BE(png.readUInt32BE(at) + 20, at);
    expect(isCutShort(swollen, 'image/png')).toBe(true);
  });

  it('a PDF, or a file in which no picture has begun, is not incomplete', () => {
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
    expect(isCutShort(jpeg.subarray(0, scan), 'image/jpeg')).toBe(false);
    expect(isCutShort(png.subarray(0, 33), 'image/png')).toBe(false);
    const headless = Buffer.concat([png.subarray(0, 8), png.subarray(33, -20)]);
    expect(isCutShort(headless, 'image/png')).toBe(false);
    expect(isCutShort(Buffer.from('\xff\xd8\xffanything', 'latin1'), 'image/jpeg')).toBe(false);
    expect(isCutShort(Buffer.from('%PDF-1.4'), 'application/pdf')).toBe(false);
  });
});
