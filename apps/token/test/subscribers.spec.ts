import { randomUUID } from 'node:crypto';
import type { Token } from '@caredrop/contracts';
import type { EventType } from '@caredrop/contracts/events';
import type { Emit, NewEvent } from '@caredrop/messaging';
import { eventually } from '@caredrop/testing';
import { MarkUsed } from '../src/claims/mark-used.js';
import { ana, TokenApp, upload } from './support/token-app.js';

let app: TokenApp;
let token: Token;

beforeAll(async () => {
  app = await TokenApp.start();
});
afterAll(async () => app.stop());
beforeEach(async () => {
  token = await app.create();
});

const tell = <T extends EventType>(event: NewEvent<T>) => app.publish('document', event);

const about = (documentId: string) => ({ documentId, tokenId: token.id, ownerId: ana.userId });

const completed = (
  claimId: string,
  { documentId, receivedAt } = upload(),
  scan: 'clean' | 'pending' = 'clean',
) =>
  tell({
    type: 'upload.completed',
    aggregateId: documentId,
    aggregateVersion: 1,
    data: { ...about(documentId), claimId, receivedAt, scan },
  });

const deleted = (documentId: string, version = 2) =>
  tell({
    type: 'document.deleted',
    aggregateId: documentId,
    aggregateVersion: version,
    data: about(documentId),
  });

async function confirmed() {
  const [claimId, sent] = [randomUUID(), upload()];
  await app.claim(token.token, claimId);
  await app.step(claimId, 'confirm', sent);
  return { claimId, sent };
}

const usedEvents = async () =>
  (await app.emitted('token.used')).filter((data) => 'tokenId' in data && data.tokenId === token.id);
const row = () => app.prisma.token.findUniqueOrThrow({ where: { id: token.id } });

describe('upload.completed', () => {
  it('an upload.completed event marks a confirmed link as used', async () => {
    const { claimId, sent } = await confirmed();
    await completed(claimId, sent);
    await eventually(async () => expect((await row()).status).toBe('used'));
    expect(await usedEvents()).toHaveLength(1);
  });

  it('a batch of uploads marks each link as used with its own document and returns the unmatched uploads', async () => {
    const others = [await app.create(), await app.create()];
    const told: string[] = [];
    const committed = (tokenId: string) => ({
      ...upload(),
      claimId: randomUUID(),
      tokenId,
      emit: ((event: NewEvent) => Promise.resolve(told.push(event.aggregateId))) as unknown as Emit,
    });
    const unknown = committed(randomUUID());
    const good = [token, ...others].map(({ id }) => committed(id));
    const unchanged = await app.prisma.$transaction((tx) =>
      app.get(MarkUsed).execute(tx, [...good, unknown]),
    );
    expect(unchanged).toEqual([unknown]);
    expect(told).toEqual(good.map(({ tokenId }) => tokenId));
    for (const { tokenId, documentId, claimId } of good)
      expect(await app.prisma.token.findUniqueOrThrow({ where: { id: tokenId } })).toMatchObject({
        ...{ status: 'used', documentId, claimId, version: 2 },
      });
    expect(await app.prisma.$transaction((tx) => app.get(MarkUsed).execute(tx, good))).toEqual(good);
  });

  it('an upload.completed event for a link that is already used publishes nothing, even when repeated', async () => {
    const { claimId, sent } = await confirmed();
    await app.complete(claimId, sent);
    await completed(claimId, sent);
    await completed(claimId, sent);
    await eventually(async () => expect(await app.prisma.outbox.count({ where: { sentAt: null } })).toBe(0));
    await deleted(sent.documentId);
    await eventually(async () =>
      expect(await app.listed(token.id)).toMatchObject({ uploads: [{ count: 0 }] }),
    );
    expect(await usedEvents()).toHaveLength(1);
  });

  it('an upload.completed event counts a document that is still being checked', async () => {
    const { claimId, sent } = await confirmed();
    await completed(claimId, sent, 'pending');
    await eventually(async () => expect((await row()).status).toBe('used'));
    expect((await app.listed(token.id)).uploads).toEqual([{ count: 1 }]);
  });

  it('an upload.completed event does not change a revoked link', async () => {
    await app.call('PATCH', `/tokens/${token.id}`, { as: ana, body: { status: 'revoked' } });
    const marker = await app.create();
    await completed(randomUUID());
    await settleQueue(marker);
    expect((await row()).status).toBe('revoked');
  });
});

describe('document.deleted and document.rejected', () => {
  it('a document.deleted event sets the document count to zero and keeps the link used', async () => {
    const { claimId, sent } = await confirmed();
    await app.complete(claimId, sent);
    expect((await app.listed(token.id)).uploads).toEqual([{ count: 1 }]);
    await deleted(sent.documentId);
    await eventually(async () => expect((await app.listed(token.id)).uploads).toEqual([{ count: 0 }]));
    expect(await app.status(token.id)).toBe('used');
  });

  it('a document.deleted event that arrives before upload.completed still counts', async () => {
    const { claimId, sent } = await confirmed();
    await deleted(sent.documentId);
    await eventually(async () => expect((await row()).documentState).toBe('deleted'));
    await completed(claimId, sent);
    await eventually(async () => expect((await row()).status).toBe('used'));
    expect((await app.listed(token.id)).uploads).toEqual([{ count: 0 }]);
  });

  it('a document.rejected event is recorded on the link', async () => {
    const { claimId, sent } = await confirmed();
    await app.complete(claimId, sent);
    await tell({
      type: 'document.rejected',
      aggregateId: sent.documentId,
      aggregateVersion: 2,
      data: about(sent.documentId),
    });
    await eventually(async () => expect((await row()).documentState).toBe('rejected'));
  });
});

/** Sends one more upload through the queue and waits until it has been handled. */
async function settleQueue(marker: Token): Promise<void> {
  const [claimId, sent] = [randomUUID(), upload()];
  await app.claim(marker.token, claimId);
  const data = {
    documentId: sent.documentId,
    tokenId: marker.id,
    ownerId: ana.userId,
    claimId,
    receivedAt: sent.receivedAt,
    scan: 'clean' as const,
  };
  await tell({ type: 'upload.completed', aggregateId: sent.documentId, aggregateVersion: 1, data });
  await eventually(async () => expect(await app.status(marker.id)).toBe('used'));
}
