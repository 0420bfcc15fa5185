import { pageQuery, success } from '@caredrop/contracts';
import { Callers, parse } from '@caredrop/service-kit';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { MAX_PAGES } from '../drawing/page-size.js';
import { FileAccess, type OpenedFile } from './file-access.js';
import { protectiveHeaders } from './file-headers.js';
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
    void reply.headers(protectiveHeaders);
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
    void reply.headers({ ...protectiveHeaders, 'content-type': 'image/jpeg' });
    return jpeg;
  }

  /**
   * A thumbnail is part of a list and too small to read, so it does not count as a view. Only a refused
   * request for one is audited.
   */
  @Get(':capability/thumbnail')
  async thumbnail(
    @Param('capability') text: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const file = await this.access.execute(this.urls.verify(text), ACTION, (opened) =>
      Promise.resolve(opened),
    );
    const jpeg = await this.copies.thumbnail(file);
    void reply.headers({ ...protectiveHeaders, 'content-type': 'image/jpeg' });
    return jpeg;
  }

  /** All pages viewed through one URL share one audit entry, written before the first page is sent. */
  private viewed<T>(text: string, work: (file: OpenedFile) => Promise<T>): Promise<T> {
    const signedUrl = this.urls.verify(text);
    return this.access.execute(signedUrl, ACTION, async (file) => {
      const result = await work(file);
      await this.reads.file(ACTION, file.document, file.reader, signedUrl, true);
      return result;
    });
  }
}

/** Index of a page, from 0. A text that is not a page number maps past the last page shown. */
const indexOf = (page: string) => (/^[1-9]\d{0,3}$/.test(page) ? Number(page) - 1 : MAX_PAGES);
