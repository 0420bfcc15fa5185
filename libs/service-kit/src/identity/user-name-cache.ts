import type { Person } from '@caredrop/contracts';
import { userNamesResponse } from '@caredrop/contracts/internal';
import type { Logger } from 'pino';
import { CircuitBreaker } from '../flow/circuit-breaker.js';
import type { InternalClient } from './internal-client.js';

const CACHE_MS = 60_000;
const CACHED = 20_000;
const BATCH = 1_000;
const TIMEOUT_MS = 1_500;
/** How long to wait before calling the auth service again after it has not responded. */
const PAUSE_MS = 5_000;

/**
 * Users' names, requested from the auth service in batches and cached. While auth is unavailable, cached names are
 * returned whatever their age, so that a list is still shown.
 */
export class UserNameCache {
  private readonly known = new Map<string, { name: Person | null; until: number }>();
  private readonly breaker = new CircuitBreaker(PAUSE_MS);

  constructor(
    private readonly client: Pick<InternalClient, 'post'>,
    private readonly logger: Logger,
    private readonly cacheMs = CACHE_MS,
  ) {}

  /** Names by id. Unknown and unavailable names are missing; callers have a fallback. Never rejects. */
  async find(ids: Iterable<string>): Promise<Map<string, Person>> {
    const wanted = [...new Set(ids)];
    const now = Date.now();
    const missing = wanted.filter((id) => (this.known.get(id)?.until ?? 0) <= now);
    for (let start = 0; start < missing.length && !this.breaker.isOpen(Date.now()); start += BATCH)
      await this.load(missing.slice(start, start + BATCH));
    return new Map(
      wanted.flatMap((id) => {
        const name = this.known.get(id)?.name;
        return name ? [[id, name] as const] : [];
      }),
    );
  }

  /** Drops a cached name after the user was changed. */
  forget(id: string): void {
    this.known.delete(id);
  }

  private async load(ids: string[]): Promise<void> {
    try {
      const options = { timeoutMs: TIMEOUT_MS, onBehalf: false };
      const { users } = await this.client.post(
        'auth',
        '/internal/users/names',
        { ids },
        userNamesResponse,
        options,
      );
      const names = new Map(users.map(({ id, firstName, lastName }) => [id, { firstName, lastName }]));
      for (const id of ids) this.remember(id, names.get(id) ?? null);
      this.breaker.recordSuccess();
    } catch (error) {
      this.breaker.recordFailure(Date.now());
      this.logger.warn({ err: error }, 'failed to fetch user names; using cached names');
    }
  }

  private remember(id: string, name: Person | null): void {
    this.known.delete(id);
    this.known.set(id, { name, until: Date.now() + this.cacheMs });
    if (this.known.size <= CACHED) return;
    const oldest = this.known.keys().next();
    if (!oldest.done) this.known.delete(oldest.value);
  }
}
