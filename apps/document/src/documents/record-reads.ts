import type { AdminDocumentsQuery, AttentionQuery, DocumentsQuery } from '@caredrop/contracts';
import type { Principal } from '@caredrop/service-kit';
import {
  auditSubject,
  attemptedOn,
  attemptedOnMany,
  AuditThrottle,
  toAuditOutcome,
  ListReads,
  recordAuditEvent,
  type AuditEvent,
  type Logger,
} from '@caredrop/service-kit';
import { UnitOfWork } from '@caredrop/messaging';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Tx } from '../database/prisma.service.js';
import type { SignedUrl } from '../files/signed-url.js';
import { LOGGER } from '../config.js';

type Row = { id: string; tokenId: string };
type Reader = { id: string; role: Principal['role'] };
export type FileAction = 'document.preview' | 'document.open_original' | 'document.download';
type Review = 'document.reviewed' | 'document.filed' | 'document.review_undone';
type Attempt = FileAction | Review | 'document.view' | 'document.delete' | 'document.snooze';
type BulkAttempt = 'document.delete_bulk' | 'document.download_zip';

/**
 * Maximum number of signed URLs whose audit entry is remembered. Beyond it all are forgotten, so a view may
 * be recorded more than once.
 */
const BEGUN = 10_000;

/**
 * Audits reads of documents. The entry for a read is committed before the response is sent, so nothing that must be
 * audited is shown without an entry. Lists contain patients' comments, so a list of other users' documents is
 * audited too: one entry for each call, not for each row; repeats of a call within a minute are only counted. The list
 * of a user's own documents, and thumbnails, are not audited.
 */
@Injectable()
export class RecordReads implements BeforeApplicationShutdown {
  private readonly begun = new Map<string, Promise<void>>();
  private readonly rejections: AuditThrottle;
  private readonly lists: ListReads;

  constructor(
    private readonly unitOfWork: UnitOfWork<Tx>,
    @Inject(LOGGER) logger: Logger,
  ) {
    const write = (event: AuditEvent) => this.write(event);
    this.rejections = new AuditThrottle({ write, logger });
    this.lists = new ListReads({ write, logger });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.lists.stop(), this.rejections.stop()]);
  }

  /** Audits the list of everyone's documents, or of those that need attention. */
  listAll(query: AdminDocumentsQuery | AttentionQuery, rows: number): Promise<void> {
    return this.lists.record('document.list_all', query, rows);
  }

  /** Audits a list of colleagues' documents: those of a team, or of the colleagues the caller covers. */
  async listScope(query: DocumentsQuery | AttentionQuery, rows: number): Promise<void> {
    if (query.scope === undefined || query.scope === 'mine') return;
    await this.lists.record('document.list_shared', query, rows);
  }

  /** Audits a view of a document's page, which shows the patient's comment. */
  view(row: Row): Promise<void> {
    return this.write({ action: 'document.view', ...whichOf(row) });
  }

  zip(rows: Row[]): Promise<void> {
    return this.write({
      action: 'document.download_zip',
      related: rows.map(({ id }) => auditSubject.document(id)),
    });
  }

  /**
   * Audits access to a file's bytes or its safe copy. Each request for a whole file gets one entry. A viewer
   * requests a PDF in parts and a safe copy by page: all `parts` requested through the same URL share one
   * entry, which is committed before the first of them is sent.
   */
  async file(
    action: FileAction,
    row: Row,
    reader: Reader,
    signedUrl: SignedUrl,
    parts: boolean,
  ): Promise<void> {
    const key = [action, signedUrl.documentId, signedUrl.sessionId, signedUrl.expiresAt.getTime()].join(' ');
    const begun = parts ? this.begun.get(key) : undefined;
    if (begun) return begun;
    const writing = this.write({ action, ...whichOf(row), actor: reader });
    if (this.begun.size >= BEGUN) this.begun.clear();
    this.begun.set(key, writing);
    await writing.catch((error: unknown) => {
      this.begun.delete(key);
      throw error;
    });
  }

  /**
   * Audits a failed call on one document, for example because it is unreadable or another user's, or the
   * session has ended.
   */
  failed(action: Attempt, documentId: string, error: unknown): Promise<void> {
    return this.rejections.note({ action, ...toAuditOutcome(error), ...attemptedOn('document', documentId) });
  }

  /**
   * Audits a call on several documents that failed as a whole, for example because one is unknown or another
   * user's.
   */
  failedMany(action: BulkAttempt, documentIds: string[], error: unknown): Promise<void> {
    return this.rejections.note({
      action,
      ...toAuditOutcome(error),
      ...attemptedOnMany('document', documentIds),
    });
  }

  private async write(event: AuditEvent): Promise<void> {
    await recordAuditEvent(this.unitOfWork.emit, event);
  }
}

const whichOf = ({ id, tokenId }: Row) => ({
  subject: auditSubject.document(id),
  related: [auditSubject.token(tokenId)],
});
