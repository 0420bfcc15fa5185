import { jest } from '@jest/globals';

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
  const context = new Proxy({}, { get: () => () => undefined, set: () => true });
  const canvas = HTMLCanvasElement.prototype;
  jest.spyOn(canvas, 'getContext').mockReturnValue(context as never);
  jest
    .spyOn(canvas, 'toBlob')
    .mockImplementation((done) =>
      done(new Blob([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], { type: 'image/jpeg' })),
    );
}
