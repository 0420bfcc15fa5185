import { randomUUID } from 'node:crypto';
import type { SettleResponse } from '@caredrop/contracts/internal';
import { eventually, lockWaits, people } from '@caredrop/testing';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import pg from 'pg';
import { openAttempt } from '../src/uploads/attempts.js';
import { WorkInFlight } from '../src/concurrency/work-in-flight.js';
import { DocumentService } from './support/document-service.js';
import type { FakeLink } from './support/fake-token-service.js';
import { Barrier } from './support/barrier.js';
import { aPdf } from './support/multipart.js';
import { openUpload } from './support/open-upload.js';
import { upload } from './support/uploads.js';

let service: DocumentService;
const locks: Array<() => Promise<void>> = [];

beforeEach(async () => {
  service = await DocumentService.start({ RENEW_INTERVAL_MS: '25' });
});
afterEach(async () => {
  await Promise.all(locks.splice(0).map((release) => release()));
  await service.stop();
});

const settle = async (claimId: string) => {
  const response = await service.call<SettleResponse>('POST', '/internal/attempts/settle', {
    caller: 'token',
    json: { claimId },
  });
  return response.body.data;
};
const attempts = () => service.prisma.attempt.findMany({ orderBy: { openedAt: 'asc' } });
const actions = () => service.token.calls.filter((call) => !call.startsWith('renew'));
const file = { bytes: aPdf() };

/** Expects that the upload left nothing behind and that its link can be used. */
async function expectNothingHappened(link: FakeLink): Promise<void> {
  expect(link.claimId).toBeNull();
  expect(await service.prisma.document.count()).toBe(0);
  expect(await service.prisma.ledgerEntry.count()).toBe(0);
  expect((await attempts()).every(({ state }) => state === 'abandoned')).toBe(true);
  await eventually(async () => expect(await service.objects()).toEqual([]));
  await eventually(async () => expect(await service.prisma.purge.count()).toBe(0));
  expect((await upload(service, link)).status).toBe(201);
}

/** Holds calls of one kind at a barrier. */
function barrierAt(action: string): Barrier {
  const barrier = new Barrier();
  service.token.server.fault = async (path) => {
    if (path.endsWith(action)) await barrier.pass();
  };
  return barrier;
}

