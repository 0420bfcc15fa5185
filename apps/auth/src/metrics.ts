import { Inject, Injectable } from '@nestjs/common';
import { counter, measuredGauge } from '@caredrop/service-kit';
import { CONFIG, type Config } from './config.js';
import { PrismaService } from './database/prisma.service.js';

/** Actions that end sessions. Expired sessions are not counted. */
export type SessionEnd =
  | 'sign_out'
  | 'user_disabled'
  | 'role_changed'
  | 'password_changed'
  | 'second_factor_changed'
  | 'second_factor_required';

export const sessionsStarted = counter('auth_sessions_started_total', 'Sessions opened by sign-ins', [
  'second_factor',
]);
export const sessionsEnded = counter(
  'auth_sessions_ended_total',
  'Sessions ended before they expired, by reason',
  ['reason'],
);

/** Metrics measured in the database: live sessions, by the database's clock, of all replicas together. */
@Injectable()
export class AuthMetrics {
  constructor(prisma: PrismaService, @Inject(CONFIG) { SESSION_IDLE_SECONDS: idle }: Config) {
    measuredGauge('auth_sessions_active', 'Active sessions', async () => {
      const [row] = await prisma.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM sessions
         WHERE ended_at IS NULL AND expires_at > now()
           AND last_activity_at > now() - ${idle}::float8 * interval '1 second'`;
      return row?.count ?? 0;
    });
  }
}
