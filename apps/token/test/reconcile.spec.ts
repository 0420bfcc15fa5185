import { randomUUID } from 'node:crypto';
import type { AttentionTokensResponse, Token, TokenDetails } from '@caredrop/contracts';
import type { LedgerRange, LedgerRow } from '@caredrop/contracts/internal';
import { people } from '@caredrop/testing';
import { runCommand } from '../src/cli/run-command.js';
import { markLost, markState, markUsedByLedger } from '../src/reconcile/repairs.js';
import { ana, TokenApp, upload } from './support/token-app.js';

let app: TokenApp;
let ledger: LedgerRow[];
/** Entries per response; the document service splits a long response in the same way. */
let page: number;
/** Runs while the ledger is being queried. */
let meanwhile: () => Promise<unknown>;

beforeEach(async () => {
  app = await TokenApp.start();
  [ledger, page, meanwhile] = [[], 1000, () => Promise.resolve()];
  app.document.on('/internal/ledger/range', (body) =>
    meanwhile().then(() => range(body.after as string | null, body.upTo as string | null)),
  );
  app.document.on('/internal/documents/by-token', () => ({ documents: [] }));
});
afterEach(() => app.stop());

function range(after: string | null, upTo: string | null): LedgerRange {
  const within = ledger
    .filter(({ tokenId }) => (after === null || tokenId > after) && (upTo === null || tokenId <= upTo))
    .sort((a, b) => (a.tokenId < b.tokenId ? -1 : 1));
  return { entries: within.slice(0, page), more: within.length > page };
}
const MINUTES_AGO = new Date(Date.now() - 600_000).toISOString();
function enter(tokenId: string, change: Partial<LedgerRow> = {}): LedgerRow {
  const entry: LedgerRow = {
    tokenId,
    claimId: randomUUID(),
    documentId: randomUUID(),
    receivedAt: MINUTES_AGO,
    document: 'present',
    version: 1,
    ...change,
  };
  ledger.push(entry);
  return entry;
}
/** A used link whose document is in the ledger. */
async function usedLink(): Promise<{ token: Token; entry: LedgerRow }> {
  const token = await app.create();
  const claimId = randomUUID();
  const body = { ...upload(), receivedAt: MINUTES_AGO };
  await app.claim(token.token, claimId);
  await app.step(claimId, 'confirm', body);
  expect(await app.complete(claimId, body)).toBe(true);
  return { token, entry: enter(token.id, { claimId, documentId: body.documentId }) };
}
const reconcile = (...more: string[]) => runCommand(['reconcile', ...more], app.env, () => undefined);
const reconciliations = async () =>
  (await app.emitted('audit.recorded')).filter(
    (data) => 'action' in data && data.action === 'data.reconcile',
  );
const row = (id: string) => app.prisma.token.findUniqueOrThrow({ where: { id } });
const details = async (id: string) =>
  (await app.call<{ token: TokenDetails }>('GET', `/tokens/${id}`, { as: ana })).body.data.token;

it('a reconciliation finds nothing when links and ledger match', async () => {
  await usedLink();
  await app.create();
  const { text, exitCode } = await reconcile();
  expect(text.split('\n').map((line) => line.replaceAll(/\s+/g, ' '))).toEqual([
    'links 2',
    'ledger entries 1',
  ]);
  expect(exitCode).toBe(0);
});

