import { userNamesAnswer } from '@caredrop/contracts/internal';
import type { InternalClient } from './internal-client.js';

export interface KnownPerson {
  id: string;
  firstName: string;
  lastName: string;
}

const KEEP_MS = 60_000;
const BATCH = 1000;
const ENTRIES = 20_000;

/**
 * Names from the auth service, requested in batches and cached for 60 s. While auth is unavailable, the names
 * on the caller's rows are used instead: a list never fails because of a name.
 */
export class UserNameCache {
  private readonly known = new Map<string, KnownPerson & { until: number }>();

  constructor(private readonly client: InternalClient) {}

  /** The result has a name for every id of `fallbacks`. */
  async of(fallbacks: KnownPerson[]): Promise<Map<string, KnownPerson>> {
    const people = new Map(fallbacks.map((person) => [person.id, person]));
    const missing = [...people.keys()].filter((id) => !this.fresh(id));
    await this.load(missing);
    for (const id of people.keys()) {
      const known = this.known.get(id);
      if (known) people.set(id, known);
    }
    return people;
  }

  /** Drops a cached name after the user was changed. */
  forget(id: string): void {
    this.known.delete(id);
  }

  private fresh(id: string): boolean {
    return (this.known.get(id)?.until ?? 0) > Date.now();
  }

  private async load(ids: string[]): Promise<void> {
    if (this.known.size > ENTRIES) this.known.clear();
    for (let start = 0; start < ids.length; start += BATCH) {
      const answer = await this.ask(ids.slice(start, start + BATCH));
      for (const person of answer) this.known.set(person.id, { ...person, until: Date.now() + KEEP_MS });
    }
  }

  private async ask(ids: string[]): Promise<KnownPerson[]> {
    try {
      const options = { timeoutMs: 1500, onBehalf: false };
      return (await this.client.post('auth', '/internal/users/names', { ids }, userNamesAnswer, options))
        .users;
    } catch {
      // The client has counted it and the auth service's own alert has fired; older names are good enough
      // here.
      return [];
    }
  }
}
