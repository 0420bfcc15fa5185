import { createReadStream } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { isStorageKey } from '../storage/storage-key.js';

/** One line of `objects.jsonl`: a copied object, still encrypted. */
const objectLine = z.object({
  key: z.string().refine(isStorageKey),
  bytes: z.number().int(),
  sha256: z.string(),
});
export type ObjectLine = z.infer<typeof objectLine>;

export const manifestFile = (folder: string): string => path.join(folder, 'objects.jsonl');
/** Path of an object in a backup; its key has been validated, so that it cannot lead elsewhere. */
export const objectFile = (folder: string, key: string): string => path.join(folder, 'objects', key);
export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Reads the manifest line by line. Throws when it is incomplete: its last line, which counts the others, is
 * missing or does not match.
 */
export async function* readManifest(folder: string): AsyncIterable<ObjectLine> {
  const lines = createInterface({ input: createReadStream(manifestFile(folder)), crlfDelay: Infinity });
  let count = 0;
  for await (const line of lines) {
    const content: unknown = JSON.parse(line);
    const end = endLine.safeParse(content);
    if (end.success) {
      if (end.data.objects !== count)
        throw new Error(`${manifestFile(folder)} is incomplete: lines are missing`);
      return;
    }
    count += 1;
    yield objectLine.parse(content);
  }
  throw new Error(`${manifestFile(folder)} is truncated: the backup did not finish`);
}

/** The last line of the manifest. */
const endLine = z.object({ objects: z.number().int(), bytes: z.number(), takenAt: z.iso.datetime() });
export type EndLine = z.infer<typeof endLine>;
