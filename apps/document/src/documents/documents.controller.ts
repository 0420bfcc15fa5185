import {
  adminDocumentsQuery,
  bulkDeleteBody,
  documentsQuery,
  downloadBody,
  reviewBody,
  success,
  type DocumentsResponse,
} from '@caredrop/contracts';
import {
  Callers,
  CurrentPrincipal,
  mayWorkOn,
  parse,
  requireProofForBulk,
  Roles,
  type Principal,
} from '@caredrop/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { WorkInFlight } from '../concurrency/work-in-flight.js';
import { DeleteDocuments } from './delete-documents.js';
import { DocumentPresenter } from './document.presenter.js';
import { documentNotFound } from './documents.errors.js';
import { DocumentsQueries, type DocumentPage, type DocumentRow } from './documents.queries.js';
import { DownloadZip } from './download-zip.js';
import { RecordReads } from './record-reads.js';
import { reviewActions, ReviewDocument } from './review-document.js';
import { SeenMarks } from './seen-marks.js';

@Callers('gateway')
@Roles('user', 'admin')
@Controller()
export class DocumentsController {
  constructor(
    private readonly queries: DocumentsQueries,
    private readonly views: DocumentPresenter,
    private readonly deleteDocuments: DeleteDocuments,
    private readonly downloadZip: DownloadZip,
    private readonly reads: RecordReads,
    private readonly seenMarks: SeenMarks,
    private readonly reviewDocument: ReviewDocument,
    private readonly work: WorkInFlight,
    @Inject(CONFIG) private readonly config: Pick<Config, 'FRESH_PROOF_SCOPE'>,
  ) {}

  @Get('documents')
  async list(@CurrentPrincipal() principal: Principal, @Query() query: unknown) {
    const filter = parse(documentsQuery, query);
    const page = await this.queries.listOwn(principal, filter);
    const shown = await this.toResponse(page);
    await this.reads.listScope(filter, page.rows.length);
    return success(shown);
  }

  @Get('documents/:id')
  async details(@CurrentPrincipal() reader: Principal, @Param('id') id: string) {
    const failed = (error: unknown) => this.reads.failed('document.view', id, error);
    const row = await recorded(() => this.visible(id, reader), failed);
    const document = await this.views.opened(row);
    await this.reads.view(row);
    await this.seenMarks.add(row.id, reader.userId);
    return success({ document });
  }

  @Post('documents/:id/review')
  @HttpCode(200)
  async review(@CurrentPrincipal() actor: Principal, @Param('id') id: string, @Body() body: unknown) {
    const wanted = parse(reviewBody, body);
    const failed = (error: unknown) => this.reads.failed(reviewActions[wanted.state], id, error);
    await recorded(() => this.reviewDocument.execute(id, wanted, actor), failed);
    const { review } = await this.views.opened(await this.visible(id, actor));
    return success({ review });
  }

  @Roles('admin')
  @Get('admin/documents')
  async listAll(@Query() query: unknown) {
    const filter = parse(adminDocumentsQuery, query);
    const page = await this.queries.listAll(filter);
    const shown = await this.toResponse(page);
    await this.reads.listAll(filter, page.rows.length);
    return success(shown);
  }

  @Roles('admin')
  @Post('admin/documents/download')
  @HttpCode(200)
  async download(@CurrentPrincipal() reader: Principal, @Body() body: unknown, @Res() reply: FastifyReply) {
    requireProofForBulk(this.config.FRESH_PROOF_SCOPE, reader);
    const { documentIds } = parse(downloadBody, body);
    const failed = (error: unknown) => this.reads.failedMany('document.download_zip', documentIds, error);
    await recorded(() => this.work.track(this.downloadZip.execute(documentIds, reader, reply)), failed);
  }

  /** Requires no fresh proof: a request has at most ten items, and the caller may open each document individually. */
  @Post('requests/:id/download')
  @HttpCode(200)
  async downloadRequest(
    @CurrentPrincipal() reader: Principal,
    @Param('id') id: string,
    @Res() reply: FastifyReply,
  ) {
    const documents = await this.queries.ofRequest(id);
    const idsOf = (rows: typeof documents) => rows.map((row) => row.id);
    const own = idsOf(documents.filter((document) => mayWorkOn(reader, document)));
    const failed = (error: unknown) =>
      this.reads.failedMany('document.download_zip', idsOf(documents), error);
    await recorded(() => this.work.track(this.downloadZip.execute(own, reader, reply)), failed);
  }

  @Delete('upload/file/:id')
  async deleteOne(@CurrentPrincipal() actor: Principal, @Param('id') id: string) {
    const action = 'document.delete';
    const failed = (error: unknown) => this.reads.failed(action, id, error);
    return success({
      deleted: await recorded(() => this.deleteDocuments.execute([id], actor, action), failed),
    });
  }

  @Delete('upload/files/bulk')
  async deleteMany(@CurrentPrincipal() actor: Principal, @Body() body: unknown) {
    requireProofForBulk(this.config.FRESH_PROOF_SCOPE, actor);
    const { documentIds } = parse(bulkDeleteBody, body);
    const action = 'document.delete_bulk';
    const failed = (error: unknown) => this.reads.failedMany(action, documentIds, error);
    return success({
      deleted: await recorded(() => this.deleteDocuments.execute(documentIds, actor, action), failed),
    });
  }

  private async visible(id: string, reader: Principal): Promise<DocumentRow> {
    const row = await this.queries.find(id, reader);
    if (!row) throw documentNotFound();
    return row;
  }

  private async toResponse({ rows, ...page }: DocumentPage): Promise<DocumentsResponse> {
    return { uploads: await this.views.view(rows), ...page };
  }
}

/** Audits a call that fails, for example for an unknown id or another user's document. */
async function recorded<T>(work: () => Promise<T>, failed: (error: unknown) => Promise<void>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await failed(error);
    throw error;
  }
}