describe('links from an older backup than the ledger', () => {
  it.each(['active', 'expired', 'revoked'])(
    'a link that is %s but has a ledger entry is marked as used, except by a dry run',
    async (status) => {
      const token = await app.create();
      await app.prisma.token.update({ where: { id: token.id }, data: { status } });
      const entry = enter(token.id);
      expect((await reconcile('--dry-run')).text).toContain('would be marked as used: 1');
      expect((await row(token.id)).status).toBe(status);
      expect(await reconciliations()).toEqual([]);
      expect(await reconcile()).toEqual({
        exitCode: 0,
        text: expect.stringContaining(`marked as used: 1\n  ${token.id}`),
      });
      expect(await row(token.id)).toMatchObject({
        status: 'used',
        documentId: entry.documentId,
        documentState: 'present',
      });
      expect(await app.listed(token.id)).toMatchObject({ status: 'used', uploads: [{ count: 1 }] });
      expect((await app.validate(token.token)).body.code).toBe('link_used');
      expect((await app.claim(token.token)).outcome).toBe('used');
      expect(await reconciliations()).toMatchObject([
        { outcome: 'success', codes: ['used.1', 'lost.0', 'state.0'] },
      ]);
    },
  );

  it('a link that is marked as used loses its patient’s report and request for a new link', async () => {
    const token = await app.create();
    const problem = { problemReason: 'other', problemAt: new Date(), problemNotifiedAt: new Date() };
    await app.prisma.token.update({
      where: { id: token.id },
      data: { ...problem, problemComment: 'I have no such card.', renewalAskedAt: new Date() },
    });
    enter(token.id);
    await reconcile();
    expect(await row(token.id)).toMatchObject({
      ...{ status: 'used', problemReason: null, problemAt: null },
      ...{ problemComment: null, problemNotifiedAt: null, renewalAskedAt: null },
    });
  });

  it('the deletion of a document is copied from the ledger to its link', async () => {
    const { token, entry } = await usedLink();
    Object.assign(entry, { document: 'deleted', version: 0 });
    await reconcile();
    expect(await row(token.id)).toMatchObject({ documentState: 'deleted' });
    expect(await app.listed(token.id)).toMatchObject({ status: 'used', uploads: [{ count: 0 }] });
  });

  it('a ledger entry without a link is reported', async () => {
    const entry = enter(randomUUID());
    expect(await reconcile()).toEqual({
      exitCode: 2,
      text: expect.stringContaining(`links in the ledger that are unknown here: 1\n  ${entry.tokenId}`),
    });
  });
});

describe('links from a newer backup than the ledger', () => {
  it('a used link without a ledger entry is shown as lost and stays used', async () => {
    const { token } = await usedLink();
    ledger = [];
    expect(await reconcile()).toEqual({
      exitCode: 2,
      text: expect.stringContaining(`used, but their document is lost, shown as lost: 1\n  ${token.id}`),
    });
    expect(await details(token.id)).toMatchObject({ status: 'used', uploads: [], lost: true });
    expect((await app.validate(token.token)).body.code).toBe('link_used');
  });

  it('a lost link is reported once and recovers when its ledger entry is restored', async () => {
    const { token, entry } = await usedLink();
    ledger = [];
    await reconcile();
    const before = await row(token.id);
    expect((await reconcile()).exitCode).toBe(0);
    expect(await row(token.id)).toEqual(before);
    ledger = [entry];
    expect((await reconcile()).exitCode).toBe(0);
    expect(await details(token.id)).not.toHaveProperty('lost');
    expect(await row(token.id)).toMatchObject({ documentState: 'present' });
  });

  it('a link whose document the document service has lost needs attention until the document exists again', async () => {
    const { token, entry } = await usedLink();
    const reasons = async () => {
      const { body } = await app.call<AttentionTokensResponse>('GET', '/tokens/attention', { as: ana });
      return body.data.tokens.map(({ reason, lost, token: { id } }) => ({ id, reason, lost }));
    };
    Object.assign(entry, { document: 'lost', version: 2 });
    expect((await reconcile()).text).toContain(`of their document, corrected: 1\n  ${token.id}`);
    expect(await reasons()).toEqual([{ id: token.id, reason: 'unusable', lost: true }]);
    expect((await reconcile()).text).not.toContain('corrected');
    Object.assign(entry, { document: 'present', version: 3 });
    await reconcile();
    expect(await reasons()).toEqual([]);
    expect(await row(token.id)).toMatchObject({ documentState: 'present', documentVersion: 3 });
  });

  it('a lost document that was marked as done needs attention again if it is found and lost again', async () => {
    const { token, entry } = await usedLink();
    Object.assign(entry, { document: 'lost', version: 2 });
    await reconcile();
    const unusableClosedAt = new Date();
    await app.prisma.token.update({ where: { id: token.id }, data: { unusableClosedAt } });
    await reconcile();
    expect(await row(token.id)).toMatchObject({ unusableClosedAt });
    Object.assign(entry, { document: 'present', version: 3 });
    await reconcile();
    expect(await row(token.id)).toMatchObject({ unusableClosedAt: null });
  });

  it('a link whose document was deleted is not lost', async () => {
    const { token } = await usedLink();
    await app.prisma.token.update({ where: { id: token.id }, data: { documentState: 'deleted' } });
    ledger = [];
    expect((await reconcile()).exitCode).toBe(0);
    expect(await details(token.id)).not.toHaveProperty('lost');
  });

  it('a deleted document that exists again is reported, and kept only with --deleted keep', async () => {
    const { token, entry } = await usedLink();
    await app.prisma.token.update({
      where: { id: token.id },
      data: { documentState: 'deleted', documentVersion: 2 },
    });
    const { exitCode, text } = await reconcile();
    expect([exitCode, text]).toEqual([2, expect.stringContaining(`${entry.documentId} of link ${token.id}`)]);
    expect(await row(token.id)).toMatchObject({ documentState: 'deleted' });
    expect((await reconcile('--deleted', 'keep')).exitCode).toBe(0);
    // Version 1 again, so that the next deletion (version 2) takes effect.
    expect(await row(token.id)).toMatchObject({ documentState: 'present', documentVersion: 1 });
    expect((await reconcile()).exitCode).toBe(0);
  });
});

