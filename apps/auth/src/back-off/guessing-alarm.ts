import { Injectable } from '@nestjs/common';
import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { openLinkRequest } from '../password-links/open-link-request.js';
import { AttemptCounters } from './attempt-counters.js';

/** From this many consecutive failures on, the owner is warned at most once a day. */
const WARN_AT = 10;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Failures {
  inARow: number;
  /** LOGIN_MAX_FAILURES: at exactly this many, the owner is sent the link. */
  most: number;
}

interface Owner {
  id: string;
  version: number;
}

/**
 * Warns an account's owner by email that the password is being guessed, and sends the link that is needed
 * once too many guesses have failed. Failures for an email without an account are counted in the same way, but
 * emit nothing.
 */
@Injectable()
export class GuessingAlarm {
  constructor(private readonly counters: AttemptCounters) {}

  /** Called after each counted failure, in its transaction. */
  async counted(tx: Tx, emit: Emit, email: string, { inARow, most }: Failures): Promise<void> {
    if (inARow >= WARN_AT && (await this.isDue(tx, email))) await warn(tx, emit, email);
    if (inARow === most) await sendLink(tx, emit, email);
  }

  /** Returns true at most once a day, even if the failure counter restarts. */
  private async isDue(tx: Tx, email: string): Promise<boolean> {
    const key = this.counters.keyOf('warned', email);
    const view = await this.counters.lock(tx, [key]);
    const { lastAt, attempts, blockedUntil } = view.of(key);
    if (lastAt !== null && view.now.getTime() - lastAt.getTime() < DAY_MS) return false;
    await this.counters.save(tx, key, { attempts: attempts + 1, blockedUntil, lastAt: view.now });
    return true;
  }
}

async function warn(tx: Tx, emit: Emit, email: string): Promise<void> {
  const owner = await ownerOf(tx, email);
  if (!owner) return;
  const data = { userId: owner.id };
  await emit({
    type: 'sign_in.failed_repeatedly',
    aggregateId: owner.id,
    aggregateVersion: owner.version,
    data,
    actor: null,
  });
}

async function sendLink(tx: Tx, emit: Emit, email: string): Promise<void> {
  const owner = await ownerOf(tx, email);
  if (!owner) return;
  await openLinkRequest(tx, emit, owner, 'reset', { tooManyFailures: true });
  const codes = ['too_many_failures'];
  await recordAuditEvent(emit, {
    action: 'password.request_reset',
    actor: 'system',
    subject: auditSubject.user(owner.id),
    codes,
  });
}

/**
 * Reads without a lock: this transaction already holds the counters of sign-ins, and a successful sign-in locks the
 * user's row before them, so locking it here could deadlock.
 */
async function ownerOf(tx: Tx, email: string): Promise<Owner | null> {
  const user = await tx.user.findUnique({
    where: { email },
    select: { id: true, version: true, disabled: true },
  });
  return user && !user.disabled ? user : null;
}
