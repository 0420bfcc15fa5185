import { jest } from '@jest/globals';

/** A JPEG of one pixel, with only the parts that a PDF writer reads. */
const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 3, 0, 0, 0, 0xff, 0xd9);

/** Images and canvases, which jsdom lacks: every picture has 4000 × 3000 pixels, or cannot be decoded. */
export function fakeImages({ decodes }: { decodes: boolean }): void {
  class FakeImage {
    naturalWidth = 4000;
    naturalHeight = 3000;
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    set src(_url: string) {
      queueMicrotask(() => (decodes ? this.onload : this.onerror)?.());
    }
  }
  jest.spyOn(globalThis, 'Image').mockImplementation(() => new FakeImage() as unknown as HTMLImageElement);
  const drawn = { getImageData: () => ({ data: new Uint8ClampedArray(4) }) };
  const context = new Proxy(drawn, {
    get: (methods, name) => (name in methods ? methods.getImageData : () => undefined),
    set: () => true,
  });
  const canvas = HTMLCanvasElement.prototype;
  jest.spyOn(canvas, 'getContext').mockReturnValue(context as never);
  jest.spyOn(canvas, 'toBlob').mockImplementation((done) => done(new Blob([jpeg], { type: 'image/jpeg' })));
}
