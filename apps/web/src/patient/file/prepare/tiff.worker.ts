import './node/pako.js';
import { decode, decodeImage, toRGBA8, type IFD } from 'utif2';

export type TiffRequest = { open: ArrayBuffer } | { page: number };

/** RGBA pixels; `stretch` is how many times taller the page is than its pixels suggest. */
export interface TiffPage {
  width: number;
  height: number;
  pixels: ArrayBuffer;
  stretch: number;
}

export interface TiffResponse {
  pages?: number;
  image?: TiffPage;
  error?: string;
}

/** Uncompressed, CCITT (faxes), LZW, JPEG, Deflate, PackBits. For others, the decoder silently returns a blank page. */
const compressions = new Set([1, 2, 3, 4, 5, 7, 8, 32946, 32773]);
const maxPixels = 60_000_000;
const maxPages = 100;

let file: ArrayBuffer;
let pages: IFD[] = [];

self.onmessage = ({ data }: MessageEvent<TiffRequest>) => {
  try {
    const response = 'open' in data ? open(data.open) : read(data.page);
    self.postMessage(response, { transfer: response.image ? [response.image.pixels] : [] });
  } catch (error) {
    self.postMessage({ error: String(error) } satisfies TiffResponse);
  }
};

function open(bytes: ArrayBuffer): TiffResponse {
  file = bytes;
  pages = decode(bytes).filter((page) => page.t256 !== undefined && !isPreview(page));
  if (pages.length > maxPages || !pages.every(isReadable)) throw new Error('Unsupported kind of TIFF.');
  return { pages: pages.length };
}

const first = (page: IFD, tag: string, otherwise: number) =>
  Number((page[tag] as number[] | undefined)?.[0] ?? otherwise);

const isPreview = (page: IFD) => (first(page, 't254', 0) & 1) === 1;

function isReadable(page: IFD): boolean {
  const [width, height] = [first(page, 't256', 0), first(page, 't257', 0)];
  const upright = first(page, 't274', 1) === 1;
  const plain = first(page, 't284', 1) === 1 || first(page, 't277', 1) === 1;
  return (
    compressions.has(first(page, 't259', 1)) &&
    [1, 2, 4, 8].includes(first(page, 't258', 1)) &&
    first(page, 't262', 1) <= 6 &&
    [upright, plain, width > 0, height > 0, width * height <= maxPixels].every(Boolean)
  );
}

function read(at: number): TiffResponse {
  const page = pages[at]!;
  decodeImage(file, page);
  const { width, height } = page;
  const pixels = toRGBA8(page);
  if (pixels.length !== width * height * 4 || isBlank(pixels)) throw new Error('The decoded page is blank.');
  const [across, down] = [first(page, 't282', 1), first(page, 't283', 1)];
  const ratio = across > 0 && down > 0 ? across / down : 1;
  page.data = new Uint8Array();
  return {
    image: {
      width,
      height,
      pixels: pixels.buffer as ArrayBuffer,
      stretch: ratio > 1 && ratio < 4 ? ratio : 1,
    },
  };
}

/** Whether all pixels have the same colour, as the decoder returns for data that it cannot decode. */
function isBlank(pixels: Uint8Array): boolean {
  const view = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  return view.every((pixel) => pixel === view[0]);
}
