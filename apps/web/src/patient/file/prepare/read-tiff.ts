import { freeCanvas } from '../canvas.js';
import type { Drawable } from '../decode-image.js';
import type { TiffResponse, TiffPage, TiffRequest } from './tiff.worker.js';

/** A worker that takes longer to open the file, or to decode one page, is stopped. */
const timeoutMs = 20_000;

/**
 * Yields the pages of a TIFF file; each must be released before the next is requested. Throws when the file is damaged
 * or of an unsupported kind. The decoder runs in a worker and is loaded on demand.
 */
export async function* readTiff(bytes: ArrayBuffer): AsyncGenerator<Drawable> {
  const worker = new Worker(new URL('./tiff.worker.ts', import.meta.url), { type: 'module' });
  try {
    const { pages } = await ask(worker, { open: bytes }, [bytes]);
    if (!pages) throw new Error('This file contains no pages.');
    for (let page = 0; page < pages; page += 1) {
      const response = await ask(worker, { page });
      if (!response.image) throw new Error('A page of this file cannot be read.');
      yield draw(response.image);
    }
  } finally {
    worker.terminate();
  }
}

function ask(worker: Worker, request: TiffRequest, transfer: Transferable[] = []): Promise<TiffResponse> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Reading this file took too long.')), timeoutMs);
    worker.onmessage = ({ data }: MessageEvent<TiffResponse>) => {
      clearTimeout(timer);
      if (data.error) reject(new Error(data.error));
      else resolve(data);
    };
    worker.onerror = (event) => {
      clearTimeout(timer);
      reject(new Error(event.message || 'The TIFF decoder cannot be loaded.'));
    };
    worker.postMessage(request, transfer);
  });
}

/** Many faxes have more pixels per inch across than down, so the page is stretched to its real shape. */
function draw({ width, height, pixels, stretch }: TiffPage): Drawable {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')!.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
  return {
    source: canvas,
    width,
    height: Math.round(height * stretch),
    others: false,
    release: () => freeCanvas(canvas),
  };
}