describe('reviews of the documents', () => {
  const reviewedAt = '2026-11-20T10:00:00.000Z';

  it('a review whose event was lost is copied, and keeps its first time', async () => {
    const { token, entry } = await usedLink();
    Object.assign(entry, { reviewedAt, version: 2 });
    expect((await reconcile()).exitCode).toBe(0);
    expect((await row(token.id)).reviewedAt?.toISOString()).toBe(reviewedAt);
    Object.assign(entry, { reviewedAt: '2026-11-21T10:00:00.000Z', version: 3 });
    await reconcile();
    expect((await row(token.id)).reviewedAt?.toISOString()).toBe(reviewedAt);
  });

  it('a review that was undone is removed', async () => {
    const { token, entry } = await usedLink();
    await app.prisma.token.update({ where: { id: token.id }, data: { reviewedAt, reviewVersion: 2 } });
    Object.assign(entry, { reviewedAt: null, version: 3 });
    await reconcile();
    expect(await row(token.id)).toMatchObject({ reviewedAt: null });
  });

  it.each([
    ['if the document service does not report reviews', {}],
    ['if the document was deleted', { document: 'deleted' as const, reviewedAt: null, version: 0 }],
  ])('a review is kept %s', async (_what, change) => {
    const { token, entry } = await usedLink();
    await app.prisma.token.update({ where: { id: token.id }, data: { reviewedAt, reviewVersion: 2 } });
    Object.assign(entry, { version: 2, ...change });
    await reconcile();
    expect((await row(token.id)).reviewedAt?.toISOString()).toBe(reviewedAt);
  });
});

describe('reconciliation of a running system', () => {
  it('an upload completed during a reconciliation is not reported as lost', async () => {
    const token = await app.create();
    meanwhile = async () => {
      meanwhile = () => Promise.resolve();
      const claimId = randomUUID();
      const body = upload();
      await app.claim(token.token, claimId);
      await app.step(claimId, 'confirm', body);
      enter(token.id, { claimId, ...body });
      await app.complete(claimId, body);
    };
    expect((await reconcile()).exitCode).toBe(0);
    expect(await row(token.id)).toMatchObject({ status: 'used', documentState: 'present' });
  });

  it('a recent ledger entry and a confirmed link are not reported', async () => {
    const [young, confirmed] = [await app.create(), await app.create()];
    enter(young.id, { receivedAt: new Date().toISOString() });
    const claimId = randomUUID();
    await app.claim(confirmed.token, claimId);
    await app.step(claimId, 'confirm', upload());
    const { exitCode, text } = await reconcile();
    expect([exitCode, text.split('\n')]).toEqual([0, expect.any(Array)]);
    expect(text.split('\n')).toHaveLength(2);
  });
});

