import { Inject, Injectable } from '@nestjs/common';
import type { Person } from '@caredrop/contracts';
import { InternalClient, UserNameCache, type Logger } from '@caredrop/service-kit';
import type { ChainEntry } from '../chain/entry.js';
import { LOGGER } from '../config.js';

/** Current names of the users in entries, from the auth service: entries hold ids only. */
@Injectable()
export class People {
  private readonly names: UserNameCache;

  constructor(@Inject(InternalClient) client: InternalClient, @Inject(LOGGER) logger: Logger) {
    this.names = new UserNameCache(client, logger);
  }

  /** By id; unknown users, and those that cannot be looked up now, are left out. */
  async in(entries: ChainEntry[]): Promise<Record<string, Person>> {
    return Object.fromEntries(await this.names.find(entries.flatMap(peopleOf)));
  }
}

function peopleOf({ actor, subject, related }: ChainEntry): string[] {
  const touched = [...(subject ? [subject] : []), ...related];
  const users = touched.filter(({ kind }) => kind === 'user').map(({ id }) => id);
  return actor.id ? [actor.id, ...users] : users;
}
