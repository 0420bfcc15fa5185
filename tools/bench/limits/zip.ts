import { createServer } from 'node:http';
import type { Readable } from 'node:stream';
import type { Pool as UndiciPool } from 'undici';
import { productLibrary } from '../product-library.ts';

/** What we use of archiver: its own types are of an older version. */
interface Archive extends Omit<Readable, 'once'> {
  append(source: Readable, entry: { name: string }): void;
  finalize(): Promise<void>;
  once(event: 'entry', listener: () => void): void;
}

/** `zip.ts <port> <store> <paths as JSON>`: those objects as one zip, stored, each streamed into it as it comes. */
const [port, store = '', given = '[]'] = process.argv.slice(2);
const { ZipArchive } = productLibrary<{ ZipArchive: new (options: object) => Archive }>(
  'document',
  'archiver',
);
const { Pool } = productLibrary<{ Pool: typeof UndiciPool }>('document', 'undici');
const pool = new Pool(store);
const paths = JSON.parse(given) as string[];

createServer((_request, answer) => {
  const archive = new ZipArchive({ store: true });
  answer.writeHead(200, { 'content-type': 'application/zip' });
  archive.pipe(answer);
  void fill(archive).catch(() => answer.destroy());
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
