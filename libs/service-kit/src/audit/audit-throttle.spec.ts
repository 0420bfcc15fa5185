import { randomUUID } from 'node:crypto';
import type { AuditRecord } from '@caredrop/contracts';
import { requestContext } from '../context/request-context.js';
import { createLogger } from '../logging/logger.js';
import { AuditThrottle, type AuditThrottleOptions } from './audit-throttle.js';
import {
  auditSubject,
  attemptedOn,
  attemptedOnMany,
  toRecord,
  type AuditEvent,
} from './record-audit-event.js';

const guess: AuditEvent = { action: 'link.validate', outcome: 'refused', reason: 'link_unknown' };
const logger = createLogger('test', 'silent');

function throttled(options: Partial<AuditThrottleOptions> = {}) {
  const entries: AuditRecord[] = [];
  const write = (event: AuditEvent): Promise<unknown> => Promise.resolve(entries.push(toRecord(event)));
  return { entries, throttle: new AuditThrottle({ write, logger, perAddress: 2, inTotal: 5, ...options }) };
}

const from = <T>(clientAddress: string, work: () => T): T =>
  requestContext.run(
    { requestId: randomUUID(), principal: null, publicOrigin: null, caller: 'gateway', clientAddress },
    work,
  );

test('the first attempts from an address are recorded one by one, and the rest as one entry with a count', async () => {
  const { entries, throttle } = throttled();
  for (let attempt = 0; attempt < 1000; attempt += 1) await from('198.51.100.7', () => throttle.note(guess));
  expect(entries).toHaveLength(2);
  await throttle.flush();
  expect(entries[2]).toMatchObject({
    ...guess,
    count: 998,
    from: '198.51.100.7',
    actor: { kind: 'anonymous' },
  });
});

test('the addresses of an IPv6 network are counted together', async () => {
  const { entries, throttle } = throttled();
  for (let host = 1; host <= 5; host += 1) await from(`2001:db8:1:2::${host}`, () => throttle.note(guess));
  expect(entries).toHaveLength(2);
  await throttle.flush();
  expect(entries.map(({ count, from: address }) => [count, address])).toEqual([
    [1, '2001:db8:1:2::/64'],
    [1, '2001:db8:1:2::/64'],
    [3, '2001:db8:1:2::/64'],
  ]);
});

test('two users with the same address are counted separately', async () => {
  const { entries, throttle } = throttled();
  const by = (id: string) =>
    from('198.51.100.7', () => throttle.note({ ...guess, actor: { id, role: 'user' } }));
  const [ana, ben] = [randomUUID(), randomUUID()];
  for (let attempt = 0; attempt < 3; attempt += 1) await by(ana);
  for (let attempt = 0; attempt < 2; attempt += 1) await by(ben);
  expect(entries.map(({ actor }) => actor.id)).toEqual([ana, ana, ben, ben]);
  await throttle.flush();
  expect(entries[4]).toMatchObject({ actor: { id: ana }, count: 1 });
});

test('an aggregated entry names the request’s user as the actor', async () => {
  const { entries, throttle } = throttled({ perAddress: 0 });
  const principal = {
    userId: randomUUID(),
    sessionId: randomUUID(),
    role: 'user' as const,
    firstName: 'Ana',
    lastName: 'Li',
    recentProof: true,
    teams: [],
    covers: [],
  };
  const context = { requestId: 'r', publicOrigin: null, caller: 'gateway', clientAddress: '198.51.100.7' };
  await requestContext.run({ ...context, principal }, () => throttle.note(guess));
  await throttle.flush();
  expect(entries).toMatchObject([{ actor: { kind: 'user', id: principal.userId }, count: 1 }]);
});

test('the id of a failed attempt is recorded only if it is a UUID', () => {
  const id = randomUUID();
  expect(attemptedOn('token', id)).toEqual({ subject: { kind: 'token', id } });
  expect(attemptedOn('token', '+447700900123')).toEqual({});
  expect(attemptedOnMany('token', [id, id, 'Ana Bell'])).toEqual({ related: [{ kind: 'token', id }] });
});

test('attempts from 1,000 addresses produce a limited number of entries, whose counts add up', async () => {
  const { entries, throttle } = throttled();
  for (let host = 0; host < 1000; host += 1)
    await from(`10.0.${String(host >> 8)}.${String(host & 255)}`, () => throttle.note(guess));
  await throttle.flush();
  expect(entries.length).toBeLessThanOrEqual(5 + 101);
  expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
});

test('an aggregated entry names the subjects of the attempts', async () => {
  const { entries, throttle } = throttled({ perAddress: 0 });
  const subjects = [auditSubject.user(randomUUID()), auditSubject.user(randomUUID())];
  for (const subject of [...subjects, ...subjects])
    await from('198.51.100.7', () => throttle.note({ ...guess, subject }));
  await throttle.flush();
  expect(entries).toMatchObject([{ count: 4, subject: null, related: subjects }]);
});

test('an aggregated audit entry names at most 50 ids', async () => {
  const { entries, throttle } = throttled({ perAddress: 0 });
  const ids = Array.from({ length: 40 }, () => randomUUID());
  const calls = [
    ids.slice(0, 20),
    ids.slice(10),
    Array.from({ length: 1000 }, () => randomUUID()),
    ['no id'],
  ];
  for (const call of calls)
    await from('198.51.100.7', () => throttle.note({ ...guess, ...attemptedOnMany('document', call) }));
  await throttle.flush();
  expect(entries).toMatchObject([{ count: 4, subject: null }]);
  const named = entries[0]?.related.map(({ id }) => id) ?? [];
  expect(named.slice(0, 40)).toEqual(ids);
  expect(named).toHaveLength(50);
});

test('attempts are recorded one by one again after the throttle is flushed', async () => {
  const { entries, throttle } = throttled({ perAddress: 1 });
  for (const _attempt of [1, 2]) await from('198.51.100.7', () => throttle.note(guess));
  await throttle.flush();
  await from('198.51.100.7', () => throttle.note(guess));
  expect(entries.map(({ count }) => count)).toEqual([1, 1, 1]);
});

test('a stopped audit throttle records every attempt at once', async () => {
  const { entries, throttle } = throttled({ perAddress: 0 });
  await from('198.51.100.7', () => throttle.note(guess));
  await throttle.stop();
  await from('198.51.100.7', () => throttle.note(guess));
  expect(entries.map(({ count }) => count)).toEqual([1, 1]);
});

test('a failed audit write rejects an individual attempt, but not an aggregated one', async () => {
  const write = (): Promise<never> => Promise.reject(new Error('no database'));
  const throttle = new AuditThrottle({ write, logger, perAddress: 1 });
  await expect(from('198.51.100.7', () => throttle.note(guess))).rejects.toThrow('no database');
  await from('198.51.100.7', () => throttle.note(guess));
  await throttle.flush();
});
