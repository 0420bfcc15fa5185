import { randomUUID } from 'node:crypto';
import type { SmsStatus, Token } from '@caredrop/contracts';
import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import { emitInto, type EventContext } from '@caredrop/messaging';
import { eventually, lockWaits } from '@caredrop/testing';
import type { Tx } from '../src/database/prisma.service.js';
import { NoteDocumentGone } from '../src/subscribers/note-document-gone.js';
import { RecordSmsStatusChanged } from '../src/subscribers/record-sms-status-changed.js';
import { ana, TokenApp, upload } from './support/token-app.js';

/**
 * Tests the conditions of the statements that event handlers run, each in a state in which only that condition decides.
 */

let app: TokenApp;
let token: Token;

beforeAll(async () => {
  app = await TokenApp.start();
});
afterAll(() => app.stop());
beforeEach(async () => {
  token = await app.create();
});

const row = (id = token.id) => app.prisma.token.findUniqueOrThrow({ where: { id } });
const origin = { source: 'token' as const, correlation: undefined, causationId: null };

/** Calls a handler in a separate transaction, without the broker, so that the test decides the order. */
const handle = (work: (context: EventContext<Tx>) => Promise<unknown>) =>
  app.prisma.$transaction(
    (tx) => work({ tx, emit: emitInto(tx, origin, () => undefined) } as EventContext<Tx>),
    { timeout: 60_000 },
  );

function eventOf<T extends EventType>(aggregateId: string, aggregateVersion: number, data: object) {
  const occurredAt = new Date().toISOString();
  return { aggregateId, aggregateVersion, occurredAt, data } as EventEnvelope<T>;
}

describe('document.deleted', () => {
  const deleted = (documentId: string, version: number) => {
    const data = { documentId, tokenId: token.id, ownerId: ana.userId };
    const event = eventOf<'document.deleted'>(documentId, version, data);
    return handle((context) => app.get(NoteDocumentGone).deleted(event, context));
  };
  async function confirmed() {
    const [claimId, sent] = [randomUUID(), upload()];
    await app.claim(token.token, claimId);
    await app.step(claimId, 'confirm', sent);
    return { claimId, sent };
  }

  it('a document.deleted event that is not newer than the known version changes nothing', async () => {
    const { claimId, sent } = await confirmed();
    await app.complete(claimId, sent);
    await app.prisma.token.update({ where: { id: token.id }, data: { documentVersion: 2 } });
    const before = await row();
    await deleted(sent.documentId, 2);
    expect(await row()).toEqual(before);
    await deleted(sent.documentId, 3);
    expect(await row()).toMatchObject({ documentState: 'deleted', documentVersion: 3 });
  });

  it('a document.deleted event of another document changes nothing', async () => {
    const { claimId, sent } = await confirmed();
    await app.complete(claimId, sent);
    const before = await row();
    await deleted(randomUUID(), 9);
    expect(await row()).toEqual(before);
  });

  it('a document.deleted event that arrives before the completion is kept with its version', async () => {
    const { documentId } = upload();
    await deleted(documentId, 2);
    expect(await row()).toMatchObject({ documentState: 'deleted', documentVersion: 2 });
    const claimId = randomUUID();
    await app.claim(token.token, claimId);
    await app.complete(claimId, { ...upload(), documentId });
    expect(await row()).toMatchObject({ status: 'used', documentState: 'deleted', documentVersion: 2 });
  });
});

describe('sms.status_changed', () => {
  const send = async (accepted: boolean, before = () => Promise.resolve()) => {
    app.notification.on('/internal/sms', async () => {
      await before();
      return accepted ? { outcome: 'accepted', status: 'sent' } : { outcome: 'refused', reason: 'no' };
    });
    const body = { phoneNumber: '07700 900123' };
    await app.call('POST', `/tokens/${token.id}/send-sms`, { as: ana, body });
    return String(app.notification.calls.at(-1)?.body.deliveryId);
  };
  const changed = (deliveryId: string, status: SmsStatus, version: number, tokenId = token.id) => {
    const data = { tokenId, deliveryId, status, errorCode: null };
    const event = eventOf<'sms.status_changed'>(deliveryId, version, data);
    return handle((context) => app.get(RecordSmsStatusChanged).handle(event, context));
  };
  const shown = async () => (await row()).smsStatus;

  it('an sms.status_changed event that is not newer changes nothing', async () => {
    const deliveryId = await send(true);
    await changed(deliveryId, 'delivered', 3);
    const before = await row();
    await changed(deliveryId, 'sent', 3);
    await changed(deliveryId, 'sent', 2);
    expect(await row()).toEqual(before);
  });

  it('an sms.status_changed event that names another link changes nothing', async () => {
    const deliveryId = await send(true);
    const other = await app.create();
    await changed(deliveryId, 'delivered', 2, other.id);
    const text = await app.prisma.smsSend.findUniqueOrThrow({ where: { deliveryId } });
    expect([text.status, await shown(), (await row(other.id)).smsStatus]).toEqual([null, 'sent', null]);
  });

  it('an sms.status_changed event of an earlier text is not shown', async () => {
    const first = await send(true);
    await send(true);
    const before = await row();
    await changed(first, 'failed', 2);
    expect(await row()).toEqual(before);
  });

  it('the status of an accepted text is shown although a later text was refused', async () => {
    const first = await send(true);
    await send(false);
    await changed(first, 'delivered', 2);
    expect(await shown()).toBe('delivered');
  });

  it('a delayed status of the previous text is not shown once a new text has been stored', async () => {
    const first = await send(true);
    let late: Promise<unknown> | undefined;
    await app.prisma.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT 1 FROM "tokens" WHERE "id" = ${token.id}::uuid FOR UPDATE`;
        late = changed(first, 'failed', 2);
        await eventually(async () => expect(await lockWaits(app.prisma)).toHaveLength(1));
        const text = { deliveryId: randomUUID(), tokenId: token.id, phoneNumber: '+447700900124' };
        await tx.smsSend.create({ data: { ...text, accepted: true } });
        await tx.token.update({ where: { id: token.id }, data: { smsStatus: 'sent' } });
      },
      { timeout: 60_000 },
    );
    await late;
    expect(await shown()).toBe('sent');
  });

  it('a status that arrives while its text is being accepted is shown', async () => {
    const [locked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const arrive = async (tx: Tx) => {
      await tx.$queryRaw`SELECT 1 FROM "tokens" WHERE "id" = ${token.id}::uuid FOR UPDATE`;
      locked.resolve();
      await eventually(async () => expect(await lockWaits(app.prisma)).toHaveLength(1));
      await tx.smsSend.updateMany({ where: { tokenId: token.id }, data: { status: 'delivered' } });
    };
    await send(true, async () => {
      app.prisma.$transaction(arrive, { timeout: 60_000 }).then(() => ended.resolve(), ended.reject);
      await locked.promise;
    });
    await ended.promise;
    expect(await shown()).toBe('delivered');
  });
});
