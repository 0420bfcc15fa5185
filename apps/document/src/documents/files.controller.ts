import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { Callers } from '@caredrop/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SEGMENT } from '../files/segments.js';
import type { SignedUrl } from '../files/signed-url.js';
import { FileAccess } from './file-access.js';
import { addHeaders, requestedPart } from './file-headers.js';
import { FileUrls } from './file-urls.js';
import { RecordReads, type FileAction } from './record-reads.js';
import { StreamDocument } from './stream-document.js';

/**
 * GET /files/{capability}: a document's bytes, for the holder of its signed URL, while the document exists
 * and the session that the URL was signed for is alive. No other credential is needed; one that is sent must
 * belong to the same user.
 */
@Callers('gateway')
@Controller('files')
export class FilesController {
  constructor(
    private readonly urls: FileUrls,
    private readonly access: FileAccess,
    private readonly streamDocument: StreamDocument,
    private readonly reads: RecordReads,
  ) {}

  @Get(':capability')
  async file(
    @Param('capability') text: string,
    @Query('disposition') disposition: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    const signedUrl = this.urls.verify(text);
    const type = disposition === 'attachment' ? 'attachment' : 'inline';
    const action = type === 'attachment' ? 'document.download' : 'document.open_original';
    const { document, reader, part, segments } = await this.open(signedUrl, action, request);
    const isSent = part.status !== 416 && request.method !== 'HEAD';
    if (isSent) await this.reads.file(action, document, reader, signedUrl, part.status === 206);
    addHeaders(reply, document, type, part);
    return isSent ? this.stream(segments, signedUrl, action) : Readable.from([]);
  }

  /** Opens the URL's document and verifies the first requested segment. */
  private open(signedUrl: SignedUrl, action: FileAction, request: FastifyRequest) {
    return this.access.execute(signedUrl, action, async ({ document, reader }) => {
      const part = requestedPart(request, document);
      const segments = part.status === 416 ? [] : await this.streamDocument.execute(document, part.range);
      return { document, reader, part, segments };
    });
  }

  /** Fastify cuts the connection when a segment cannot be read: a partial document must not look complete. */
  private stream(
    segments: AsyncIterable<Buffer> | Iterable<Buffer>,
    { documentId }: SignedUrl,
    action: FileAction,
  ): Readable {
    // The stream is read on behalf of the socket, outside the request's context.
    const failed = AsyncLocalStorage.bind((error: unknown) => this.reads.failed(action, documentId, error));
    return Readable.from(withFailures(segments, failed), { objectMode: false, highWaterMark: SEGMENT });
  }
}

async function* withFailures(
  segments: AsyncIterable<Buffer> | Iterable<Buffer>,
  failed: (error: unknown) => Promise<void>,
): AsyncGenerator<Buffer> {
  try {
    yield* segments;
  } catch (error) {
    await failed(error);
    throw error;
  }
}
