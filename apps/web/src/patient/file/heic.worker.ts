import libheif from 'libheif-js/libheif-wasm/libheif.js';
import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url';
import type { HeicResponse } from './decode-heic.js';

/** Decodes one HEIC photo in a worker, so that the page stays responsive. */
self.onmessage = (message: MessageEvent<ArrayBuffer>) => {
  decode(new Uint8Array(message.data)).then(
    (response) => self.postMessage(response, { transfer: [response.pixels] }),
    (error: unknown) => self.postMessage({ error: String(error) } satisfies HeicResponse),
  );
};

async function decode(bytes: Uint8Array) {
  const wasmBinary = await (await fetch(wasmUrl)).arrayBuffer();
  const heif = libheif({ wasmBinary });
  const [image, ...more] = new heif.HeifDecoder().decode(bytes);
  if (!image) throw new Error('There is no photo in this file.');
  const [width, height] = [image.get_width(), image.get_height()];
  const target = { data: new Uint8ClampedArray(width * height * 4), width, height };
  await new Promise<void>((resolve, reject) => {
    image.display(target, (shown) => (shown ? resolve() : reject(new Error('The photo cannot be decoded.'))));
  });
  return { width, height, others: more.length > 0, pixels: target.data.buffer };
}
