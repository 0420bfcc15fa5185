import type { Person } from '@caredrop/contracts';
import { userNamesAnswer } from '@caredrop/contracts/internal';
import { InternalClient, type Logger } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { LOGGER } from '../logger.js';

const PER_CALL = 1000;
const CACHED = 10_000;
/** How long the auth service is not asked again after it did not respond, ms. */
const PAUSE_MS = 5_000;

/** Clinicians' names, requested from the auth service in batches and cached for a minute. */
@Injectable()
export class UserNames {
  private readonly known = new Map<string, { name: Person | null; until: number }>();
  private pausedUntil = 0;

  constructor(
    private readonly services: InternalClient,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Names by id. Unknown or unavailable names are missing: callers have a fallback. */
  async find(ids: Iterable<string>): Promise<Map<string, Person>> {
    const wanted = [...new Set(ids)];
    const now = Date.now();
    const missing = wanted.filter((id) => (this.known.get(id)?.until ?? 0) <= now);
    if (now >= this.pausedUntil)
      for (let at = 0; at < missing.length; at += PER_CALL) await this.ask(missing.slice(at, at + PER_CALL));
    return new Map(
      wanted.flatMap((id) => {
        const name = this.known.get(id)?.name;
        return name ? [[id, name] as const] : [];
      }),
    );
  }

  forget(id: string): void {
    this.known.delete(id);
  }

  private async ask(ids: string[]): Promise<void> {
    try {
      const options = { onBehalf: false, timeoutMs: 2_000 };
      const { users } = await this.services.post(
        'auth',
        '/internal/users/names',
        { ids },
        userNamesAnswer,
        options,
      );
      const names = new Map(users.map(({ id, firstName, lastName }) => [id, { firstName, lastName }]));
      for (const id of ids) this.remember(id, names.get(id) ?? null);
    } catch (error) {
      this.pausedUntil = Date.now() + PAUSE_MS;
      this.logger.warn({ err: error }, 'failed to fetch user names; showing cached ones');
    }
  }

  private remember(id: string, name: Person | null): void {
    this.known.delete(id);
    this.known.set(id, { name, until: Date.now() + this.config.NAMES_CACHE_MS });
    if (this.known.size <= CACHED) return;
    const oldest = this.known.keys().next();
    if (!oldest.done) this.known.delete(oldest.value);
  }
}
