import { randomUUID } from 'node:crypto';
import type { Emit } from '@caredrop/messaging';
import { eventually, lockWaits, people } from '@caredrop/testing';
import type { Tx } from '../src/database/prisma.service.js';
import { jest } from '@jest/globals';
import { RescanDocuments } from '../src/documents/rescan-documents.js';
import { ReadDocument } from '../src/documents/read-document.js';
import { DocumentsQueries } from '../src/documents/documents.queries.js';
import { SCANNER, type Scanner, type Verdict } from '../src/storage/scanner.js';
import { purgeNow, wouldPurge } from '../src/cli/purge-now.js';
import { requestPurge, settlePurge, takeDuePurges } from '../src/storage/purges.js';
import {
  abandonOld,
  forgetAbandoned,
  forgetAttempt,
  openAttempt,
  settleAttempt,
} from '../src/uploads/attempts.js';
import { Quota } from '../src/uploads/quota.js';
import { writeAcceptance } from '../src/uploads/acceptance.js';
import { anAcceptance } from './support/an-acceptance.js';
import { DocumentService } from './support/document-service.js';
import { upload } from './support/uploads.js';

/**
 * Tests each condition of the statements that decide an outcome, in a state in which that condition alone
 * decides. No job runs periodically.
 */

let service: DocumentService;
beforeAll(async () => {
  const never = '3600000';
  service = await DocumentService.start({
    PURGE_INTERVAL_MS: never,
    SWEEP_INTERVAL_MS: never,
    RESCAN_INTERVAL_MS: never,
  });
});
afterAll(() => service.stop());
beforeEach(
  () =>
    service.prisma.$executeRaw`TRUNCATE attempts, purges, documents, document_seen, ledger, outbox CASCADE`,
);

const HOUR = 3_600_000;

describe('attempts', () => {
  let claimId: string;
  beforeEach(async () => {
    claimId = randomUUID();
    await openAttempt(service.prisma, {
      claimId,
      documentId: randomUUID(),
      storageKey: `documents/aa/${claimId}`,
      tokenHash: Buffer.alloc(32),
      idempotencyHash: null,
    });
  });

  /** Returns whether the attempt was open. */
  async function complete(tx: Tx, id: string): Promise<boolean> {
    const ignore = (() => Promise.resolve()) as unknown as Emit;
    return writeAcceptance(tx, ignore, anAcceptance(id)).then(
      () => true,
      (error: Error) => {
        if (error.name === 'AttemptNotOpen') return false;
        throw error;
      },
    );
  }

  it('only an open attempt can be completed, and only once', async () => {
    expect(await complete(service.prisma, claimId)).toBe(true);
    expect(await complete(service.prisma, claimId)).toBe(false);
    expect(await complete(service.prisma, randomUUID())).toBe(false);
    expect(await service.prisma.document.count()).toBe(1);
    expect(await service.prisma.ledgerEntry.count()).toBe(1);
  });

  const stateOf = async () => (await service.prisma.attempt.findUnique({ where: { claimId } }))?.state;
  const set = (data: object) => service.prisma.attempt.update({ where: { claimId }, data });
  const ago = (ms: number) => new Date(Date.now() - ms);

  it('a completed attempt is not deleted after a refused claim', async () => {
    await complete(service.prisma, claimId);
    await forgetAttempt(service.prisma, claimId);
    expect(await stateOf()).toBe('completed');
  });

  it('an attempt that is settled twice keeps the time of the first settlement', async () => {
    await settleAttempt(service.prisma, claimId, 0);
    const closedAt = ago(HOUR);
    await set({ closedAt });
    await settleAttempt(service.prisma, claimId, 0);
    expect((await service.prisma.attempt.findUniqueOrThrow({ where: { claimId } })).closedAt).toEqual(
      closedAt,
    );
  });

  it('an attempt that stored nothing requests no purge', async () => {
    await settleAttempt(service.prisma, claimId, 0, true);
    expect(await service.prisma.purge.count()).toBe(0);
  });

  it('an old completed attempt does not become abandoned', async () => {
    await complete(service.prisma, claimId);
    await set({ openedAt: ago(2 * HOUR) });
    expect(await abandonOld(service.prisma, HOUR, 0)).toBe(0);
    expect(await stateOf()).toBe('completed');
  });

  it('an attempt that is being completed is skipped by the sweep', async () => {
    await set({ openedAt: ago(2 * HOUR) });
    await service.prisma.$transaction(async (tx) => {
      await complete(tx, claimId);
      expect(await abandonOld(service.prisma, HOUR, 0)).toBe(0);
    });
    expect(await stateOf()).toBe('completed');
  });

  it.each([
    ['abandoned 31 days ago is forgotten', { state: 'abandoned', closedAt: ago(31 * 24 * HOUR) }, undefined],
    ['abandoned 29 days ago is kept', { state: 'abandoned', closedAt: ago(29 * 24 * HOUR) }, 'abandoned'],
    ['completed 31 days ago is kept', { state: 'completed', closedAt: ago(31 * 24 * HOUR) }, 'completed'],
  ])('an upload attempt %s', async (_what, data, state) => {
    await set(data);
    await forgetAbandoned(service.prisma);
    expect(await stateOf()).toBe(state);
  });

  it('only open attempts past their maximum age count as left behind', async () => {
    const config = { ATTEMPT_MAX_AGE_MS: HOUR, LATE_WRITE_MS: 0 };
    const left = async () => (await wouldPurge({ database: service.prisma, config })).abandoned;
    expect(await left()).toBe(0);
    await set({ openedAt: ago(2 * HOUR) });
    expect(await left()).toBe(1);
    await set({ state: 'completed', closedAt: new Date() });
    expect(await left()).toBe(0);
  });
});

