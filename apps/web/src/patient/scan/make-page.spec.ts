import { jest } from '@jest/globals';
import { fakeImages } from '../testing/images.js';
import { fakeWorker } from '../testing/workers.js';
import { files } from '../testing/files.js';
import { makePages } from './make-page.js';

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const picture = `,${'\0'.repeat(11)}`;
const gif = (pictures: number) =>
  new File([latin(`GIF89a${'\0'.repeat(7)}${picture.repeat(pictures)};`)], 'scan.gif', { type: 'image/gif' });
const webp = () => new File([latin('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02')], 'moving.webp');
const tiff = () => new File([latin('II*\0\x08\0\0\0\0\0')], 'fax.tif', { type: 'image/tiff' });

describe('a file that may contain several pictures', () => {
  beforeEach(() => Object.assign(globalThis, { Worker: fakeWorker(null), ImageData: class {} }));
  afterEach(() => {
    for (const name of ['Worker', 'ImageData']) Reflect.deleteProperty(globalThis, name);
    jest.restoreAllMocks();
  });

  it.each([
    ['a GIF of two pictures', gif(2)],
    ['an animated WebP', webp()],
    ['a TIFF', tiff()],
  ])('%s does not become a page, because only its first picture would be sent', async (_what, file) => {
    fakeImages({ decodes: true });
    await expect(makePages(file, [], null)).rejects.toThrow('Only the first picture');
  });

  it('a HEIC file of two pictures does not become a page', async () => {
    fakeImages({ decodes: false });
    const pixels = new ArrayBuffer(4);
    Object.assign(globalThis, { Worker: fakeWorker({ width: 1, height: 1, others: true, pixels }) });
    await expect(makePages(files.heic(), [], null)).rejects.toThrow('Only the first picture');
  });

  it('a GIF of one picture becomes a page', async () => {
    fakeImages({ decodes: true });
    expect(await makePages(gif(1), [], null)).toHaveLength(1);
  });
});
