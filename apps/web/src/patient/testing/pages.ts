import type { ScanPage } from '../scan/scan-page.js';

const image = (bytes: number, name: string) =>
  new Blob([name, new Uint8Array(Math.max(0, bytes - name.length))], { type: 'image/jpeg' });

/** A page whose image has that many bytes; its content is its name, not a JPEG. */
export const aPage = (id: string, bytes = 100, changes: Partial<ScanPage> = {}): ScanPage => ({
  id,
  jpeg: image(bytes, `image ${id}`),
  thumbnail: image(20, `small ${id}`),
  width: 1654,
  height: 2339,
  turns: 0,
  original: null,
  hint: null,
  hints: 0,
  ...changes,
});
