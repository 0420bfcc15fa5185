import { randomUUID } from 'node:crypto';
import { connect } from 'amqplib';
import { EventSigner, FORGED_HELP, listDeadLetters } from '@caredrop/messaging';
import { counter } from '@caredrop/service-kit';
import { backing, eventually } from '@caredrop/testing';
import { verifyStore } from '../src/verification/verify-store.js';
import { aRecord } from './support/an-entry.js';
import { AuditApp } from './support/audit-app.js';
import { whileFull } from './support/while-full.js';

let app: AuditApp;
beforeAll(async () => {
  app = await AuditApp.start();
});
afterAll(async () => app.stop());

const verified = async () => (await verifyStore(app.prisma, [app.signingKey])).faults;

async function publish(content: { id: string }): Promise<void> {
  const connection = await connect(backing().amqpUrl);
  const channel = await connection.createConfirmChannel();
  const body = Buffer.from(JSON.stringify(content));
  channel.publish(`${app.namespace}.events`, 'audit.recorded', body, {
    headers: new EventSigner(app.own.privateKey).headersFor(body),
    persistent: true,
    messageId: content.id,
  });
  await channel.waitForConfirms();
  await connection.close();
}

/** How many records were refused because their source does not perform the action. */
async function forged(): Promise<number> {
  const { values } = await counter('events_forged_total', FORGED_HELP, ['reason']).get();
  return values.find(({ labels }) => labels.reason === 'wrong_action')?.value ?? 0;
}

const envelope = (id: string, data: object) => ({
  id,
  type: 'audit.recorded',
  version: 1,
  occurredAt: new Date().toISOString(),
  source: 'token',
  aggregateId: randomUUID(),
  aggregateVersion: 1,
  correlationId: 'r-1',
  causationId: null,
  actor: null,
  data,
});

