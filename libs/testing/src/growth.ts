import { limits } from '@caredrop/contracts';

/** A unit of a grammar, repeated up to `size` bytes, behind what starts the parser. */
export function repeated(unit: string | Buffer, size: number, start: string | Buffer = ''): Buffer {
  const [first, one] = [start, unit].map((part) =>
    Buffer.isBuffer(part) ? part : Buffer.from(part, 'latin1'),
  );
  const file = Buffer.alloc(size);
  const begin = first?.copy(file) ?? 0;
  file.fill(one ?? '', begin);
  return file;
}

/** The largest accepted file, less what surrounds it. */
export const LARGEST = limits.uploadBytes - 1;
