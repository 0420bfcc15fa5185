import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { bestPacking, pack, type Packing } from './pack.js';

/** Types worth compressing: bitmap images, fonts and videos are compressed already. */
const mediaTypes: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};
const packable = /^assets\/[\w.-]+\.(js|css|svg|wasm)$/;

/** The media type of a file that {@link packingFor} has accepted. */
export const mediaTypeOf = (file: string): string =>
  mediaTypes[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';

/**
 * The best compression that the browser accepts for a file; null if it accepts none, or if the file is not one of the
 * hashed files under assets/ that are worth compressing.
 */
export const packingFor = (file: string, acceptEncoding: string | undefined): Packing | null =>
  packable.test(file) ? bestPacking(acceptEncoding) : null;

/**
 * The SPA's hashed files, compressed on first request and cached: a few megabytes in total, and the content
 * of a name never changes. Compressing them at build time would not help servers that do not support
 * precompressed files.
 */
export class PackedAssets {
  private readonly packed = new Map<string, Promise<Buffer>>();

  constructor(private readonly root: string) {}

  /** Null when the file does not exist. */
  async get(file: string, packing: Packing): Promise<Buffer | null> {
    const key = `${packing} ${file}`;
    const packed = this.packed.get(key) ?? this.pack(file, packing);
    this.packed.set(key, packed);
    try {
      return await packed;
    } catch (error) {
      this.packed.delete(key);
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  private async pack(file: string, packing: Packing): Promise<Buffer> {
    return pack[packing](await readFile(path.join(this.root, file)));
  }
}
