import { Inject, Injectable } from '@nestjs/common';
import { InternalClient, UserNameCache } from '@caredrop/service-kit';
import type { ChainEntry } from '../chain/entry.js';

export interface Name {
  firstName: string;
  lastName: string;
}

const nameless = (id: string) => ({ id, firstName: '', lastName: '' });

/** Current names of the users in entries, from the auth service: entries hold ids only. */
@Injectable()
export class People {
  private readonly names: UserNameCache;

  constructor(@Inject(InternalClient) client: InternalClient) {
    this.names = new UserNameCache(client);
  }

  /** By id; unknown users, and those that cannot be looked up now, are left out. */
  async in(entries: ChainEntry[]): Promise<Record<string, Name>> {
    const ids = new Set(entries.flatMap(peopleOf));
    const people = await this.names.of([...ids].map(nameless));
    const known = [...people.values()].filter(({ firstName, lastName }) => firstName || lastName);
    return Object.fromEntries(known.map(({ id, firstName, lastName }) => [id, { firstName, lastName }]));
  }
}

function peopleOf({ actor, subject, related }: ChainEntry): string[] {
  const touched = [...(subject ? [subject] : []), ...related];
  const users = touched.filter(({ kind }) => kind === 'user').map(({ id }) => id);
  return actor.id ? [actor.id, ...users] : users;
}
