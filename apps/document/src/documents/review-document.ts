import type { ReviewBody, ReviewState } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import {
  appError,
  auditSubject,
  isUuid,
  mayWorkOn,
  recordAuditEvent,
  type Principal,
} from '@caredrop/service-kit';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { DocumentMetrics } from '../metrics.js';
import { aboutDocument, belongingColumns, type BelongingDocument } from './about-document.js';
import { documentNotFound } from './documents.errors.js';

interface Locked extends BelongingDocument {
  state: string;
  reviewState: ReviewState;
}

/** The audit action for a change to each state. */
export const reviewActions = {
  new: 'document.review_undone',
  reviewed: 'document.reviewed',
  filed: 'document.filed',
} as const satisfies Record<ReviewState, string>;

/** Marks a document as reviewed or filed, or as new again. */
@Injectable()
export class ReviewDocument {
  constructor(
    private readonly unitOfWork: UnitOfWork<Tx>,
    private readonly metrics: DocumentMetrics,
  ) {}

  /**
   * A document that is already in this state keeps its reviewer and time. Throws 404 when `actor` may not
   * work on it; 409 when its state is no longer `from`, or when there is no file that a person could have
   * read.
   */
  async execute(id: string, { state, from }: ReviewBody, actor: Principal): Promise<void> {
    if (!isUuid(id)) throw documentNotFound();
    const changed = await this.unitOfWork.run(async (tx, emit) => {
      const document = await lock(tx, id, actor);
      if (!document) throw documentNotFound();
      if (document.reviewState === state) return false;
      if (document.reviewState !== from) throw appError('review_changed');
      if (state !== 'new' && document.state !== 'ready') throw appError('review_impossible');
      const { version, reviewedAt } = await tx.document.update({
        where: { id },
        data: { reviewState: state, ...reviewer(state, actor), version: { increment: 1 } },
      });
      await emit({
        type: 'document.review_changed',
        aggregateId: id,
        aggregateVersion: version,
        data: { ...aboutDocument(document), reviewedAt: reviewedAt?.toISOString() ?? null },
      });
      const related = [auditSubject.token(document.tokenId)];
      await recordAuditEvent(emit, {
        action: reviewActions[state],
        subject: auditSubject.document(id),
        related,
      });
      return true;
    });
    if (changed) this.metrics.reviews.inc({ state });
  }
}

async function lock(tx: Tx, id: string, actor: Principal): Promise<Locked | undefined> {
  const [row] = await tx.$queryRaw<Locked[]>`
    SELECT ${Prisma.raw(belongingColumns)}, state, review_state AS "reviewState" FROM documents
    WHERE id = ${id}::uuid AND state <> 'rejected' FOR NO KEY UPDATE`;
  return row && mayWorkOn(actor, row) ? row : undefined;
}

const reviewer = (state: ReviewState, { userId, firstName, lastName }: Principal) =>
  state === 'new'
    ? { reviewedAt: null, reviewedBy: null, reviewerFirstName: null, reviewerLastName: null }
    : {
        reviewedAt: new Date(),
        reviewedBy: userId,
        reviewerFirstName: firstName,
        reviewerLastName: lastName,
      };