describe('storing audit records', () => {
  it('an audit record is stored unchanged in the chain', async () => {
    const record = aRecord({ codes: ['csv'], related: [{ kind: 'document', id: randomUUID() }] });
    const entry = (await app.chained(record)).at(-1);
    expect(entry).toMatchObject({ ...record, source: 'token' });
    expect(await verified()).toEqual([]);
  });

  it('a record with ids in capitals is found by its ids and is not reported as changed', async () => {
    const [userId, tokenId, documentId] = [randomUUID(), randomUUID(), randomUUID()];
    const inCapitals = (kind: 'token' | 'document', id: string) => ({ kind, id: id.toUpperCase() });
    const entry = (
      await app.chained(
        aRecord({
          actor: { kind: 'user', id: userId.toUpperCase(), role: 'user' },
          subject: inCapitals('token', tokenId),
          related: [inCapitals('document', documentId)],
        }),
      )
    ).at(-1);
    expect(entry).toMatchObject({
      actor: { id: userId },
      subject: { id: tokenId },
      related: [{ id: documentId }],
    });
    expect(await verified()).toEqual([]);
  });

  it('700 audit records are chained without a gap', async () => {
    const before = (await app.entries()).length;
    const entries = await app.chained(...Array.from({ length: 700 }, () => aRecord()));
    expect(entries.map(({ seq }) => seq)).toEqual(
      Array.from({ length: before + 700 }, (_, index) => index + 1),
    );
    expect(await verified()).toEqual([]);
  });

  it('a repeated audit event is stored once, even after the inbox has forgotten it', async () => {
    const id = randomUUID();
    const record = aRecord();
    await publish(envelope(id, record));
    await publish(envelope(id, record));
    await eventually(async () => expect(await app.prisma.entry.count({ where: { id } })).toBe(1));
    // Simulates a much later time, when the inbox has forgotten the event.
    await app.prisma.inbox.deleteMany({ where: { eventId: id } });
    await publish(envelope(id, record));
    await eventually(async () => expect(await app.prisma.inbox.count({ where: { eventId: id } })).toBe(1));
    await app.chained(aRecord());
    expect(await app.prisma.entry.count({ where: { id } })).toBe(1);
    expect(await verified()).toEqual([]);
  });

  it.each([
    ['a line break in a code', { codes: ['a\nb'] }],
    ['a phone number as a reason', { reason: '+447700900123' }],
    ['a name in place of an id', { subject: { kind: 'user', id: 'Ana Bell' } }],
    ['an invalid address', { from: 'x\r\nentry' }],
  ])('an audit event with %s is dead-lettered', async (_what, part) => {
    const queue = { amqpUrl: backing().amqpUrl, namespace: app.namespace, service: 'audit' as const };
    const id = randomUUID();
    await publish(envelope(id, { ...aRecord(), ...part }));
    await eventually(async () => {
      const deadLetters = await listDeadLetters(queue);
      expect(deadLetters.map(({ eventId }) => eventId)).toContain(id);
    });
    expect(await app.prisma.entry.count({ where: { id } })).toBe(0);
  });

  it('an audit event with an unknown action, which a newer version may know, is not dead-lettered at once', async () => {
    const queue = { amqpUrl: backing().amqpUrl, namespace: app.namespace, service: 'audit' as const };
    const [unknown, malformed] = [randomUUID(), randomUUID()];
    await publish(envelope(unknown, { ...aRecord(), action: 'door.open' }));
    await publish(envelope(malformed, { ...aRecord(), codes: ['a\nb'] }));
    await eventually(async () => {
      const ids = (await listDeadLetters(queue)).map(({ eventId }) => eventId);
      expect(ids).toContain(malformed);
      expect(ids).not.toContain(unknown);
    });
  });

  it('unknown fields of an audit record are dropped', async () => {
    const entry = (await app.chained({ ...aRecord(), fileName: 'knee.jpg' } as never)).at(-1);
    expect(JSON.stringify(entry)).not.toContain('knee');
  });

  it('the audit service does not start with a role that can change entries', async () => {
    await app.halt();
    await expect(app.boot({ DATABASE_URL: app.ownerUrl })).rejects.toThrow('audit cannot start');
    await app.boot();
  });

  it('a restarted audit service continues the chain', async () => {
    await app.halt();
    await app.boot();
    const entries = await app.chained(aRecord());
    expect(entries.at(-1)?.seq).toBe(entries.length);
    expect(await verified()).toEqual([]);
  });

  it('a service start with changed settings adds a settings.change entry', async () => {
    const [one, two] = ['1111111111111111', '2222222222222222'];
    await app.chained(aRecord({ action: 'service.start', settings: { PUBLIC_URL: one, SMTP_URL: one } }));
    const entries = await app.chained(
      aRecord({ action: 'service.start', settings: { PUBLIC_URL: one, SMTP_URL: two } }),
    );
    expect(entries.at(-1)).toMatchObject({ action: 'settings.change', codes: ['SMTP_URL'], settings: null });
    expect(await verified()).toEqual([]);
  });

  it('an audit record from the gateway is stored once, and one from another service is refused', async () => {
    const body = { id: randomUUID(), record: aRecord({ action: 'access.refuse', outcome: 'refused' }) };
    for (const _time of [1, 2])
      expect((await app.call('POST', '/internal/records', { body })).statusCode).toBe(200);
    await eventually(async () => expect(await app.prisma.entry.count({ where: { id: body.id } })).toBe(1));
    expect((await app.entries()).find(({ id }) => id === body.id)?.source).toBe('gateway');
    const stranger = await app.call('POST', '/internal/records', { body, from: 'document' });
    expect(stranger.statusCode).toBe(403);
  });

  it('a signed record of an action that its source does not perform is dead-lettered and counted as forged', async () => {
    const [id, before] = [randomUUID(), await forged()];
    const record = aRecord({ action: 'document.delete' });
    await publish(envelope(id, record));
    const dead = { amqpUrl: backing().amqpUrl, namespace: app.namespace, service: 'audit' } as const;
    await eventually(async () =>
      expect(await listDeadLetters(dead)).toContainEqual(
        expect.objectContaining({
          ...{ eventId: id, tries: 0 },
          reason: 'its source does not perform this action: audit.recorded of token',
        }),
      ),
    );
    expect(await app.prisma.arrival.count({ where: { id } })).toBe(0);
    expect(await app.prisma.entry.count({ where: { id } })).toBe(0);
    expect(await forged()).toBe(before + 1);
  });

  it('a record from the gateway of an action that it does not perform is refused and counted as forged', async () => {
    const body = { id: randomUUID(), record: aRecord({ action: 'document.delete' }) };
    const before = await forged();
    expect((await app.call('POST', '/internal/records', { body })).statusCode).toBe(403);
    expect(await app.prisma.arrival.count({ where: { id: body.id } })).toBe(0);
    expect(await forged()).toBe(before + 1);
  });

  it('an invalid audit record from the gateway is refused with 400', async () => {
    const body = { id: randomUUID(), record: { ...aRecord(), subject: { kind: 'user', id: 'Ana Bell' } } };
    expect((await app.call('POST', '/internal/records', { body })).statusCode).toBe(400);
    expect(await app.prisma.arrival.count({ where: { id: body.id } })).toBe(0);
  });

  it('the gateway gets a 500 for a record that cannot be stored', async () => {
    const body = { id: randomUUID(), record: aRecord({ action: 'access.refuse', outcome: 'refused' }) };
    const post = () => app.call('POST', '/internal/records', { body });
    const refused = await whileFull(app.ownerUrl, { table: 'arrivals' }, post);
    expect(refused.statusCode).toBe(500);
    expect((await post()).statusCode).toBe(200);
  });
});