describe('single use of a link', () => {
  it('one of 50 concurrent uploads succeeds and stores one object; the others get 409 or 410', async () => {
    const link = service.token.newLink();
    const responses = await Promise.all(Array.from({ length: 50 }, () => upload(service, link)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(201);
    expect(statuses.slice(1).every((status) => status === 409 || status === 410)).toBe(true);
    expect(await service.objects()).toHaveLength(1);
    expect(await service.prisma.document.count()).toBe(1);
  });

  it('an upload to a busy, unknown or used link is refused before its body is read', async () => {
    const link = service.token.newLink();
    const winner = await openUpload(service, link, { file });
    await winner.send(winner.body.subarray(0, 20));
    await eventually(() => expect(link.claimId).not.toBeNull());
    const loser = await openUpload(service, link, { file });
    expect(await loser.response).toMatchObject({ status: 409, body: { code: 'upload_in_progress' } });
    const unknown = await openUpload(service, { link: 'unknown' }, { file });
    expect((await unknown.response).status).toBe(404);
    winner.request.end(winner.body.subarray(20));
    expect((await winner.response).status).toBe(201);
    const late = await openUpload(service, link, { file });
    expect((await late.response).status).toBe(410);
    for (const one of [loser, unknown, late]) one.vanish();
  });

  it('the attempt is written before the link is claimed', async () => {
    const link = service.token.newLink();
    const barrier = barrierAt('/claims');
    const uploading = upload(service, link);
    await barrier.reached;
    expect(await attempts()).toMatchObject([{ state: 'open', storageKey: expect.any(String) }]);
    expect(await service.objects()).toEqual([]);
    barrier.open();
    expect((await uploading).status).toBe(201);
  });

  it('a different file under the same key is refused as different', async () => {
    const link = service.token.newLink();
    const first = await upload(service, link, { key: 'k1' });
    const other = await upload(service, link, { key: 'k1', file: { bytes: aPdf('another report') } });
    expect([other.status, other.body.code, other.body.message]).toEqual([
      422,
      'document_differs',
      'Another document was received with this link. The file chosen now was not sent.',
    ]);
    expect((await upload(service, link, { key: 'k1' })).body).toEqual(first.body);
    expect(await service.prisma.document.count({ where: { tokenId: link.tokenId } })).toBe(1);
  });

  it('the same key gets the same receipt, and another key gets "already used"', async () => {
    const link = service.token.newLink();
    const first = await upload(service, link, { key: 'k1' });
    const again = await upload(service, link, { key: 'k1', file: { name: 'other.pdf' } });
    expect([again.status, again.body]).toEqual([201, first.body]);
    for (const key of ['k2', ''])
      expect((await upload(service, link, { key })).body).toMatchObject({
        code: 'link_used',
        data: { receivedAt: first.body.data.upload.receivedAt, patientRefId: 'P-1' },
      });
    expect(await service.prisma.document.count()).toBe(1);
  });

  it('the receipt is returned even after the document was deleted', async () => {
    const link = service.token.newLink();
    const first = await upload(service, link, { key: 'k1' });
    const { id } = await service.prisma.document.findFirstOrThrow();
    await service.call('DELETE', `/upload/file/${id}`, { as: people.ana });
    expect((await upload(service, link, { key: 'k1' })).body).toEqual(first.body);
    expect((await upload(service, link, { key: 'k2' })).status).toBe(410);
  });

  it('a claim whose response was lost is repeated within the same attempt', async () => {
    const link = service.token.newLink();
    let lost = 0;
    service.token.server.fault = (path) =>
      path.endsWith('/claims') && lost++ === 0 ? 'response lost' : undefined;
    expect((await upload(service, link)).status).toBe(201);
    expect(actions().slice(0, 2)).toEqual(['claim: claimed', 'claim: claimed']);
    expect(await attempts()).toHaveLength(1);
  });

  it('the link is released when all responses to its claim are lost', async () => {
    const link = service.token.newLink();
    service.token.server.fault = (path) => (path.endsWith('/claims') ? 'response lost' : undefined);
    const response = await upload(service, link);
    expect([response.status, response.headers['retry-after']]).toEqual([503, '5']);
    service.token.server.fault = () => undefined;
    await expectNothingHappened(link);
  });

  it('an upload waits for a place before it claims its link', async () => {
    await service.app.close();
    await service.listen({ UPLOADS_IN_FLIGHT: '1' });
    const [one, two, three] = [service.token.newLink(), service.token.newLink(), service.token.newLink()];
    const first = await openUpload(service, one, { file });
    await first.send(first.body.subarray(0, 20));
    await eventually(() => expect(one.claimId).not.toBeNull());
    const second = upload(service, two);
    const third = await openUpload(service, three, { file });
    const waiting = async () => (await service.call('GET', '/metrics')).bytes.toString();
    await eventually(async () => expect(await waiting()).toContain('document_uploads_waiting 2'));
    third.vanish();
    await eventually(async () => expect(await waiting()).toContain('document_uploads_waiting 1'));
    expect([two.claimId, three.claimId]).toEqual([null, null]);
    first.request.end(first.body.subarray(20));
    expect([(await first.response).status, (await second).status]).toEqual([201, 201]);
  });
});

describe('the lease of a claim', () => {
  it('the lease is renewed while the body arrives, and losing the claim ends the upload', async () => {
    const link = service.token.newLink();
    const slow = await openUpload(service, link, { file });
    await slow.send(slow.body.subarray(0, 20));
    await eventually(() => expect(service.token.calls).toContain('renew: renewed'));
    service.token.freeClaim(link);
    expect(await slow.response).toMatchObject({ status: 409, body: { code: 'upload_in_progress' } });
    slow.vanish();
    await expectNothingHappened(link);
  });

  it('an upload ends when its link is revoked while the body arrives, and the error says so', async () => {
    const link = service.token.newLink();
    const slow = await openUpload(service, link, { file });
    await slow.send(slow.body.subarray(0, 20));
    await eventually(() => expect(service.token.calls).toContain('renew: renewed'));
    link.status = 'revoked';
    expect(await slow.response).toMatchObject({ status: 410, body: { code: 'link_revoked' } });
    slow.vanish();
    expect(await service.prisma.document.count()).toBe(0);
    expect((await attempts()).every(({ state }) => state === 'abandoned')).toBe(true);
  });

  it('an upload continues when its lease cannot be renewed', async () => {
    const link = service.token.newLink();
    service.token.server.fault = (path) => (path.endsWith('/renew') ? 'not received' : undefined);
    const slow = await openUpload(service, link, { file });
    await slow.send(slow.body.subarray(0, 20));
    await eventually(() =>
      expect(service.lines.some((line) => line.includes('failed to renew a lease'))).toBe(true),
    );
    slow.request.end(slow.body.subarray(20));
    expect((await slow.response).status).toBe(201);
  });

  it('an upload with the same key takes over an unconfirmed claim', async () => {
    const link = service.token.newLink();
    const onWifi = await openUpload(service, link, { file, key: 'k1' });
    await onWifi.send(onWifi.body.subarray(0, 20));
    await eventually(() => expect(link.claimId).not.toBeNull());
    const onMobile = await upload(service, link, { key: 'k1' });
    expect(onMobile.status).toBe(201);
    expect((await onWifi.response).status).toBe(409);
    onWifi.vanish();
    expect((await attempts()).map(({ state }) => state)).toEqual(['abandoned', 'completed']);
    await eventually(async () => expect(await service.objects()).toHaveLength(1));
  });

  it('a retry while the first upload with its key is committing gets 409 with Retry-After', async () => {
    const link = service.token.newLink();
    const lock = await lockTable('documents');
    const first = upload(service, link, { key: 'k1' });
    await eventually(() => expect(link.confirmed).not.toBeNull());
    const second = await upload(service, link, { key: 'k1' });
    expect([second.status, second.body.code, second.headers['retry-after']]).toEqual([
      409,
      'upload_not_finished',
      '2',
    ]);
    await lock.release();
    expect((await first).status).toBe(201);
    expect((await upload(service, link, { key: 'k1' })).body).toEqual((await first).body);
  });
});

describe('the release of a link after a failed upload', () => {
  it('the attempt is abandoned before the claim is released', async () => {
    const link = service.token.newLink();
    let seen: string[] = [];
    service.token.server.fault = async (path) => {
      if (path.endsWith('/release')) seen = (await attempts()).map(({ state }) => state);
    };
    expect((await upload(service, link, { file: { bytes: Buffer.from('MZ') } })).status).toBe(415);
    expect(seen).toEqual(['abandoned']);
    await expectNothingHappened(link);
  });

  it('the claim is not released when the attempt cannot be abandoned', async () => {
    const link = service.token.newLink();
    await breakTable('attempts', 'BEFORE UPDATE');
    expect((await upload(service, link, { file: { bytes: Buffer.from('MZ') } })).status).toBe(415);
    expect(actions()).toEqual(['claim: claimed']);
    expect(link.claimId).not.toBeNull();
  });

  it('a client that disconnects before its last byte releases the link', async () => {
    const link = service.token.newLink();
    const leaving = await openUpload(service, link, { file });
    await leaving.send(leaving.body.subarray(0, -1));
    await eventually(() => expect(link.claimId).not.toBeNull());
    leaving.vanish();
    await eventually(() => expect(link.claimId).toBeNull());
    await expectNothingHappened(link);
  });

  it('an upload is completed even if the client disconnects after its last byte', async () => {
    const link = service.token.newLink();
    const barrier = barrierAt('/confirm');
    const leaving = await openUpload(service, link, { file });
    leaving.request.end(leaving.body);
    await barrier.reached;
    leaving.vanish();
    barrier.open();
    await eventually(async () => expect(await service.prisma.document.count()).toBe(1));
  });
});

describe('confirming and settling', () => {
  it('nothing stays stored when the link is revoked before the confirmation', async () => {
    const link = service.token.newLink();
    const barrier = barrierAt('/confirm');
    const uploading = upload(service, link);
    await barrier.reached;
    expect(await service.objects()).toHaveLength(1);
    link.status = 'revoked';
    barrier.open();
    expect((await uploading).body).toMatchObject({ code: 'link_revoked' });
    link.status = 'active';
    await expectNothingHappened(link);
  });

  it('nothing stays stored when the claim is lost before the confirmation', async () => {
    const link = service.token.newLink();
    const barrier = barrierAt('/confirm');
    const uploading = upload(service, link);
    await barrier.reached;
    service.token.freeClaim(link);
    barrier.open();
    expect((await uploading).body).toMatchObject({ code: 'upload_in_progress' });
    await expectNothingHappened(link);
  });

  it('the confirmation is repeated when its response is lost', async () => {
    const link = service.token.newLink();
    let lost = 0;
    service.token.server.fault = (path) =>
      path.endsWith('/confirm') && lost++ < 2 ? 'response lost' : undefined;
    expect((await upload(service, link)).status).toBe(201);
    expect(actions().filter((call) => call === 'confirm: confirmed')).toHaveLength(3);
  });

  it('the claim is released when all responses to its confirmation are lost', async () => {
    const link = service.token.newLink();
    service.token.server.fault = (path) => (path.endsWith('/confirm') ? 'response lost' : undefined);
    expect((await upload(service, link)).status).toBe(503);
    service.token.server.fault = () => undefined;
    await expectNothingHappened(link);
  });

  it('an attempt whose release was lost is settled as abandoned, and the link can be used again', async () => {
    const link = service.token.newLink();
    service.token.server.fault = (path) => (/confirm|release/.test(path) ? 'response lost' : undefined);
    expect((await upload(service, link)).status).toBe(503);
    const [attempt] = await attempts();
    service.token.server.fault = () => undefined;
    expect(await settle(attempt?.claimId ?? '')).toEqual({ outcome: 'abandoned' });
    service.token.freeClaim(link);
    await expectNothingHappened(link);
  });

  it('a commit after its attempt was settled is aborted', async () => {
    const link = service.token.newLink();
    service.token.server.fault = async (path) => {
      if (path.endsWith('/confirm'))
        expect(await settle(link.claimId ?? '')).toEqual({ outcome: 'abandoned' });
    };
    expect((await upload(service, link)).status).toBe(503);
    service.token.server.fault = () => undefined;
    await expectNothingHappened(link);
  });

  it('settling waits for a commit in progress and then returns "completed"', async () => {
    const link = service.token.newLink();
    const lock = await lockTable('outbox');
    const uploading = upload(service, link);
    await eventually(async () => expect(await lock.waiting('outbox')).toBe(1));
    let settled: SettleResponse | undefined;
    const settling = settle(link.claimId ?? '').then((response) => (settled = response));
    await eventually(async () => expect(await lock.waiting('attempts')).toBe(1));
    expect(settled).toBeUndefined();
    await lock.release();
    const receipt = (await uploading).body.data.upload;
    const { id } = await service.prisma.document.findFirstOrThrow();
    expect(await settling).toEqual({ outcome: 'completed', documentId: id, receivedAt: receipt.receivedAt });
  });

  it('an unknown claim is settled as abandoned, and a later attempt for it is refused', async () => {
    const claimId = randomUUID();
    expect(await settle(claimId)).toEqual({ outcome: 'abandoned' });
    const late = {
      claimId,
      documentId: randomUUID(),
      storageKey: 'x',
      tokenHash: Buffer.alloc(32),
      idempotencyHash: null,
    };
    await expect(openAttempt(service.prisma, late)).rejects.toThrow();
    expect(await settle(claimId)).toEqual({ outcome: 'abandoned' });
  });

  it('a completed attempt is settled as completed every time', async () => {
    const link = service.token.newLink();
    const { receivedAt } = (await upload(service, link)).body.data.upload;
    const [attempt] = await attempts();
    const expected = { outcome: 'completed', documentId: attempt?.documentId, receivedAt };
    expect(await settle(attempt?.claimId ?? '')).toEqual(expected);
    expect(await settle(attempt?.claimId ?? '')).toEqual(expected);
    expect(await service.objects()).toHaveLength(1);
  });
});

describe('committing and completing', () => {
  it('the ledger keeps one document when two claims of a link are confirmed by mistake', async () => {
    const link = service.token.newLink();
    const barrier = barrierAt('/confirm');
    const first = upload(service, link, { key: 'k1' });
    await barrier.reached;
    service.token.freeClaim(link);
    const second = upload(service, link, { key: 'k2' });
    await eventually(async () => expect(await service.objects()).toHaveLength(2));
    // The fake token service confirms every claim, so only the ledger can reject the second upload.
    const claims = (await attempts()).map(({ claimId }) => claimId);
    service.token.confirmAnybody = true;
    barrier.open();
    const statuses = [(await first).status, (await second).status].sort();
    expect(statuses).toEqual([201, 410]);
    expect(claims).toHaveLength(2);
    expect(await service.prisma.document.count()).toBe(1);
    await eventually(async () => expect(await service.objects()).toHaveLength(1));
  });

  it('an upload publishes the event that marks its link as used', async () => {
    const link = service.token.newLink();
    expect((await upload(service, link)).status).toBe(201);
    await service.app.get(WorkInFlight).finished();
    const [event] = await service.prisma.outboxEvent.findMany({
      where: { type: 'upload.completed' },
    });
    const [attempt] = await attempts();
    expect(event?.envelope).toMatchObject({
      type: 'upload.completed',
      data: { tokenId: link.tokenId, ownerId: link.ownerId, claimId: attempt?.claimId, scan: 'clean' },
    });
    await eventually(async () =>
      expect((await service.prisma.outboxEvent.findFirst())?.sentAt).not.toBeNull(),
    );
  });
});

describe('attempts of dead processes', () => {
  it('an attempt left open for 61 minutes is abandoned and its object deleted', async () => {
    const storageKey = 'documents/left/behind';
    await service.s3.send(
      new PutObjectCommand({ Bucket: service.env.S3_BUCKET, Key: storageKey, Body: 'x' }),
    );
    const attempt = {
      claimId: randomUUID(),
      documentId: randomUUID(),
      storageKey,
      tokenHash: Buffer.alloc(32),
      idempotencyHash: null,
    };
    await openAttempt(service.prisma, attempt);
    await service.prisma.$executeRaw`UPDATE attempts SET opened_at = now() - interval '61 minutes'`;
    await eventually(async () => expect(await service.objects()).toEqual([]));
    expect(await attempts()).toMatchObject([{ state: 'abandoned' }]);
    expect(await settle(attempt.claimId)).toEqual({ outcome: 'abandoned' });
  });

  it('an attempt left open for 59 minutes stays open', async () => {
    const attempt = {
      claimId: randomUUID(),
      documentId: randomUUID(),
      storageKey: 'k',
      tokenHash: Buffer.alloc(32),
      idempotencyHash: null,
    };
    await openAttempt(service.prisma, attempt);
    await service.prisma.$executeRaw`UPDATE attempts SET opened_at = now() - interval '59 minutes'`;
    const old = { ...attempt, claimId: randomUUID(), storageKey: 'k2' };
    await openAttempt(service.prisma, old);
    await service.prisma
      .$executeRaw`UPDATE attempts SET opened_at = now() - interval '2 hours' WHERE storage_key = 'k2'`;
    await eventually(async () =>
      expect((await attempts()).map(({ state }) => state).sort()).toEqual(['abandoned', 'open']),
    );
  });

  it('an object written late by an abandoned attempt is deleted by a final purge', async () => {
    const storageKey = 'documents/late/write';
    const attempt = {
      claimId: randomUUID(),
      documentId: randomUUID(),
      storageKey,
      tokenHash: Buffer.alloc(32),
      idempotencyHash: null,
    };
    await service.app.close();
    await service.listen({ LATE_WRITE_MS: '3600000' });
    await openAttempt(service.prisma, attempt);
    await settle(attempt.claimId);
    const purges = () => service.prisma.purge.findMany();
    // It has been deleted once and is to be deleted again in an hour.
    await eventually(async () => {
      const [purge] = await purges();
      expect(purge).toMatchObject({ tries: 0, nextTryAt: purge?.finalAt });
    });
    await service.s3.send(
      new PutObjectCommand({ Bucket: service.env.S3_BUCKET, Key: storageKey, Body: 'late' }),
    );
    expect(await service.objects()).toEqual([storageKey]);
    await service.prisma.$executeRaw`UPDATE purges SET next_try_at = now(), final_at = now()`;
    await eventually(async () => expect(await purges()).toEqual([]));
    expect(await service.objects()).toEqual([]);
  });
});

/** Blocks inserts into a table. A commit writes the outbox last, so it then stops with its attempt row locked. */
async function lockTable(table: 'documents' | 'outbox') {
  const client = new pg.Client({ connectionString: service.database.url });
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
  let held = true;
  const release = async () => {
    if (!held) return;
    held = false;
    await client.query('COMMIT');
    await client.end();
  };
  locks.push(release);
  /** How many inserts into a table are waiting for a lock. */
  const waiting = async (name: string) => {
    const queries = await lockWaits(service.prisma);
    return queries.filter((query) => new RegExp(`INSERT INTO [^(]*\\b${name}\\b`).test(query)).length;
  };
  return { waiting, release };
}

/** Makes every write of one kind to a table fail. */
async function breakTable(table: string, when: string): Promise<void> {
  await service.prisma.$executeRawUnsafe(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused by the test'; END $$`,
  );
  await service.prisma.$executeRawUnsafe(
    `CREATE TRIGGER refuse ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`,
  );
}