describe('purges', () => {
  const key = 'documents/aa/key';
  const find = (storageKey = key) => service.prisma.purge.findUniqueOrThrow({ where: { storageKey } });
  const put = (data: object, storageKey = key) =>
    service.prisma.purge.create({ data: { storageKey, ...data } });
  const inAnHour = () => new Date(Date.now() + HOUR);

  it('a repeated purge request is due now and keeps its later final time', async () => {
    const finalAt = inAnHour();
    await put({ nextTryAt: inAnHour(), finalAt });
    await requestPurge(service.prisma, [key]);
    const purge = await find();
    expect(purge.nextTryAt.getTime()).toBeLessThan(finalAt.getTime());
    expect(purge.finalAt).toEqual(finalAt);
  });

  it('a purge is not taken before it is due, nor by two workers at once', async () => {
    await put({ nextTryAt: inAnHour() });
    expect(await takeDuePurges(service.prisma, 10, 1000)).toEqual([]);
    await put({}, 'documents/aa/due');
    await service.prisma.$transaction(async (tx) => {
      expect(await takeDuePurges(tx, 10, 1000)).toHaveLength(1);
      expect(await takeDuePurges(service.prisma, 10, 1000)).toEqual([]);
    });
  });

  it('each failure of a purge doubles the wait, up to sixty times the first wait', async () => {
    const waits: number[] = [];
    for (const tries of [0, 1, 2, 5, 6, 50]) {
      await service.prisma.purge.deleteMany();
      await put({ tries });
      // In one transaction the database's clock stands still.
      await service.prisma.$transaction(async (tx) => {
        await takeDuePurges(tx, 1, 1000);
        const [row] = await tx.$queryRaw<{ seconds: number }[]>`
          SELECT round(extract(epoch FROM next_try_at - now()))::int AS seconds FROM purges`;
        waits.push(row?.seconds ?? 0);
      });
    }
    expect(waits).toEqual([1, 2, 4, 32, 60, 60]);
  });

  it('a purge with a later final time is scheduled again after a deletion', async () => {
    const finalAt = inAnHour();
    await put({ finalAt, tries: 3 });
    await settlePurge(service.prisma, { storageKey: key, final: true });
    expect(await find()).toMatchObject({ nextTryAt: finalAt, finalAt, tries: 0 });
  });

  it('a purge stays listed after a deletion that was not the final one', async () => {
    await put({});
    await settlePurge(service.prisma, { storageKey: key, final: false });
    expect(await find()).toMatchObject({ tries: 0 });
  });

  it('a purge that fails does not stop the others, and abandoned uploads are counted, even by a dry run', async () => {
    const claimId = randomUUID();
    await service.prisma.attempt.create({
      data: { claimId, storageKey: 'documents/aa/third', openedAt: new Date(Date.now() - 2 * HOUR) },
    });
    await put({ nextTryAt: new Date(0) }, 'documents/aa/first');
    await put({ nextTryAt: new Date(1) }, 'documents/aa/second');
    const gone: string[] = [];
    const store = {
      delete: (storageKey: string) => {
        if (storageKey.endsWith('first')) return Promise.reject(new Error('refused'));
        gone.push(storageKey);
        return Promise.resolve();
      },
    };
    const config = { ATTEMPT_MAX_AGE_MS: HOUR, LATE_WRITE_MS: 0 };
    expect(await wouldPurge({ database: service.prisma, config })).toMatchObject({
      abandoned: 1,
      objects: 3,
    });
    const report = await purgeNow({ database: service.prisma, store, config });
    expect(report).toEqual({ abandoned: 1, objects: 2, again: 0, failed: 1 });
    expect(gone).toEqual(['documents/aa/second', 'documents/aa/third']);
    expect(await service.prisma.purge.findMany()).toMatchObject([{ storageKey: 'documents/aa/first' }]);
  });
});

