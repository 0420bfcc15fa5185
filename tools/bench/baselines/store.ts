import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/*
 * `store.ts <port> <folder>`: a bare server for the files in a folder. A PUT is durable before the response, like a
 * write to the product's file store: fsync of the file, rename, fsync of the folder.
 */
const [port, folder = ''] = process.argv.slice(2);
await mkdir(folder, { recursive: true });

async function put(file: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const temporary = path.join(folder, `.${randomUUID()}`);
  await pipeline(request, createWriteStream(temporary, { flush: true }));
  await rename(temporary, file);
  const directory = await open(folder, 'r');
  await directory.sync();
  await directory.close();
  response.end();
}

async function get(file: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { size } = await stat(file);
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const [start, end] = [Number(first ?? 0), Math.min(size - 1, Number(last ?? size))];
  response.writeHead(first ? 206 : 200, { 'content-length': end - start + 1 });
  await pipeline(createReadStream(file, { start, end }), response);
}

createServer((request, response) => {
  const file = path.join(folder, path.basename(request.url ?? ''));
  const work = {
    PUT: () => put(file, request, response),
    GET: () => get(file, request, response),
  }[request.method ?? ''];
  work?.().catch(() => response.destroy());
}).listen(Number(port), '127.0.0.1');
