import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { productLibrary } from '../product-library.ts';

/** The part of archiver's API that is used here; its types are installed for the document service only. */
interface Archive extends Readable {
  append(bytes: Buffer, entry: { name: string }): void;
  finalize(): Promise<void>;
}

interface Archiver {
  ZipArchive: new (options: { store: boolean }) => Archive;
}

/** `zip.ts <port> <folder>`: streams the files in a folder as one uncompressed zip, reading one file ahead. */
const [port, folder = ''] = process.argv.slice(2);
const { ZipArchive } = productLibrary<Archiver>('document', 'archiver');
const names = await readdir(folder);

createServer((_request, response) => {
  const archive = new ZipArchive({ store: true });
  response.writeHead(200, { 'content-type': 'application/zip' });
  archive.pipe(response);
  fill(archive).catch(() => response.destroy());
}).listen(Number(port), '127.0.0.1');

async function fill(archive: Archive): Promise<void> {
  const read = (nth: number): Promise<Buffer> => readFile(path.join(folder, names[nth] ?? ''));
  let ahead = read(0);
  for (const [nth, name] of names.entries()) {
    const bytes = await ahead;
    if (nth + 1 < names.length) ahead = read(nth + 1);
    const consumed = once(archive, 'entry');
    archive.append(bytes, { name });
    await consumed;
  }
  await archive.finalize();
}
