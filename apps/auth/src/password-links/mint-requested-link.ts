import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { mintPasswordLink, type MintedLink } from './mint-password-link.js';
import type { LinkPurpose } from './password-link.js';

export interface LinkWanted {
  userId: string;
  purpose: LinkPurpose;
  /** The id of the event that requested the email; notification services of version 0.1 do not send it. */
  requestId?: string | undefined;
}

const eventTypes = { reset: 'password_reset.requested', invite: 'user.invited' } as const;

/**
 * Mints the link for an email, only for an open request of this user or a recent event of version 0.1: an attacker who
 * controls the notification service gets no links for other users. Sending an email may take several attempts, so one
 * request may mint more than one link; setting a password closes the request and voids them all.
 */
@Injectable()
export class MintRequestedLink {
  constructor(
    private readonly unitOfWork: UnitOfWork<Tx>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns null if the user is deleted or disabled, or if there is no such request, which is audited. */
  execute(wanted: LinkWanted): Promise<MintedLink | null> {
    return this.unitOfWork.run(async (tx, emit) => {
      await lockUser(tx, wanted.userId);
      if (await isRequested(tx, wanted))
        return mintPasswordLink(tx, this.config, wanted.userId, wanted.purpose);
      await recordAuditEvent(emit, {
        action: 'password.mint_link',
        outcome: 'refused',
        reason: 'no_open_request',
        actor: 'system',
        subject: auditSubject.user(wanted.userId),
      });
      return null;
    });
  }
}

/**
 * A concurrent password change or disable, which also locks the user first, either sees the minted link and voids it,
 * or has closed the request before this transaction reads it.
 */
async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR SHARE`;
}

/** Without an id, any open request of the user for this purpose is accepted. */
async function isRequested(tx: Tx, wanted: LinkWanted): Promise<boolean> {
  const { userId, purpose, requestId = null } = wanted;
  const open = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM password_link_requests
     WHERE user_id = ${userId}::uuid AND purpose = ${purpose} AND closed_at IS NULL AND expires_at > now()
       AND id = COALESCE(${requestId}::uuid, id)`;
  return open.length > 0 || isRequestedByEarlierVersion(tx, wanted);
}

/**
 * Version 0.1 emitted the event without a request. Its events are accepted for four days, longer than an email is
 * retried by default, as long as no password has been set since and the account has not been disabled. Remove this in
 * the first version that does not support upgrading from 0.1.
 */
async function isRequestedByEarlierVersion(tx: Tx, wanted: LinkWanted): Promise<boolean> {
  const { userId, purpose, requestId = null } = wanted;
  const events = await tx.$queryRaw<{ id: string }[]>`
    SELECT e.id FROM outbox e
     WHERE e.type = ${eventTypes[purpose]} AND e.aggregate_id = ${userId}::uuid
       AND e.id = COALESCE(${requestId}::uuid, e.id) AND e.created_at > now() - interval '4 days'
       AND NOT EXISTS (SELECT 1 FROM password_link_requests r WHERE r.id = e.id)
       AND NOT EXISTS (SELECT 1 FROM outbox later
                        WHERE later.aggregate_id = e.aggregate_id AND later.created_at > e.created_at
                          AND later.type IN ('password.changed', 'user.disabled'))`;
  return events.length > 0;
}
