import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { bestPacking, pack, type Packing } from './pack.js';

/** What shrinks: pictures, fonts and films are packed already. */
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

/** The best packing of a file that a browser takes; null for one that is not worth it or must be sent as it is. */
export const packingFor = (file: string, acceptEncoding: string | undefined): Packing | null =>
  packable.test(file) ? bestPacking(acceptEncoding) : null;

/**
 * The SPA's hashed files, packed when first asked for and kept: a few megabytes, and a name never changes its
 * content. Packing them while building would leave nothing to do here, and other servers without it.
 */
export class PackedAssets {
  private readonly packed = new Map<string, Promise<Buffer>>();

  constructor(private readonly root: string) {}

  /** Null when there is no such file. */
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