/** A document whose bytes these tests never read. */
async function aDocument(data: object = {}) {
  const link = service.token.newLink();
  expect((await upload(service, link)).status).toBe(201);
  return service.prisma.document.update({ where: { tokenId: link.tokenId }, data });
}

describe('delayed scans', () => {
  const due = { state: 'checking', nextScanAt: new Date(0) };
  let scans: string[];
  let meanwhile: () => Promise<unknown>;
  let verdict: Verdict;

  beforeEach(() => {
    [scans, meanwhile, verdict] = [[], () => Promise.resolve(), 'clean'];
    jest.spyOn(service.app.get(ReadDocument), 'execute').mockImplementation((document) => {
      scans.push(document.storageKey);
      return Promise.resolve(Buffer.from('bytes'));
    });
    jest.spyOn(service.app.get<Scanner>(SCANNER), 'scan').mockImplementation(async () => {
      await meanwhile();
      return { verdict, signature: 'Test' };
    });
  });
  afterEach(() => jest.restoreAllMocks());

  const step = () => service.app.get(RescanDocuments)['step']();
  const find = (id: string) => service.prisma.document.findUniqueOrThrow({ where: { id } });
  const told = async () =>
    (await service.prisma.outboxEvent.findMany({ where: { type: { startsWith: 'document.' } } })).length;

  it('a document that is not being checked is not scanned', async () => {
    await aDocument({ state: 'lost', nextScanAt: new Date(0) });
    expect([await step(), scans]).toEqual([undefined, []]);
  });

  it('a document is scanned by one replica at a time', async () => {
    const { id } = await aDocument(due);
    // Acts as another replica while the first one scans.
    meanwhile = async () => {
      meanwhile = () => Promise.resolve();
      expect(await step()).toBeUndefined();
    };
    await step();
    expect(scans).toHaveLength(1);
    expect((await find(id)).state).toBe('ready');
  });

  it.each(['clean', 'infected'] as const)(
    'a verdict on a document lost during its scan changes nothing: %s',
    async (found) => {
      const { id } = await aDocument(due);
      verdict = found;
      meanwhile = () => service.prisma.document.update({ where: { id }, data: { state: 'lost' } });
      await step();
      expect(scans).toHaveLength(1);
      expect(await find(id)).toMatchObject({ state: 'lost', version: 1, wrappedKey: expect.anything() });
      expect([await told(), await service.prisma.purge.count()]).toEqual([0, 0]);
    },
  );
});

