import { acceptedTypes } from '@caredrop/contracts';
import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRange, type ByteRange } from '../files/byte-range.js';
import type { StoredDocument } from './documents.queries.js';

/** The part of a file that a request receives. */
interface RequestedPart {
  status: 200 | 206 | 416;
  /** For a 416 it is empty: `end` is before `start`. */
  range: ByteRange;
}

/** Only GET supports ranges (RFC 9110 §14.2). A range whose `If-Range` does not match is ignored. */
export function requestedPart({ method, headers }: FastifyRequest, document: StoredDocument): RequestedPart {
  const { 'if-range': condition, range: header } = headers;
  const applies = method === 'GET' && (condition === undefined || condition === etagOf(document));
  const range = applies ? parseRange(header, document.fileSize) : null;
  if (range === 'unsatisfiable') return { status: 416, range: { start: 0, end: -1 } };
  if (range) return { status: 206, range };
  return { status: 200, range: { start: 0, end: document.fileSize - 1 } };
}

/**
 * Headers of every successful response to a signed URL: no scripts run, no cache stores it, and no other site learns
 * the URL.
 */
export const protectiveHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; frame-ancestors 'self'",
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
};

/** Sets status and headers for a file, or for a part of it. */
export function addHeaders(
  reply: FastifyReply,
  document: StoredDocument,
  wanted: 'inline' | 'attachment',
  { status, range }: RequestedPart,
): void {
  const { fileType, fileName, fileSize } = document;
  const shown = isShown(fileType);
  void reply.status(status).headers({
    'content-type': shown ? fileType : 'application/octet-stream',
    'content-length': range.end - range.start + 1,
    'content-disposition': contentDisposition(fileName, { type: shown ? wanted : 'attachment' }),
    ...protectiveHeaders,
    'accept-ranges': 'bytes',
    etag: etagOf(document),
  });
  if (status === 206) void reply.header('content-range', `bytes ${range.start}-${range.end}/${fileSize}`);
  if (status === 416) void reply.header('content-range', `bytes */${fileSize}`);
}

/** Only the accepted types are ever shown inline, whatever type a row contains. */
const isShown = (fileType: string) => (acceptedTypes as readonly string[]).includes(fileType);

const etagOf = ({ sha256 }: StoredDocument) => `"${Buffer.from(sha256).toString('base64url')}"`;
