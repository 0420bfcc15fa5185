import { decodeHeic } from './decode-heic.js';
import { decodeByBrowser, type Drawable } from './decode-image.js';
import { headBytes, sniff } from './signatures.js';

/** Decodes a photo of any type that the browser supports, and HEIC in every browser. Rejects when it cannot be read. */
export async function decodePhoto(photo: Blob): Promise<Drawable> {
  try {
    return await decodeByBrowser(photo);
  } catch (error) {
    const head = new Uint8Array(await photo.slice(0, headBytes).arrayBuffer());
    if (sniff(head) !== 'heic') throw error;
    return decodeHeic(photo);
  }
}
