import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { teamLimits, type CoverBody } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, isUuid } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { emitCoverChange, type CoverRow } from './cover.js';
import { coverPeriod } from './cover-period.js';

@Injectable()
export class SetCover {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /**
   * Sets an absence of `userId`. Throws 400 for an invalid period or if the user would stand in for themselves, 404
   * for an unknown user, and 409 if either of the two cannot sign in, if the user already has an absence that is
   * not over, or if the colleague already stands in for too many others.
   */
  async execute(actorId: string, userId: string, { coverId, ...wanted }: CoverBody): Promise<void> {
    if (!isUuid(userId)) throw appError('user_not_found');
    if (userId.toLowerCase() === coverId.toLowerCase()) throw appError('cover_self');
    await this.unitOfWork.run(async (tx, emit) => {
      await lockBoth(tx, userId, coverId);
      const now = await databaseTime(tx);
      const period = coverPeriod(wanted, now);
      await requireFree(tx, { userId, coverId }, now);
      const cover = { id: randomUUID(), userId, coverId };
      await tx.cover.create({ data: { ...cover, ...period, createdBy: actorId } });
      await emitCoverChange(emit, cover, { action: 'cover.set' });
    });
  }
}

/**
 * Locks both accounts: until the transaction ends, neither can be disabled elsewhere, and no second absence can be
 * set.
 */
async function lockBoth(tx: Tx, userId: string, coverId: string): Promise<void> {
  const rows = await tx.$queryRaw<{ id: string; disabled: boolean; invited: boolean }[]>`
    SELECT id, disabled, password_hash IS NULL AS invited FROM users
     WHERE id IN (${userId}::uuid, ${coverId}::uuid) ORDER BY id FOR NO KEY UPDATE`;
  if (rows.length < 2) throw appError('user_not_found');
  if (rows.some(({ disabled, invited }) => disabled || invited)) throw appError('cover_unavailable');
}

type Two = Pick<CoverRow, 'userId' | 'coverId'>;

async function requireFree(tx: Tx, { userId, coverId }: Two, now: Date): Promise<void> {
  const notOver = { endedAt: null, endsAt: { gt: now } };
  if ((await tx.cover.count({ where: { userId, ...notOver } })) > 0) throw appError('cover_exists');
  const max = teamLimits.coversPerUserMax;
  if ((await tx.cover.count({ where: { coverId, ...notOver } })) >= max)
    throw appError('cover_colleague_full', { params: { max } });
}

async function databaseTime(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  return row?.now ?? new Date();
}
