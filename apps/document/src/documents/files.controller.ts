import { Callers } from '@caredrop/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRange } from '../files/byte-range.js';
import { Sessions } from '../people/sessions.js';
import { documentNotFound } from './documents.errors.js';
import { DocumentsQueries, type StoredDocument } from './documents.queries.js';
import { FileUrls } from './file-urls.js';
import { ReadDocument } from './read-document.js';

/**
 * GET /files/{capability}: a document's bytes, for whoever holds its URL while the session it was signed for
 * lives and the document is there (design §2). No other credential is asked for.
 */
@Callers('gateway')
@Controller('files')
export class FilesController {
  constructor(
    private readonly urls: FileUrls,
    private readonly sessions: Sessions,
    private readonly queries: DocumentsQueries,
    private readonly readDocument: ReadDocument,
  ) {}

  @Get(':capability')
  async file(
    @Param('capability') text: string,
    @Query('disposition') disposition: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const document = await this.allowed(text);
    const bytes = await this.readDocument.run(document);
    addHeaders(reply, document, disposition === 'attachment' ? 'attachment' : 'inline');
    return ranged(reply, request, bytes);
  }

  private async allowed(text: string): Promise<StoredDocument> {
    const capability = this.urls.verify(text);
    if (!capability) throw documentNotFound();
    const user = await this.sessions.userOf(capability.sessionId);
    const [document] = await this.queries.findMany([capability.documentId], {
      userId: user.id,
      role: user.role,
    });
    if (!document || document.state !== 'ready') throw documentNotFound();
    return document;
  }
}

function addHeaders(reply: FastifyReply, document: StoredDocument, type: 'inline' | 'attachment'): void {
  void reply.headers({
    'content-type': document.fileType,
    'content-disposition': contentDisposition(document.fileName, { type }),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; frame-ancestors 'self'",
    'cross-origin-resource-policy': 'same-site',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    etag: etagOf(document),
  });
}

const etagOf = ({ sha256 }: StoredDocument) => `"${Buffer.from(sha256).toString('base64url')}"`;

/** The bytes asked for. The whole was verified before, so a part of it is as good. */
function ranged(reply: FastifyReply, request: FastifyRequest, bytes: Buffer): Buffer {
  const condition = request.headers['if-range'];
  const unchanged = condition === undefined || condition === reply.getHeader('etag');
  const range = unchanged ? parseRange(request.headers.range, bytes.length) : null;
  if (range === null) return bytes;
  if (range === 'unsatisfiable') {
    void reply.status(416).header('content-range', `bytes */${bytes.length}`);
    return Buffer.alloc(0);
  }
  void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`);
  return bytes.subarray(range.start, range.end + 1);
}
