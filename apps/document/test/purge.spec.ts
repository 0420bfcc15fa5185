import { randomBytes, randomUUID } from 'node:crypto';
import { eventually, people } from '@caredrop/testing';
import { command } from './support/command.js';
import { DocumentService } from './support/document-service.js';
import { interruptedStore, type StoreOutage } from './support/service-stores.js';
import { upload } from './support/uploads.js';

let service: DocumentService;
let store: StoreOutage;

/** An outage of a bucket affects only the service; the tests read the bucket directly. */
beforeEach(async () => {
  store = await interruptedStore();
  service = await DocumentService.start({
    ...store.settings,
    PURGE_RETRY_MS: '100',
    S3_TIMEOUT_MS: '2000',
  });
});
afterEach(async () => {
  await service.stop();
  await store.takeAway();
});

const purges = () => service.prisma.purge.findMany();

it('an object is deleted by retries once the store is back', async () => {
  const link = service.token.newLink();
  expect((await upload(service, link)).status).toBe(201);
  const { id } = await service.prisma.document.findFirstOrThrow();
  await store.takeAway();
  // The response is immediate: the row and its key are gone, so the document can no longer be read.
  expect((await service.call('DELETE', `/upload/file/${id}`, { as: people.ana })).status).toBe(200);
  expect(await service.prisma.document.count()).toBe(0);
  await eventually(async () => expect((await purges())[0]?.tries).toBeGreaterThan(1));
  await store.bringBack();
  await eventually(async () => expect(await service.objects()).toEqual([]));
  await eventually(async () => expect(await purges()).toEqual([]));
});

it('an object that could not be deleted for weeks is deleted once the store permits it, and holds up no other', async () => {
  for (const [storageKey, tries] of [
    ['documents/aa/old', 2_000],
    ['documents/aa/new', 0],
  ] as const) {
    await service.withStore((objects) => objects.put(storageKey, Buffer.from('left')));
    await service.prisma.purge.create({ data: { storageKey, tries } });
  }
  await eventually(async () => expect(await service.objects()).toEqual([]));
  await eventually(async () => expect(await purges()).toEqual([]));
});

it('a restarted service deletes the object of an attempt whose process died', async () => {
  const key = randomBytes(16).toString('hex');
  const storageKey = `documents/${key.slice(0, 2)}/${key}`;
  await service.withStore((objects) => objects.put(storageKey, Buffer.from('left')));
  await service.app.close();
  await service.listen({ ATTEMPT_MAX_AGE_MS: '1' });
  await service.prisma.attempt.create({
    data: { claimId: randomUUID(), documentId: randomUUID(), storageKey },
  });
  await eventually(async () =>
    expect(await service.prisma.attempt.findFirst()).toMatchObject({ state: 'abandoned' }),
  );
  await eventually(async () => expect(await service.objects()).toEqual([]));
  await eventually(async () => expect(await purges()).toEqual([]));
});

describe('the purge command', () => {
  beforeEach(async () => {
    await service.app.close();
    await service.listen({ PURGE_INTERVAL_MS: '3600000', PURGE_RETRY_MS: '3600000' });
  });

  /**
   * Deletes a document while the store is unavailable, so that its object waits for a retry far in the
   * future.
   */
  async function oneWaits(): Promise<void> {
    expect((await upload(service, service.token.newLink())).status).toBe(201);
    const { id } = await service.prisma.document.findFirstOrThrow();
    await store.takeAway();
    await service.call('DELETE', `/upload/file/${id}`, { as: people.ana });
    await eventually(() => expect(service.lines.join('')).toContain('failed to delete an object'));
  }

  it('a dry run reports the objects, and the purge deletes them at once and is audited', async () => {
    await oneWaits();
    await store.bringBack();
    const dry = await command(service, 'purge --dry-run');
    expect(dry).toEqual({ exitCode: 0, text: 'would remove: 1 stored objects, 0 uploads left open' });
    expect(await service.objects()).toHaveLength(1);
    const done = await command(service, 'purge');
    expect(done).toEqual({ exitCode: 0, text: 'removed: 1 stored objects, 0 uploads left open' });
    expect(await service.objects()).toEqual([]);
    expect(await purges()).toEqual([]);
    const acts = await service.prisma.$queryRaw<{ data: object }[]>`
      SELECT envelope->'data' AS data FROM outbox WHERE envelope->'data'->>'action' = 'storage.purge'`;
    expect(acts).toEqual([
      { data: expect.objectContaining({ outcome: 'success', codes: ['removed.1', 'failed.0'] }) },
    ]);
  });

  it('an object that cannot be deleted stays queued', async () => {
    await oneWaits();
    // A command does not start when its folder is not mounted.
    const ended = await command(service, 'purge', { S3_CREATE_BUCKET: 'false' }).catch((error: Error) => ({
      text: error.message,
      exitCode: 1,
    }));
    expect(ended).toEqual({
      text: expect.stringMatching(/1 could not be removed|mount its disk/),
      exitCode: 1,
    });
    expect(await purges()).toHaveLength(1);
    await store.bringBack();
    expect(await service.objects()).toHaveLength(1);
  });
});
