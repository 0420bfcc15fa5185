import { Inject, Injectable } from '@nestjs/common';
import type { SessionTime } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';

interface Row {
  endsAt: Date;
  secondsLeft: number;
  extendable: boolean;
}

/** Reads and extends the time a session has left, by the database's clock. */
@Injectable()
export class SessionTimeKeeper {
  private readonly idle: number;
  private readonly warningSeconds: number;

  constructor(
    private readonly prisma: PrismaService,
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(CONFIG) { SESSION_IDLE_SECONDS, SESSION_WARNING_SECONDS }: Config,
  ) {
    this.idle = SESSION_IDLE_SECONDS;
    this.warningSeconds = Math.min(SESSION_WARNING_SECONDS, Math.ceil(this.idle / 2));
  }

  /** Throws 401 when no time is left. */
  async left(sessionId: string): Promise<SessionTime> {
    const rows = await this.prisma.$queryRaw<Row[]>`
      SELECT ends_at AS "endsAt", extract(epoch FROM ends_at - now())::float8 AS "secondsLeft",
             expires_at > ends_at AS extendable
        FROM (SELECT expires_at, LEAST(expires_at, last_activity_at
                                        + ${this.idle}::float8 * interval '1 second')::timestamptz(3) AS ends_at
                FROM sessions WHERE id = ${sessionId}::uuid AND ended_at IS NULL) AS session
       WHERE ends_at > now()`;
    const [row] = rows;
    if (!row) throw appError('unauthorized');
    const { endsAt, secondsLeft, extendable } = row;
    return { endsAt: endsAt.toISOString(), secondsLeft, extendable, warningSeconds: this.warningSeconds };
  }

  /**
   * Records activity immediately, although ordinary activity is not written on every call (`check-session.ts`). Audited
   * if the activity recorded before was more than a minute ago.
   */
  async extend(sessionId: string): Promise<SessionTime> {
    await this.work.run(async (tx, emit) => {
      const rows = await tx.$queryRaw<{ recently: boolean }[]>`
        WITH before AS (SELECT id, last_activity_at FROM sessions WHERE id = ${sessionId}::uuid FOR UPDATE)
        UPDATE sessions SET last_activity_at = now() FROM before
         WHERE sessions.id = before.id AND sessions.ended_at IS NULL AND sessions.expires_at > now()
           AND before.last_activity_at > now() - ${this.idle}::float8 * interval '1 second'
        RETURNING before.last_activity_at > now() - interval '1 minute' AS recently`;
      if (rows[0]?.recently === false)
        await recordAuditEvent(emit, { action: 'session.extend', subject: auditSubject.session(sessionId) });
    });
    return this.left(sessionId);
  }
}
