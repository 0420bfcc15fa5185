import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Reads the files in a folder of a corpus, with their names: small ones to start from, or inputs that failed
 * earlier.
 */
export function keptFiles(folder: string): Array<[name: string, file: Buffer]> {
  return readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(path.join(folder, name))]);
}
