import { setTimeout } from 'node:timers/promises';
import { describeSessionBody, mintPasswordLinkBody, recipientsBody } from '@caredrop/contracts/internal';
import { FakeService } from './fake-service.js';

export interface KnownUser {
  id: string;
  email: string;
  firstName: string;
  role: 'user' | 'admin';
  disabled?: boolean;
}

/** A fake auth service with users that a test can change. */
export class FakeAuthService extends FakeService {
  readonly users: KnownUser[] = [];
  /** Who stands in for whom, and who watches which team. */
  readonly covers = new Map<string, string>();
  readonly watchers = new Map<string, string[]>();
  /** Every link ever minted. */
  readonly minted: string[] = [];
  /** Sessions that the service can describe. */
  readonly sessions: string[] = [];
  /** The request for which each link was minted. */
  readonly requestIds: (string | undefined)[] = [];
  /** Calls about these users get no response while they are listed. */
  readonly slow = new Set<string>();
  /** Number of calls that wait for a response because of `slow`. */
  waiting = 0;

  constructor() {
    super('auth');
  }

  protected async respond(path: string, body: unknown): Promise<unknown> {
    const { userId } = body as { userId: string };
    this.waiting += 1;
    while (this.slow.has(userId) && this.listening) await setTimeout(10);
    this.waiting -= 1;
    if (path === '/internal/users/recipients') return this.recipients(body);
    if (path === '/internal/password-links/mint') return this.mint(body);
    if (path === '/internal/sessions/describe') return this.describe(body);
    return undefined;
  }

  private describe(body: unknown) {
    const { sessionId } = describeSessionBody.parse(body);
    if (!this.sessions.includes(sessionId)) return { outcome: 'gone' };
    const signedInAt = '2026-11-21T14:05:00.000Z';
    return { outcome: 'found', device: 'Chrome on Windows', network: '203.0.113.x', signedInAt };
  }

  private recipients(body: unknown) {
    const { userId, about, teamId } = recipientsBody.parse(body);
    const user = this.users.find(({ id }) => id === userId);
    const admins = this.users.filter(({ role, disabled }) => role === 'admin' && !disabled);
    if (!user) return { recipients: [] };
    const others = admins.filter(({ id }) => id !== userId);
    if (about === 'documents') return this.aboutDocuments([userId, this.covers.get(userId)], teamId);
    const wanted = about === 'new_admin' ? others : [user];
    const person = about === 'new_admin' ? { name: user.firstName, email: user.email } : undefined;
    const recipients = wanted.map(({ id, email, firstName }) => ({ userId: id, email, firstName }));
    return { recipients, person };
  }

  private aboutDocuments(people: (string | undefined)[], teamId: string | null | undefined) {
    const ids = new Set([...people, ...(this.watchers.get(teamId ?? '') ?? [])]);
    const enabled = this.users.filter(({ disabled }) => !disabled);
    const found = enabled.filter(({ id }) => ids.has(id));
    const admins = found.length === 0;
    const wanted = admins ? enabled.filter(({ role }) => role === 'admin') : found;
    const recipients = wanted.map(({ id, email, firstName }) => ({ userId: id, email, firstName }));
    return { recipients, admins };
  }

  private mint(body: unknown) {
    const { userId, purpose, requestId } = mintPasswordLinkBody.parse(body);
    this.requestIds.push(requestId);
    const user = this.users.find(({ id }) => id === userId);
    if (!user || user.disabled) return { outcome: 'none' };
    const url = `https://drop.clinic.example/reset-password?token=secret${purpose}${String(this.minted.length)}Qx7`;
    this.minted.push(url);
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    return { outcome: 'minted', url, email: user.email, firstName: user.firstName, expiresAt };
  }
}