describe('rejected documents', () => {
  it('a rejected document is missing from every query and cannot be deleted', async () => {
    const gone = { storageKey: null, keyId: null, wrappedKey: null };
    const { id, tokenId, ownerId } = await aDocument({ state: 'rejected', ...gone });
    const queries = service.app.get(DocumentsQueries);
    const dora = { userId: people.dora.id, role: 'admin' as const, teams: [], covers: [] };
    expect([
      (await queries.listOwn({ userId: ownerId, teams: [], covers: [] }, {})).rows,
      (await queries.listAll({})).rows,
      await queries.byToken(tokenId),
      await queries.find(id, dora),
      await queries.findMany([id], dora),
      await queries.exists(id),
    ]).toEqual([[], [], [], undefined, [], false]);
    expect((await service.call('DELETE', `/upload/file/${id}`, { as: people.dora })).status).toBe(404);
  });
});

describe('document access', () => {
  it('without a team or a cover, only a document’s owner and administrators can read it, alone or among others', async () => {
    const { id, ownerId } = await aDocument();
    const queries = service.app.get(DocumentsQueries);
    const foundBy = async (person: { userId: string; role: 'user' | 'admin' }) => {
      const reader = { ...person, teams: [], covers: [] };
      return [
        (await queries.find(id, reader))?.id,
        (await queries.findMany([id], reader)).map((row) => row.id),
      ];
    };
    expect(await foundBy({ userId: ownerId, role: 'user' })).toEqual([id, [id]]);
    expect(await foundBy({ userId: people.dora.id, role: 'admin' })).toEqual([id, [id]]);
    expect(await foundBy({ userId: people.ben.id, role: 'user' })).toEqual([undefined, []]);
  });
});

describe('the daily quota', () => {
  const quotaOf = (perClinician: number, perDay: number) =>
    new Quota(service.prisma, {
      UPLOADS_PER_CLINICIAN_PER_DAY: perClinician,
      UPLOADS_PER_DAY: perDay,
      QUOTA_RECOUNT_MS: HOUR,
    } as ConstructorParameters<typeof Quota>[1]);
  const admitted = async (quota: Quota, ownerId: string) => {
    try {
      await quota.admit(ownerId);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ status: 429 });
      return false;
    }
  };

  it('the daily quota of a clinician counts uploads admitted since the last recount', async () => {
    const { ownerId } = await aDocument();
    const quota = quotaOf(3, 100);
    const outcomes = [];
    for (let n = 0; n < 3; n += 1) outcomes.push(await admitted(quota, ownerId));
    expect(outcomes).toEqual([true, true, false]);
    expect(await admitted(quota, randomUUID())).toBe(true);
  });

  it('documents of one clinician do not count against the quota of another', async () => {
    const { ownerId } = await aDocument();
    const quota = quotaOf(1, 100);
    expect([await admitted(quota, ownerId), await admitted(quota, randomUUID())]).toEqual([false, true]);
  });

  it('the daily quota of the installation counts the documents of all clinicians', async () => {
    await aDocument();
    const quota = quotaOf(100, 2);
    expect([await admitted(quota, randomUUID()), await admitted(quota, randomUUID())]).toEqual([true, false]);
  });

  it('documents of the previous day do not count against the quota', async () => {
    const { id, ownerId } = await aDocument();
    await service.prisma.document.update({
      where: { id },
      data: { createdAt: new Date(Date.now() - 24 * HOUR) },
    });
    expect(await admitted(quotaOf(1, 1), ownerId)).toBe(true);
  });
});

describe('concurrent deletions', () => {
  it('a second deletion waits for the first and then returns 404', async () => {
    const { id } = await aDocument();
    let second: ReturnType<typeof service.call> | undefined;
    await service.prisma.$transaction(
      async (tx) => {
        await tx.$executeRaw`DELETE FROM documents WHERE id = ${id}::uuid`;
        second = service.call('DELETE', `/upload/file/${id}`, { as: people.dora });
        await eventually(async () => expect(await lockWaits(service.prisma)).toHaveLength(1));
      },
      { timeout: 60_000 },
    );
    expect((await second)?.status).toBe(404);
    expect(await service.prisma.purge.count()).toBe(0);
  });
});
