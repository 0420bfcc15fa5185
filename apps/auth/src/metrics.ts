import { Inject, Injectable } from '@nestjs/common';
import { counter, measuredGauge } from '@caredrop/service-kit';
import { CONFIG, type Config } from './config.js';
import { COVER_RUNS } from './covers/cover-runs.js';
import { PrismaService } from './database/prisma.service.js';

/**
 * Actions that end sessions. Expiry alone is not counted, but an action also counts expired sessions that have not been
 * deleted yet.
 */
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
export const sessionsEnded = counter('auth_sessions_ended_total', 'Sessions ended by an action, by reason', [
  'reason',
]);

/** Metrics measured in the database, by its clock, for all replicas together. */
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
    measuredGauge(
      'auth_covers_running',
      'Absences in progress, during which a colleague stands in',
      async () => {
        const { rows } = await prisma.pool.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM covers WHERE ${COVER_RUNS}`,
        );
        return rows[0]?.count ?? 0;
      },
    );
    measuredGauge('auth_teams_unattended', 'Teams without a member who can sign in', async () => {
      const [row] = await prisma.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM teams t
         WHERE archived_at IS NULL AND NOT EXISTS (
           SELECT 1 FROM team_members m JOIN users u ON u.id = m.user_id
            WHERE m.team_id = t.id AND NOT u.disabled AND u.password_hash IS NOT NULL)`;
      return row?.count ?? 0;
    });
  }
}
