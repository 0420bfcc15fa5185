import { Inject, Injectable } from '@nestjs/common';
import type { OwnSession } from '@caredrop/contracts';
import type { z } from 'zod';
import type { describeSessionResponse } from '@caredrop/contracts/internal';
import type { Principal } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { UNKNOWN_DEVICE } from './device.js';
import { networkOf } from './network.js';

type Row = Omit<OwnSession, 'current' | 'signedInAt' | 'lastActiveAt'> & {
  signedInAt: Date;
  lastActiveAt: Date;
};

/** Queries for a user's own sessions. */
@Injectable()
export class OwnSessionsQueries {
  constructor(
    private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'SESSION_IDLE_SECONDS'>,
  ) {}

  /** The user's live sessions: this one first, then by last activity. */
  async list({ userId, sessionId }: Pick<Principal, 'userId' | 'sessionId'>): Promise<OwnSession[]> {
    const rows = await this.prisma.$queryRaw<Row[]>`
      SELECT id, device, address, created_at AS "signedInAt", last_activity_at AS "lastActiveAt"
        FROM sessions
       WHERE user_id = ${userId}::uuid AND ended_at IS NULL AND expires_at > now()
         AND last_activity_at > now() - ${this.config.SESSION_IDLE_SECONDS}::float8 * interval '1 second'
       ORDER BY id = ${sessionId}::uuid DESC, last_activity_at DESC, id`;
    return rows.map(({ signedInAt, lastActiveAt, ...row }) => ({
      ...row,
      current: row.id === sessionId,
      signedInAt: signedInAt.toISOString(),
      lastActiveAt: lastActiveAt.toISOString(),
    }));
  }

  /** Describes a session for the email about a sign-in on a new device. */
  async describe(userId: string, id: string): Promise<z.input<typeof describeSessionResponse>> {
    const session = await this.prisma.session.findFirst({ where: { id, userId } });
    if (!session) return { outcome: 'gone' };
    const { device, address, createdAt } = session;
    return {
      outcome: 'found',
      device: device ?? UNKNOWN_DEVICE,
      network: networkOf(address),
      signedInAt: createdAt.toISOString(),
    };
  }
}
