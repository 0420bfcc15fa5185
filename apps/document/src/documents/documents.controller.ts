import {
  adminDocumentsQuery,
  bulkDeleteBody,
  documentsQuery,
  downloadBody,
  success,
  type DocumentsAnswer,
} from '@caredrop/contracts';
import {
  Callers,
  CurrentPrincipal,
  parse,
  requireProofForBulk,
  Roles,
  type Principal,
} from '@caredrop/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { WorkInFlight } from '../jobs/work-in-flight.js';
import { DeleteDocuments } from './delete-documents.js';
import { DocumentViews } from './document-views.js';
import { documentNotFound } from './documents.errors.js';
import { DocumentsQueries, type DocumentPage, type DocumentRow } from './documents.queries.js';
import { DownloadZip } from './download-zip.js';
import { RecordReads } from './record-reads.js';

@Callers('gateway')
@Roles('user', 'admin')
@Controller()
export class DocumentsController {
  constructor(
    private readonly queries: DocumentsQueries,
    private readonly views: DocumentViews,
    private readonly deleteDocuments: DeleteDocuments,
    private readonly downloadZip: DownloadZip,
    private readonly reads: RecordReads,
    private readonly work: WorkInFlight,
    @Inject(CONFIG) private readonly config: Pick<Config, 'FRESH_PROOF_SCOPE'>,
  ) {}

  @Get('documents')
  async list(@CurrentPrincipal() { userId }: Principal, @Query() query: unknown) {
    return success(await this.toAnswer(await this.queries.listOwn(userId, parse(documentsQuery, query))));
  }

  @Get('documents/:id')
  async details(@CurrentPrincipal() reader: Principal, @Param('id') id: string) {
    const row = await this.recorded('document.view', id, () => this.visible(id, reader));
    const [document] = await this.views.view([row]);
    await this.reads.view(row);
    return success({ document });
  }

  @Roles('admin')
  @Get('admin/documents')
  async listAll(@Query() query: unknown) {
    const filter = parse(adminDocumentsQuery, query);
    const page = await this.queries.listAll(filter);
    const shown = await this.toAnswer(page);
    await this.reads.listAll(filter, page.rows.length);
    return success(shown);
  }

  @Roles('admin')
  @Post('admin/documents/download')
  @HttpCode(200)
  async download(@CurrentPrincipal() reader: Principal, @Body() body: unknown, @Res() reply: FastifyReply) {
    requireProofForBulk(this.config.FRESH_PROOF_SCOPE, reader);
    const { documentIds } = parse(downloadBody, body);
    await this.work.track(this.downloadZip.run(documentIds, reader, reply));
  }

  @Delete('upload/file/:id')
  async deleteOne(@CurrentPrincipal() actor: Principal, @Param('id') id: string) {
    const act = 'document.delete';
    const deleted = await this.recorded(act, id, () => this.deleteDocuments.run([id], actor, act));
    return success({ deleted });
  }

  @Delete('upload/files/bulk')
  async deleteMany(@CurrentPrincipal() actor: Principal, @Body() body: unknown) {
    requireProofForBulk(this.config.FRESH_PROOF_SCOPE, actor);
    const { documentIds } = parse(bulkDeleteBody, body);
    return success({ deleted: await this.deleteDocuments.run(documentIds, actor, 'document.delete_bulk') });
  }

  private async visible(id: string, reader: Principal): Promise<DocumentRow> {
    const row = await this.queries.find(id, reader);
    if (!row) throw documentNotFound();
    return row;
  }

  /** An id that is unknown or a colleague's leaves an entry as well. */
  private async recorded<T>(
    action: 'document.view' | 'document.delete',
    id: string,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.reads.failed(action, id, error);
      throw error;
    }
  }

  private async toAnswer({ rows, ...page }: DocumentPage): Promise<DocumentsAnswer> {
    return { uploads: await this.views.view(rows), ...page };
  }
}
