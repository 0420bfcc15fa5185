import { pageQuery, success } from '@caredrop/contracts';
import { Callers, parse } from '@caredrop/service-kit';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { MOST_PAGES } from '../drawing/page-size.js';
import type { SignedUrl } from '../files/signed-url.js';
import { documentNotFound } from './documents.errors.js';
import { FileAccess, type OpenedFile } from './file-access.js';
import { FileUrls } from './file-urls.js';
import { RecordReads } from './record-reads.js';
import { SafeCopies } from './safe-copies.js';

const ACTION = 'document.preview';

/**
 * The safe copy of a document, below its signed URL and with the same access: sizes of its pages, each page
 * as a JPEG, and a thumbnail for lists.
 */
@Callers('gateway')
@Controller('files')
export class PagesController {
  constructor(
    private readonly urls: FileUrls,
    private readonly access: FileAccess,
    private readonly copies: SafeCopies,
    private readonly reads: RecordReads,
  ) {}

  @Get(':capability/pages')
  async pages(@Param('capability') text: string, @Res({ passthrough: true }) reply: FastifyReply) {
    const { sizes, pages } = await this.viewed(text, (file) => this.copies.measure(file));
    addHeaders(reply);
    return success({ pages: sizes, total: pages });
  }

  @Get(':capability/pages/:page')
  async page(
    @Param('capability') text: string,
    @Param('page') page: string,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const { width } = parse(pageQuery, query);
    const index = indexOf(page);
    const jpeg = await this.viewed(text, (file) => this.copies.page(file, index, width));
    addHeaders(reply, 'image/jpeg');
    return jpeg;
  }

  /** Part of a list, and too small to read: not a view of the document, so without an audit entry. */
  @Get(':capability/thumbnail')
  async thumbnail(
    @Param('capability') text: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const file = await this.access.execute(this.verified(text), ACTION, (opened) => Promise.resolve(opened));
    const jpeg = await this.copies.thumbnail(file);
    addHeaders(reply, 'image/jpeg');
    return jpeg;
  }

  /** All pages seen through one URL are one audit entry, written before the first of them is sent. */
  private viewed<T>(text: string, work: (file: OpenedFile) => Promise<T>): Promise<T> {
    const signedUrl = this.verified(text);
    return this.access.execute(signedUrl, ACTION, async (file) => {
      const result = await work(file);
      await this.reads.file(ACTION, file.document, file.reader, signedUrl, true);
      return result;
    });
  }

  private verified(text: string): SignedUrl {
    const signedUrl = this.urls.verify(text);
    if (!signedUrl) throw documentNotFound();
    return signedUrl;
  }
}

/** From 0. A text that names no page is the page after the last. */
const indexOf = (page: string) => (/^[1-9]\d{0,3}$/.test(page) ? Number(page) - 1 : MOST_PAGES);

function addHeaders(reply: FastifyReply, type?: string): void {
  void reply.headers({
    ...(type && { 'content-type': type }),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; frame-ancestors 'self'",
    'cross-origin-resource-policy': 'same-site',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
  });
}
