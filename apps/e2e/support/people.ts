import { randomUUID } from 'node:crypto';
import type { User } from '@caredrop/contracts';
import { eventually } from '@caredrop/testing';
import { ApiClient } from './api.js';
import { Mailbox } from './mailbox.js';
import { account, readRun } from './run.js';

export type Role = 'user' | 'admin';

/** A clinician for one test, whose account no other test uses. */
export interface NewClinician {
  user: User;
  email: string;
  password: string;
}

/** The web app's local storage of a signed-in user (apps/web stored-token.ts). */
export function browserStateOf(api: ApiClient) {
  const localStorage = [{ name: 'caredrop.session', value: api.bearer ?? '' }];
  return { cookies: [], origins: [{ origin: new URL(api.url).origin, localStorage }] };
}

/** API clients of the demo's staff; each signs in once for all tests of a worker. */
export class People {
  private readonly run = readRun();
  private readonly known = new Map<string, Promise<ApiClient>>();

  get(role: Role, nth = 0): Promise<ApiClient> {
    const key = `${role} ${nth}`;
    const found = this.known.get(key) ?? this.signIn(account(this.run, role, nth));
    this.known.set(key, found);
    return found;
  }

  /** Like {@link get}, with a fresh proof: a worker's session may be older than a proof is valid. */
  async proven(role: Role, nth = 0): Promise<ApiClient> {
    const api = await this.get(role, nth);
    const { password } = account(this.run, role, nth);
    const response = await api.post('/auth/proof', { password });
    if (response.status !== 200) throw new Error(`the proof returned ${response.status}`);
    return api;
  }

  /** A separate session, for a test that ends it. */
  async signIn(credentials: { email: string; password: string }): Promise<ApiClient> {
    const api = new ApiClient(this.run.url);
    await api.signIn(credentials);
    return api;
  }

  /** Invites a clinician, follows the emailed link and sets a password. */
  async newClinician(lastName = 'Guest'): Promise<NewClinician> {
    const admin = await this.get('admin');
    const email = `guest-${randomUUID().slice(0, 8)}@clinic.example`;
    const body = { firstName: 'Gwen', lastName, email };
    const { user } = (await admin.post<{ user: User }>('/admin/users', body)).body.data;
    const password = `pass-${randomUUID()}`;
    const token = passwordToken(await mailedLink(email));
    const response = await new ApiClient(this.run.url).post('/auth/reset-password', { token, password });
    if (response.status !== 200) throw new Error(`setting a password returned ${response.status}`);
    return { user, email, password };
  }
}

/** The newest password link emailed to this address, other than `before`; waits for the email. */
export async function mailedLink(email: string, before?: string): Promise<string> {
  const mailbox = new Mailbox(readRun().mailUrl);
  return eventually(async () => {
    const mails = await mailbox.sentTo(email);
    const links = mails.flatMap((text) => /https?:\/\/\S+\/reset-password\?token=[\w.~-]+/.exec(text) ?? []);
    const link = links.find((found) => found !== before);
    if (!link) throw new Error(`no mail to ${email} has a link for a password`);
    return link;
  }, 30_000);
}

const passwordToken = (link: string) => new URL(link).searchParams.get('token') ?? '';
