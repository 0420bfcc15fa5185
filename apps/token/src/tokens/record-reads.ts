import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { AttentionQuery, MonitorQuery, StatisticsQuery, TokensQuery } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import {
  attemptedOn,
  attemptedOnMany,
  AuditThrottle,
  toAuditOutcome,
  ListReads,
  recordAuditEvent,
  requestContext,
  type AuditEvent,
  type Logger,
  type Principal,
} from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { LOGGER } from '../config.js';
import { RecentViews } from './recent-views.js';
import { recordView } from './record-view.js';
import { TokenQueries } from './tokens.queries.js';

type Reading =
  | 'token.view'
  | 'token.revoke'
  | 'token.extend'
  | 'token.assigned'
  | 'token.reissue'
  | 'token.ask_again'
  | 'token.close_problem'
  | 'token.send_thanks'
  | 'token.send_sms'
  | 'token.send_email'
  | 'token.send_scheduled'
  | 'token.schedule_cancelled'
  | 'token.pause_reminders'
  | 'token.resume_reminders'
  | 'token.unlock_check'
  | 'token.snooze';

/**
 * Audits reads of other clinicians' links, and refused attempts. Each entry is committed before the response is sent,
 * except that repeated reads of a list are counted, repeated views of a link within a minute have one entry, and refused
 * attempts beyond a quota are aggregated. Reads of the caller's own links are not audited.
 */
@Injectable()
export class RecordReads implements BeforeApplicationShutdown {
  private readonly lists: ListReads;
  private readonly rejections: AuditThrottle;
  private readonly views = new RecentViews();

  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(LOGGER) logger: Logger,
    private readonly queries: TokenQueries,
  ) {
    const write = (event: AuditEvent) => this.write(event);
    this.lists = new ListReads({ write, logger });
    this.rejections = new AuditThrottle({ write, logger });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.lists.stop(), this.rejections.stop()]);
  }

  /** Audits a read of the list of everyone's links, or of those that need attention. */
  listAll(query: MonitorQuery | AttentionQuery, rows: number): Promise<void> {
    return this.lists.record('token.list_all', query, rows);
  }

  /** Audits a read of colleagues' links: those of a team, or of the people whom the caller covers. */
  async listScope(query: TokensQuery | AttentionQuery, rows: number): Promise<void> {
    if (query.scope === undefined || query.scope === 'mine') return;
    await this.lists.record('token.list_shared', query, rows);
  }

  /** Audits a read of the statistics of everyone's links. */
  statistics(query: StatisticsQuery, rows: number): Promise<void> {
    return this.lists.record('token.statistics_all', query, rows);
  }

  /** Audits a view of a colleague's link, unless one by the same reader was recorded within the last minute. */
  view(token: Token): Promise<void> {
    const reader = requestContext.current();
    const key = [reader?.principal?.userId, reader?.clientAddress, token.id, token.ownerId];
    return this.views.once(JSON.stringify(key), () => recordView(this.work.emit, token));
  }

  /** Returns a link that the caller may read. Otherwise throws 404 and audits the attempt. */
  async visible(id: string, principal: Principal, action: Reading): Promise<Token> {
    try {
      return await this.queries.visible(id, principal);
    } catch (error) {
      await this.rejections.note({ action, ...toAuditOutcome(error), ...attemptedOn('token', id) });
      throw error;
    }
  }

  /** Audits an export that was refused as a whole: one of the links is unknown, or the caller may not work on it. */
  exportFailed(tokenIds: string[], error: unknown): Promise<void> {
    const which = attemptedOnMany('token', tokenIds);
    return this.rejections.note({ action: 'token.export', ...toAuditOutcome(error), ...which });
  }

  private write(event: AuditEvent): Promise<void> {
    return recordAuditEvent(this.work.emit, event);
  }
}
