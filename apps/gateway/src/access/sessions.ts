import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { sessionCheckResponse } from '@caredrop/contracts/internal';
import { appError, AppError, InternalClient, type Logger, type Principal } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';

interface Known {
  principal: Promise<Principal | null>;
  userId: string | null;
  /** Monotonic milliseconds. */
  until: number;
  activity: boolean;
}

const MAX_SESSIONS = 10_000;

/**
 * Checks with the auth service whether a session is alive and caches the result for at most a second. Nothing is cached
 * when auth is unavailable: that is a 503, never a pass. Auth's response carries its voucher, which proves to services
 * who the caller is (docs/adr/0027) and is valid for longer than the cached result.
 */
@Injectable()
export class Sessions implements OnApplicationShutdown {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly client: InternalClient,
    @Inject(CONFIG) private readonly config: Pick<Config, 'SESSION_CACHE_MS' | 'PRINCIPALS_UNVOUCHED'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The session's user; null when the session has ended. With `activity` false, the call does not extend the idle time,
   * and its cached result is not used for a call that counts as activity. `anew`: bypass the cache.
   */
  principal(sessionId: string, activity: boolean, anew = false): Promise<Principal | null> {
    const known = anew ? undefined : this.known.get(sessionId);
    if (known && known.until > performance.now() && (known.activity || !activity)) return known.principal;
    return this.ask(sessionId, activity);
  }

  /** Drops one session of a user, or with null all of them, from the cache. */
  forget(userId: string, sessionId: string | null): void {
    for (const [id, { userId: owner }] of this.known)
      if (id === sessionId || (sessionId === null && (owner === userId || owner === null)))
        this.known.delete(id);
  }

  onApplicationShutdown(): Promise<void> {
    return this.client.close();
  }

  private ask(sessionId: string, activity: boolean): Promise<Principal | null> {
    const until = performance.now() + this.config.SESSION_CACHE_MS;
    const entry: Known = { principal: this.check(sessionId, activity), userId: null, until, activity };
    this.remember(sessionId, entry);
    entry.principal.then(
      (principal) => (entry.userId = principal?.userId ?? null),
      () => this.known.get(sessionId) === entry && this.known.delete(sessionId),
    );
    return entry.principal;
  }

  private async check(sessionId: string, activity: boolean): Promise<Principal | null> {
    const body = { sessionId, activity };
    const response = await this.client
      .post('auth', '/internal/sessions/check', body, sessionCheckResponse, {
        onBehalf: false,
        timeoutMs: 3000,
      })
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'failed to check a session');
        throw error instanceof AppError && error.status === 503 ? error : appError('service_unavailable');
      });
    if (response.outcome === 'ended') return null;
    const { id: userId, ...person } = response.user;
    const { recentProof, voucher } = response;
    if (!voucher && this.config.PRINCIPALS_UNVOUCHED === 'refuse') throw this.withoutVoucher();
    return { userId, ...person, sessionId, recentProof, ...(voucher && { voucher }) };
  }

  /** A 503, since a 401 would make pages treat the session as ended. */
  private withoutVoucher(): AppError {
    this.logger.error(
      'auth did not sign the principal: an earlier version of auth is running (docs/upgrades.md)',
    );
    return appError('service_unavailable');
  }

  private remember(sessionId: string, entry: Known): void {
    this.known.delete(sessionId);
    this.known.set(sessionId, entry);
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_SESSIONS && oldest !== undefined) this.known.delete(oldest);
  }
}
