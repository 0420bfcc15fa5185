import type { EventEnvelope } from '@caredrop/contracts/events';
import { brokerOptions, subscribeLive, type LiveSubscription } from '@caredrop/messaging';
import { createLogger } from '@caredrop/service-kit';
import { eventually, people } from '@caredrop/testing';
import { runCommand } from '../src/cli/run-command.js';
import { AuthApp, dora } from './support/auth-app.js';

const { ana, ben } = people;
let auth: AuthApp;
let live: LiveSubscription;
let heard: EventEnvelope[] = [];

beforeAll(async () => {
  auth = await AuthApp.start();
  await auth.add(ana, ben, people.dora);
  live = subscribeLive({
    ...brokerOptions(auth.config),
    logger: createLogger('auth', 'silent'),
    onEvent: (event) => heard.push(event),
    onReconnect: () => undefined,
  });
  await eventually(() => expect(live.connected).toBe(true));
});
afterAll(async () => {
  await live.close();
  await auth.stop();
});
beforeEach(() => {
  heard = [];
});

const heardTypes = () => heard.map(({ type }) => type).sort();

describe('events on the broker', () => {
  it('disabling an account publishes the change and the ended sessions without personal data', async () => {
    await auth.call('POST', `/admin/users/${ana.id}/disable`, { as: dora, body: { reason: 'On leave' } });
    await eventually(() => expect(heardTypes()).toEqual(['session.revoked', 'user.disabled']));
    expect(heard.every(({ actor, source }) => actor === dora.userId && source === 'auth')).toBe(true);
    expect(new Set(heard.map(({ correlationId }) => correlationId)).size).toBe(1);
    expect(JSON.stringify(heard)).not.toMatch(/On leave|clinic\.example|Ana/);
  });

  it('signing out publishes an event with the session that ended', async () => {
    const session = await auth.signIn(ben);
    await auth.call('POST', '/auth/logout', { as: session });
    await eventually(() => expect(heardTypes()).toEqual(['session.revoked']));
    expect(heard[0]?.data).toEqual({ userId: ben.id, sessionId: session.sessionId });
  });

  it('an invitation and a password request are published with ids only', async () => {
    const body = { firstName: 'Frida', lastName: 'Berg', email: 'frida@clinic.example' };
    await auth.call('POST', '/admin/users', { as: dora, body });
    await auth.call('POST', '/auth/forgot-password', { body: { email: ben.email } });
    await eventually(() =>
      expect(heardTypes()).toEqual(['password_reset.requested', 'user.created', 'user.invited']),
    );
    expect(JSON.stringify(heard)).not.toMatch(/Frida|Berg|clinic\.example/);
  });

  it('the running service publishes the events that a command wrote', async () => {
    const env = { DATABASE_URL: auth.database.url, PUBLIC_URL: 'https://caredrop.example' };
    await runCommand(['create-user', '--email', 'x@y.example', '--first', 'X', '--last', 'Y'], env);
    await eventually(() => expect(heardTypes()).toEqual(['user.created']));
  });
});
