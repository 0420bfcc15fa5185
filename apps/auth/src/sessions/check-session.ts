import { Inject, Injectable } from '@nestjs/common';
import { roles } from '@caredrop/contracts';
import type { SessionCheckResponse } from '@caredrop/contracts/internal';
import { CONFIG, type Config } from '../config.js';
import { COVER_RUNS } from '../covers/cover-runs.js';
import { PrismaService } from '../database/prisma.service.js';
import { mustUseSecondFactor } from '../users/second-factor-rule.js';
import { toRole } from '../users/user.js';

/**
 * Activity is written at most this often, so that a busy page does not cause a write per request. If the idle limit is
 * shorter than four minutes, the interval is a quarter of it.
 */
const TOUCH_SECONDS = 60;

/**
 * $1 session, $2 whether this call counts as activity, $3 idle limit and $4 interval of writing activity (seconds), $5
 * roles that must use a second factor by the clinic's setting, $6 how long a proof is fresh (seconds). A named
 * statement, so that each connection prepares it once (docs/adr/0016): it runs about once a second for every active
 * user, since the callers cache its result that long.
 */
const askIfAlive = {
  name: 'session alive',
  text: `
    WITH alive AS (
      SELECT u.id, u.role, u.first_name, u.last_name, s.expires_at, s.last_activity_at,
             COALESCE(s.proven_at > now() - $6::float8 * interval '1 second', false) AS recent_proof
        FROM sessions s JOIN users u ON u.id = s.user_id
       WHERE s.id = $1::uuid AND s.ended_at IS NULL AND s.expires_at > now() AND NOT u.disabled
         AND s.last_activity_at > now() - $3::float8 * interval '1 second'
         AND (s.second_factor OR NOT (u.second_factor_required OR u.role = ANY($5::text[])
              OR EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id)))
    ), touched AS (
      UPDATE sessions s SET last_activity_at = now() FROM alive
       WHERE $2::boolean AND s.id = $1::uuid AND s.ended_at IS NULL
         AND s.last_activity_at < now() - $4::float8 * interval '1 second'
      RETURNING s.last_activity_at
    )
    SELECT ARRAY(SELECT m.team_id FROM team_members m WHERE m.user_id = alive.id ORDER BY 1) AS teams,
           ARRAY(SELECT c.user_id FROM covers c WHERE c.cover_id = alive.id AND ${COVER_RUNS} ORDER BY 1) AS covers,
           id, role, first_name AS "firstName", last_name AS "lastName", recent_proof AS "recentProof",
           LEAST(expires_at, COALESCE((SELECT last_activity_at FROM touched), last_activity_at)
                             + $3::float8 * interval '1 second')::timestamptz(3) AS "endsAt"
      FROM alive`,
};

interface Alive {
  id: string;
  role: string;
  firstName: string;
  lastName: string;
  endsAt: Date;
  recentProof: boolean;
  teams: string[];
  covers: string[];
}

/**
 * Whether a session is alive, by the database's clock: not ended, within the idle and absolute limits, its account
 * enabled, and a second factor used in it if the user has one or must use one. `activity` extends the idle limit. Not
 * all activity is written ({@link TOUCH_SECONDS}), so a session may end up to that much early, but never late.
 */
@Injectable()
export class CheckSession {
  private readonly idle: number;
  private readonly touch: number;
  private readonly freshProof: number;
  /** The roles that must use a second factor by the clinic's setting. */
  private readonly strongRoles: string[];

  constructor(
    private readonly prisma: PrismaService,
    @Inject(CONFIG) config: Config,
  ) {
    this.idle = config.SESSION_IDLE_SECONDS;
    this.touch = Math.min(TOUCH_SECONDS, this.idle / 4);
    this.freshProof = config.FRESH_PROOF_SECONDS;
    const asked = (role: string) =>
      mustUseSecondFactor(config.REQUIRE_SECOND_FACTOR, { role, secondFactorRequired: false });
    this.strongRoles = roles.filter(asked);
  }

  async execute(sessionId: string, activity: boolean): Promise<SessionCheckResponse> {
    const [alive] = await this.find(sessionId, activity);
    if (!alive) return { outcome: 'ended' };
    const { id, role, firstName, lastName, endsAt, recentProof, teams, covers } = alive;
    return {
      outcome: 'alive',
      user: { id, role: toRole(role), firstName, lastName, teams, covers },
      endsAt: endsAt.toISOString(),
      recentProof,
    };
  }

  private async find(sessionId: string, activity: boolean): Promise<Alive[]> {
    const values = [sessionId, activity, this.idle, this.touch, this.strongRoles, this.freshProof];
    return (await this.prisma.pool.query<Alive>({ ...askIfAlive, values })).rows;
  }
}
