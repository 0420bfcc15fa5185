import { createServer } from 'node:http';
import type { Readable } from 'node:stream';
import type { Pool as UndiciPool } from 'undici';
import { productLibrary } from '../product-library.ts';

/** The part of archiver that we use: its published types are for an older version. */
interface Archive extends Omit<Readable, 'once'> {
  append(source: Readable, entry: { name: string }): void;
  finalize(): Promise<void>;
  once(event: 'entry', listener: () => void): void;
}

/** `zip.ts <port> <store> <paths as JSON>`: streams the objects into one uncompressed zip. */
const [port, store = '', given = '[]'] = process.argv.slice(2);
const { ZipArchive } = productLibrary<{ ZipArchive: new (options: object) => Archive }>(
  'document',
  'archiver',
);
const { Pool } = productLibrary<{ Pool: typeof UndiciPool }>('document', 'undici');
const pool = new Pool(store);
const paths = JSON.parse(given) as string[];

createServer((_request, response) => {
  const archive = new ZipArchive({ store: true });
  response.writeHead(200, { 'content-type': 'application/zip' });
  archive.pipe(response);
  void fill(archive).catch(() => response.destroy());
}).listen(Number(port), '127.0.0.1');

async function fill(archive: Archive): Promise<void> {
  for (const [nth, path] of paths.entries()) {
    const { body } = await pool.request({ method: 'GET', path });
    const taken = new Promise<void>((resolve) => archive.once('entry', resolve));
    archive.append(body, { name: `${String(nth)}.jpg` });
    await taken;
  }
  await archive.finalize();
}
