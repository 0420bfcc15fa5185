import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { DocumentService } from './document-service.js';
import type { FakeLink } from './fake-token-service.js';
import { multipart, type FilePart } from './multipart.js';

export interface OpenUpload {
  request: ClientRequest;
  /** The complete body of this upload. */
  body: Buffer;
  /** Resolves with the response when it arrives, whether before or after the body's end. */
  response: Promise<{ status: number; headers: IncomingMessage['headers']; body: Record<string, unknown> }>;
  /** Sends bytes and waits until they are flushed. */
  send(bytes: Buffer): Promise<void>;
  /** Disconnects abruptly. */
  vanish(): void;
}

/** Starts an upload whose body the test sends step by step. */
export async function openUpload(
  service: DocumentService,
  { link }: Pick<FakeLink, 'link'>,
  options: { file: FilePart; key?: string; contentLength?: number | null },
): Promise<OpenUpload> {
  const form = multipart(options.file);
  const length = options.contentLength === undefined ? form.body.length : options.contentLength;
  const outgoing = request(`${service.url}/upload`, {
    method: 'POST',
    agent: false,
    headers: {
      ...(await service.headers({})),
      ...form.headers,
      'x-link-token': link,
      ...(length === null ? {} : { 'content-length': length }),
      ...(options.key ? { 'idempotency-key': options.key } : {}),
    },
  });
  const response = readResponse(outgoing);
  response.catch(() => undefined);
  outgoing.flushHeaders();
  return {
    request: outgoing,
    body: form.body,
    response,
    send: (bytes) => new Promise((resolve) => outgoing.write(bytes, () => resolve())),
    vanish: () => void outgoing.destroy(),
  };
}

async function readResponse(outgoing: ClientRequest) {
  // Some tests cut the connection before or after the response.
  outgoing.on('error', () => undefined);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}
