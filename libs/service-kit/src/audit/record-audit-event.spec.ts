import { randomUUID } from 'node:crypto';
import { auditRecord, type AuditRecord } from '@caredrop/contracts';
import { requestContext, type RequestContext } from '../context/request-context.js';
import { appError } from '../errors/app-error.js';
import { toAuditOutcome } from './to-audit-outcome.js';
import { auditSubject, recordAuditEvent, toRecord, type AuditEvent } from './record-audit-event.js';

const ana = {
  userId: randomUUID(),
  role: 'user' as const,
  sessionId: randomUUID(),
  firstName: 'Ana',
  lastName: 'Bell',
  recentProof: false,
  teams: [],
  covers: [],
};
const atTheGateway: RequestContext = {
  requestId: 'r-1',
  principal: null,
  publicOrigin: null,
  caller: 'gateway',
  clientAddress: '203.0.113.9',
};
const recorded = (event: AuditEvent, context = atTheGateway): AuditRecord =>
  requestContext.run(context, () => toRecord(event));

test('an audit entry takes actor, address and request id from the request context', () => {
  const entry = recorded({ action: 'token.revoke' }, { ...atTheGateway, principal: ana });
  expect(entry).toMatchObject({
    actor: { kind: 'user', id: ana.userId, role: 'user' },
    from: '203.0.113.9',
    requestId: 'r-1',
    outcome: 'success',
    count: 1,
  });
  expect(auditRecord.parse(entry)).toEqual(entry);
});

test('an audit entry of an IPv6 client names its /64 network', () => {
  const entry = recorded(
    { action: 'token.revoke' },
    { ...atTheGateway, clientAddress: '2001:db8:1:2:3:4:5:6' },
  );
  expect(entry.from).toBe('2001:db8:1:2::/64');
  expect(auditRecord.parse(entry)).toEqual(entry);
});

test('a caller without a session is anonymous, and work without a caller has the actor "system"', () => {
  expect(recorded({ action: 'link.validate' }).actor.kind).toBe('anonymous');
  expect(recorded({ action: 'token.expire' }, { ...atTheGateway, caller: null }).actor.kind).toBe('system');
  expect(toRecord({ action: 'token.expire' })).toMatchObject({ actor: { kind: 'system' }, from: null });
});

test('an event can name its actor: a patient, or a user who has just signed in', () => {
  expect(recorded({ action: 'document.upload', actor: 'patient' }).actor).toEqual({
    kind: 'patient',
    id: null,
    role: null,
  });
  const actor = { id: ana.userId, role: 'admin' as const };
  expect(recorded({ action: 'session.sign_in', actor }).actor).toEqual({ kind: 'user', ...actor });
});

test('an audit event is emitted with its subject as the aggregate', async () => {
  const emitted: unknown[] = [];
  const emit = (event: unknown): Promise<void> => Promise.resolve(void emitted.push(event));
  const tokenId = randomUUID();
  await recordAuditEvent(emit, { action: 'token.revoke', subject: auditSubject.token(tokenId) });
  expect(emitted).toMatchObject([
    { type: 'audit.recorded', aggregateId: tokenId, data: { subject: { kind: 'token', id: tokenId } } },
  ]);
});

test.each([
  ['a phone number as a code', { codes: ['07700900123'] }],
  ['a link value as a code', { codes: ['a'.repeat(43)] }],
  ['a file name as a reason', { reason: 'scan of knee.jpg' }],
  ['a line break in a reason', { reason: 'x\nuser.disable success' }],
  ['a reference in place of an id', { subject: { kind: 'token' as const, id: 'NHS-1234' } }],
])('the audit schema refuses %s', (_name, part) => {
  expect(auditRecord.safeParse(recorded({ action: 'token.create', ...part })).success).toBe(false);
});

test('a client error becomes a rejection with its code, and a server error becomes a failure', () => {
  expect(toAuditOutcome(appError('not_found'))).toEqual({ outcome: 'refused', reason: 'not_found' });
  expect(toAuditOutcome(appError('service_unavailable'))).toEqual({
    outcome: 'failed',
    reason: 'service_unavailable',
  });
  expect(toAuditOutcome(new Error('boom'))).toEqual({ outcome: 'failed', reason: 'internal_error' });
});