describe('a link that changes between comparison and repair', () => {
  it('only a used link with a present document is marked as lost', async () => {
    const active = await app.create();
    const { token } = await usedLink();
    expect(await markLost(app.prisma, active.id)).toBe(false);
    await app.prisma.token.update({ where: { id: token.id }, data: { documentState: 'deleted' } });
    expect(await markLost(app.prisma, token.id)).toBe(false);
    await app.prisma.token.update({ where: { id: token.id }, data: { documentState: null } });
    expect(await markLost(app.prisma, token.id)).toBe(true);
  });

  it('a state is copied only for the same document, and only once', async () => {
    const { token, entry } = await usedLink();
    const gone = { ...entry, document: 'deleted' as const, version: 2 };
    const before = await row(token.id);
    await markState(app.prisma, { ...gone, documentId: randomUUID() });
    expect(await row(token.id)).toEqual(before);
    await markState(app.prisma, gone);
    const after = await row(token.id);
    expect(after).toMatchObject({ documentState: 'deleted', documentVersion: 2 });
    await markState(app.prisma, gone);
    expect(await row(token.id)).toEqual(after);
  });

  it('a link that was marked as used in the meantime is not announced again', async () => {
    const { token, entry } = await usedLink();
    const before = await row(token.id);
    await markUsedByLedger(app.prisma, entry);
    expect(await row(token.id)).toEqual(before);
    expect(await app.emitted('token.used')).toHaveLength(1);
    const other = { ...entry, claimId: randomUUID(), documentId: randomUUID() };
    await markUsedByLedger(app.prisma, other);
    expect(await row(token.id)).toMatchObject({ documentId: other.documentId });
    expect(await app.emitted('token.used')).toHaveLength(2);
  });
});

it('a reconciliation handles 1,203 links and a paged ledger', async () => {
  const prisma = app.prisma;
  const template = await row((await app.create()).id);
  const ids = Array.from({ length: 1203 }, () => randomUUID());
  await prisma.token.createMany({
    data: ids.map((id) => ({ ...template, id, linkHash: new Uint8Array(Buffer.from(id)) })),
  });
  page = 100;
  for (const id of ids) enter(id);
  const { text } = await reconcile();
  expect(text).toContain('marked as used: 1203');
  expect(await prisma.token.count({ where: { status: 'used' } })).toBe(1203);
});

it('a reconciliation fails without changes when the document service is unreachable', async () => {
  const { token } = await usedLink();
  const before = await row(token.id);
  meanwhile = () => Promise.reject(new Error('away'));
  await expect(reconcile()).rejects.toThrow();
  expect(await row(token.id)).toEqual(before);
});

it('a document whose owner or team differs from its link’s is corrected, with a version later than the document’s', async () => {
  const { token, entry } = await usedLink();
  const { id } = token;
  Object.assign(entry, { ownerId: people.ben.id, teamId: null, ownerVersion: 40 });
  expect((await reconcile('--dry-run')).text).toContain(`would be corrected: 1\n  ${id}`);
  expect(await app.emitted('token.assigned')).toEqual([]);
  expect((await reconcile()).text).toContain(`another owner or team, corrected: 1\n  ${id}`);
  expect(await app.emitted('token.assigned')).toEqual([
    { tokenId: id, ownerId: ana.userId, previousOwnerId: people.ben.id, previousTeamId: null, version: 41 },
  ]);
});

it.each([
  ['used', 'had a version earlier than their document’s owner'],
  ['active', 'have a document'],
])(
  'the document of a restored link that is %s follows the next assignment, although its version was later',
  async (status, line) => {
    const { token, entry } = await usedLink();
    const { id } = token;
    await app.prisma.token.update({ where: { id }, data: { status } });
    Object.assign(entry, { ownerId: ana.userId, teamId: null, ownerVersion: 40 });
    const before = await row(id);
    expect((await reconcile('--dry-run')).text).toContain(line);
    expect(await row(id)).toEqual(before);
    expect((await reconcile()).text).toContain(line);
    expect((await reconcile()).text).not.toContain(id);
    expect(await app.emitted('token.assigned')).toEqual([]);
    app.auth.on('/internal/users/names', () => ({ users: [{ ...people.ben, disabled: false }] }));
    const body = { userId: people.ben.id };
    expect((await app.call('POST', `/tokens/${id}/assign`, { as: ana, body })).status).toBe(200);
    const assigned = (await app.emitted('token.assigned')) as { version: number }[];
    expect(assigned).toEqual([expect.objectContaining({ ownerId: people.ben.id })]);
    expect(assigned[0]?.version).toBeGreaterThan(40);
  },
);
