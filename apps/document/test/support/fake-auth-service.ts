import { people } from '@caredrop/testing';
import type { InternalIdentity } from '@caredrop/service-kit';
import type { Colleague } from './document-service.js';
import { InternalServer } from './internal-server.js';

/** The auth service's names and sessions, as far as the document service uses them. */
export class FakeAuthService {
  readonly server: InternalServer;
  readonly sessions = new Map<string, Colleague>();
  readonly names = new Map(Object.values(people).map((person) => [person.id, { ...person }]));
  asked: string[] = [];

  constructor(identity: InternalIdentity) {
    this.server = new InternalServer(identity, (path, body) => this.handle(path, body));
  }

  private handle(path: string, body: Record<string, unknown>): unknown {
    this.asked.push(path);
    if (path === '/internal/users/names')
      return { users: (body.ids as string[]).flatMap((id) => this.nameOf(id)) };
    if (path !== '/internal/sessions/check') return undefined;
    const user = this.sessions.get(body.sessionId as string);
    return user
      ? { outcome: 'alive', user: pick(user), endsAt: new Date(Date.now() + 60_000).toISOString() }
      : { outcome: 'ended' };
  }

  private nameOf(id: string) {
    const person = this.names.get(id);
    return person ? [{ id, firstName: person.firstName, lastName: person.lastName }] : [];
  }
}

const pick = ({ id, role, firstName, lastName, teams = [], covers = [] }: Colleague) => ({
  ...{ id, role, firstName, lastName },
  ...{ teams, covers },
});
