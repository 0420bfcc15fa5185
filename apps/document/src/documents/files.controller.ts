import { acceptedTypes } from '@caredrop/contracts';
import { Callers, requestContext } from '@caredrop/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRange } from '../files/byte-range.js';
import type { SignedUrl } from '../files/signed-url.js';
import { Sessions, type LiveUser } from '../people/sessions.js';
import { documentNotFound } from './documents.errors.js';
import { DocumentsQueries, type StoredDocument } from './documents.queries.js';
import { FileUrls } from './file-urls.js';
import { ReadDocument } from './read-document.js';
import { RecordReads, type FileAction } from './record-reads.js';

/**
 * GET /files/{capability}: a document's bytes, for the holder of its signed URL while the session it was
 * signed for lives and the document exists. No other credential is needed; one that is sent must belong to
 * the same user.
 */
@Callers('gateway')
@Controller('files')
export class FilesController {
  constructor(
    private readonly urls: FileUrls,
    private readonly sessions: Sessions,
    private readonly queries: DocumentsQueries,
    private readonly readDocument: ReadDocument,
    private readonly reads: RecordReads,
  ) {}

  @Get(':capability')
  async file(
    @Param('capability') text: string,
    @Query('disposition') disposition: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const signedUrl = this.urls.verify(text);
    if (!signedUrl) throw documentNotFound();
    const type = disposition === 'attachment' ? 'attachment' : 'inline';
    const action = type === 'attachment' ? 'document.download' : 'document.preview';
    const { document, reader, bytes } = await this.open(signedUrl, action);
    addHeaders(reply, document, type);
    const { part, start } = ranged(reply, request, bytes);
    if (part.length > 0 && request.method !== 'HEAD')
      await this.reads.file(action, document, reader, signedUrl, start);
    return part;
  }

  /**
   * The document of the URL, complete and verified. A URL that does not work leaves an audit entry as well.
   */
  private async open(signedUrl: SignedUrl, action: FileAction) {
    try {
      const reader = await this.sessions.userOf(signedUrl.sessionId);
      const document = await this.allowed(signedUrl.documentId, reader);
      return { document, reader, bytes: await this.readDocument.execute(document) };
    } catch (error) {
      await this.reads.failed(action, signedUrl.documentId, error);
      throw error;
    }
  }

  private async allowed(documentId: string, user: LiveUser): Promise<StoredDocument> {
    // Signed for one user's session: another signed-in user cannot use it.
    const asking = requestContext.principal();
    if (asking && asking.userId !== user.id) throw documentNotFound();
    const document = await this.queries.find(documentId, { userId: user.id, role: user.role });
    if (!document || document.state !== 'ready') throw documentNotFound();
    return document;
  }
}

/** Only the accepted types are ever shown inline, whatever the row contains. */
const isShown = (fileType: string) => (acceptedTypes as readonly string[]).includes(fileType);

function addHeaders(reply: FastifyReply, document: StoredDocument, wanted: 'inline' | 'attachment'): void {
  const shown = isShown(document.fileType);
  const type = shown ? wanted : 'attachment';
  void reply.headers({
    'content-type': shown ? document.fileType : 'application/octet-stream',
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

/** The requested range. The whole document was verified before, so a part of it is just as trustworthy. */
function ranged(
  reply: FastifyReply,
  request: FastifyRequest,
  bytes: Buffer,
): { part: Buffer; start: number } {
  const condition = request.headers['if-range'];
  const unchanged = condition === undefined || condition === reply.getHeader('etag');
  const range = unchanged ? parseRange(request.headers.range, bytes.length) : null;
  if (range === null) return { part: bytes, start: 0 };
  if (range === 'unsatisfiable') {
    void reply.status(416).header('content-range', `bytes */${bytes.length}`);
    return { part: Buffer.alloc(0), start: 0 };
  }
  void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`);
  return { part: bytes.subarray(range.start, range.end + 1), start: range.start };
}
