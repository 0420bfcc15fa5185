import { randomUUID } from 'node:crypto';
import type { AuditResponse } from '@caredrop/contracts';
import { eventually } from '@caredrop/testing';
import { aReference, receive } from '../support/make.js';
import { mailedLink, People, type NewClinician } from '../support/people.js';
import { ApiClient } from '../support/api.js';
import { readRun } from '../support/run.js';
import { adminCommand, expire, idleFor, sessionOf } from '../support/sessions.js';

const people = new People();
const WITHIN_MS = 1000;

interface Signed {
  person: NewClinician;
  api: ApiClient;
  /** The URL of a user's document: works without a header, and only while the session is alive. */
  fileUrl: string;
  stream: { ended: Promise<number>; stop: () => void };
}

/** A user at work: signed in, with an open document and live updates. */
async function atWork(): Promise<Signed> {
  const person = await people.newClinician('Ending');
  const api = await people.signIn(person);
  const { document } = await receive(api, aReference('S'));
  return { person, api, fileUrl: String(document.file_url), stream: await openStream(api) };
}

async function openStream(api: ApiClient): Promise<Signed['stream']> {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${api.bearer}` };
  const response = await fetch(`${readRun().url}/api/events`, { headers, signal: stop.signal });
  const reader = response.body?.getReader();
  const ended = (async () => {
    for (;;) if (!reader || (await reader.read()).done) return performance.now();
  })();
  // After `stop`, `ended` rejects, and nothing awaits it.
  ended.catch(() => undefined);
  return { ended, stop: () => stop.abort() };
}

/** Repeats a call until it is refused; returns when it last succeeded. */
async function lastAnswered(ask: () => Promise<number>): Promise<number> {
  let last = 0;
  for (;;) {
    const asked = performance.now();
    const status = await ask();
    if (status === 401 || status === 404) return last;
    last = asked;
    if (status >= 500) throw new Error(`unexpected status ${status}`);
  }
}

/**
 * Expects the session to stop working within a second after the action's response, for calls, files and live updates.
 */
async function expectEnded({ api, fileUrl, stream }: Signed, act: () => Promise<unknown>): Promise<void> {
  expect((await api.get('/tokens')).status).toBe(200);
  expect((await fetch(fileUrl)).status).toBe(200);
  await act();
  const done = performance.now();
  const [call, file, live] = await Promise.all([
    lastAnswered(async () => (await api.get('/tokens')).status),
    lastAnswered(async () => (await fetch(fileUrl)).status),
    stream.ended,
  ]);
  for (const last of [call, file, live]) expect(last - done).toBeLessThan(WITHIN_MS);
  expect(await api.get('/auth/me')).toMatchObject({ status: 401, body: { message: 'Please sign in' } });
}

const admin = () => people.get('admin');

const toAdmin = ({ email }: NewClinician) =>
  adminCommand('set-role', '--email', email, '--role', 'admin', '--reason', 'test');

/** Actions that end a user's sessions. */
const acts: [name: string, act: (signed: Signed) => Promise<unknown>][] = [
  ['signing out', ({ api }) => api.post('/auth/logout')],
  [
    'being disabled',
    async ({ person }) => (await admin()).post(`/admin/users/${person.user.id}/disable`, {}),
  ],
  ['a change of role', ({ person }) => toAdmin(person)],
  ['a new password by email', ({ person }) => newPassword(person)],
  [
    'having to use a second factor',
    async ({ person }) =>
      (await admin()).post(`/admin/users/${person.user.id}/second-factor/require`, { required: true }),
  ],
];

async function newPassword({ email }: NewClinician): Promise<void> {
  const before = await mailedLink(email);
  const anybody = new ApiClient(readRun().url);
  await anybody.post('/auth/forgot-password', { email });
  const token = new URL(await mailedLink(email, before)).searchParams.get('token');
  const response = await anybody.post('/auth/reset-password', { token, password: `pass-${randomUUID()}` });
  expect(response.status).toBe(200);
}

describe('the end of a session', () => {
  it.each(acts)('a session is refused everywhere within a second after %s', async (_name, act) => {
    const signed = await atWork();
    await expectEnded(signed, () => act(signed));
  });

  it('a demoted administrator loses the admin routes within a second', async () => {
    const person = await people.newClinician('Demoted');
    await toAdmin(person);
    const api = await people.signIn(person);
    const stream = await openStream(api);
    expect((await api.get('/admin/users')).status).toBe(200);
    await adminCommand('set-role', '--email', person.email, '--role', 'user');
    const done = performance.now();
    const ends = [lastAnswered(async () => (await api.get('/admin/users')).status), stream.ended];
    for (const last of await Promise.all(ends)) expect(last - done).toBeLessThan(WITHIN_MS);
    expect((await (await people.signIn(person)).get('/admin/users')).status).toBe(403);
  });

  it('a role set by the operator applies at the next sign-in', async () => {
    const person = await people.newClinician('Promoted');
    await toAdmin(person);
    const api = await people.signIn(person);
    expect((await api.get('/admin/users')).status).toBe(200);
    await adminCommand('set-role', '--email', person.email, '--role', 'user');
    expect((await (await people.signIn(person)).get('/admin/users')).status).toBe(403);
  });
});

describe('the limits of a session', () => {
  it.each<[string, (api: ApiClient) => Promise<void>]>([
    ['the absolute limit', expire],
    ['the idle limit', (api) => idleFor(api, 1801)],
  ])('%s ends the session and prevents its extension', async (_name, pass) => {
    const api = await people.signIn(await people.newClinician('Late'));
    expect((await api.get('/tokens')).status).toBe(200);
    await pass(api);
    // The gateway caches a session for at most a second.
    expect(await lastAnswered(async () => (await api.get('/tokens')).status)).toBeGreaterThanOrEqual(0);
    expect((await api.post('/auth/session/extend')).status).toBe(401);
  });

  it('a session is extended by an explicit call but not by background reads or reading the time left', async () => {
    const api = await people.signIn(await people.newClinician('Idle'));
    const left = async () =>
      (await api.get<{ session: { secondsLeft: number } }>('/auth/session')).body.data.session.secondsLeft;
    await idleFor(api, 1500);
    const background = { authorization: `Bearer ${api.bearer}`, 'x-background': '1' };
    expect((await fetch(`${readRun().url}/api/tokens`, { headers: background })).status).toBe(200);
    expect(await left()).toBeLessThanOrEqual(300);
    expect((await api.post('/auth/session/extend')).status).toBe(200);
    expect(await left()).toBeGreaterThan(1790);
  });

  it('extending a session after a pause is audited', async () => {
    const person = await people.newClinician('Staying');
    const api = await people.signIn(person);
    await idleFor(api, 1680);
    expect((await api.post('/auth/session/extend')).status).toBe(200);
    await eventually(async () => {
      const found = await (await admin()).get<AuditResponse>(`/admin/audit?subject=${sessionOf(api)}`);
      const extended = found.body.data.entries.filter(({ action }) => action === 'session.extend');
      expect(extended).toMatchObject([{ outcome: 'success', actor: { id: person.user.id } }]);
    });
  });
});
