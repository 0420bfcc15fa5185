import {
  attentionQuery,
  snoozeBody,
  success,
  type AttentionDocumentsResponse,
  type AttentionQuery,
} from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, Roles, type Principal } from '@caredrop/service-kit';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { DocumentPresenter } from '../documents/document.presenter.js';
import { documentNotFound } from '../documents/documents.errors.js';
import { DocumentsQueries } from '../documents/documents.queries.js';
import { RecordReads } from '../documents/record-reads.js';
import { AttentionQueries } from './attention.queries.js';
import { SnoozeDocument } from './snooze-document.js';

@Callers('gateway')
@Roles('user', 'admin')
@Controller()
export class AttentionController {
  constructor(
    private readonly queries: AttentionQueries,
    private readonly documents: DocumentsQueries,
    private readonly views: DocumentPresenter,
    private readonly reads: RecordReads,
    private readonly snoozeDocument: SnoozeDocument,
  ) {}

  @Get('documents/attention')
  async own(@CurrentPrincipal() principal: Principal, @Query() query: unknown) {
    const wanted = parse(attentionQuery, query);
    const response = await this.list(principal, wanted, false);
    await this.reads.listScope(wanted, response.documents.length);
    return success(response);
  }

  @Roles('admin')
  @Get('admin/documents/attention')
  async all(@CurrentPrincipal() principal: Principal, @Query() query: unknown) {
    const { scope: _, ...wanted } = parse(attentionQuery, query);
    const response = await this.list(principal, wanted, true);
    await this.reads.listAll(wanted, response.documents.length);
    return success(response);
  }

  @Post('documents/:id/snooze')
  @HttpCode(200)
  async snooze(@CurrentPrincipal() actor: Principal, @Param('id') id: string, @Body() body: unknown) {
    const wanted = parse(snoozeBody, body);
    try {
      if (!(await this.documents.find(id, actor))) throw documentNotFound();
      await this.snoozeDocument.execute(id, wanted, actor);
    } catch (error) {
      await this.reads.failed('document.snooze', id, error);
      throw error;
    }
    return success({ snoozed_until: wanted.until });
  }

  private async list(
    principal: Principal,
    query: AttentionQuery,
    everyone: boolean,
  ): Promise<AttentionDocumentsResponse> {
    const now = new Date();
    const { rows, ...counts } = await this.queries.list(principal, { ...query, everyone }, now);
    const documents = await this.views.view(rows);
    const items = rows.flatMap(({ createdAt, until }, index) => {
      const document = documents[index];
      const snoozed = until && { snoozed_until: until.toISOString() };
      const reason = 'new_document' as const;
      return document ? [{ reason, since: createdAt.toISOString(), ...snoozed, document }] : [];
    });
    return { documents: items, ...counts, checked_at: now.toISOString() };
  }
}
