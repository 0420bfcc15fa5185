import { freeCanvas } from './canvas.js';
import type { Drawable } from './decode-image.js';

/** The worker's reply: RGBA pixels in upright orientation, or the reason why there are none. */
export type HeicResponse =
  | { width: number; height: number; others: boolean; pixels: ArrayBuffer }
  | { error: string };

/**
 * Decodes HEIC for browsers that cannot (all except Safari since 17), in a worker that loads the decoder (1.4 MB,
 * served by us). Rejects when the decoder cannot be loaded or the photo cannot be read.
 */
export async function decodeHeic(blob: Blob): Promise<Drawable> {
  const bytes = await blob.arrayBuffer();
  const worker = new Worker(new URL('./heic.worker.ts', import.meta.url), { type: 'module' });
  try {
    return draw(await ask(worker, bytes));
  } finally {
    worker.terminate();
  }
}

function ask(worker: Worker, bytes: ArrayBuffer): Promise<HeicResponse> {
  return new Promise((resolve, reject) => {
    worker.onmessage = (message: MessageEvent<HeicResponse>) => resolve(message.data);
    worker.onerror = (event) => reject(new Error(event.message || 'The HEIC decoder cannot be loaded.'));
    worker.postMessage(bytes, [bytes]);
  });
}

function draw(response: HeicResponse): Drawable {
  if ('error' in response) throw new Error(response.error);
  const { width, height, others, pixels } = response;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
  return { source: canvas, width, height, others, release: () => freeCanvas(canvas) };
}
