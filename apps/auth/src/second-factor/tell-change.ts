import { about, recordAct, type Act } from '@caredrop/service-kit';
import type { secondFactorChanges } from '@caredrop/contracts/events';
import type { Emit } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { nextVersion } from './account.js';

/** What the audit calls them. */
const acts = {
  on: 'second_factor.turn_on',
  off: 'second_factor.turn_off',
  reset: 'second_factor.reset',
  recovery_used: 'second_factor.use_recovery_code',
} as const;

/** Tells of a change of somebody's second factor; the notification service mails the person. Answers the version. */
export async function tellChange(
  tx: Tx,
  emit: Emit,
  userId: string,
  change: (typeof secondFactorChanges)[number],
  actor?: Act['actor'],
): Promise<number> {
  const version = await nextVersion(tx, userId);
  const data = { userId, change };
  await emit({ type: 'second_factor.changed', aggregateId: userId, aggregateVersion: version, data });
  const act = { action: acts[change], subject: about.user(userId) };
  await recordAct(emit, actor ? { ...act, actor } : act);
  return version;
}
