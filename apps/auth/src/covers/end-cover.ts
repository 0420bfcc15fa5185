import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, isUuid } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { emitCoverChange, type CoverRow } from './cover.js';

@Injectable()
export class EndCover {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /** Ends one of the user's absences, running or planned. Throws 404 if it does not exist or is already over. */
  one(userId: string, id: string): Promise<void> {
    if (!isUuid(id)) throw appError('not_found');
    return this.where(userId, Prisma.sql`id = ${id}::uuid`);
  }

  /** Ends the user's running or planned absence. Throws 404 if there is none. */
  any(userId: string): Promise<void> {
    return this.where(userId, Prisma.sql`TRUE`);
  }

  private async where(userId: string, which: Prisma.Sql): Promise<void> {
    if (!isUuid(userId)) throw appError('not_found');
    await this.unitOfWork.run(async (tx, emit) => {
      const ended = await endCovers(tx, Prisma.sql`user_id = ${userId}::uuid AND ${which}`);
      if (ended.length === 0) throw appError('not_found');
      for (const cover of ended)
        await emitCoverChange(emit, cover, { action: 'cover.ended', why: 'ended_by_hand' });
    });
  }
}

/** Ends the absences that match and are not over, by the database's clock, and returns them. */
export const endCovers = (tx: Tx, which: Prisma.Sql): Promise<CoverRow[]> => tx.$queryRaw<CoverRow[]>`
  UPDATE covers SET ended_at = now()
   WHERE ${which} AND ended_at IS NULL AND ends_at > now()
  RETURNING id, user_id AS "userId", cover_id AS "coverId"`;
