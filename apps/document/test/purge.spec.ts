import { randomBytes, randomUUID } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { backing, eventually, people, TcpProxy } from '@caredrop/testing';
import { DocumentService } from './support/document-service.js';
import { upload } from './support/uploads.js';

let service: DocumentService;
let store: TcpProxy;

/** The service reaches the store through the proxy; the tests look at it directly. */
beforeEach(async () => {
  store = await TcpProxy.before(backing().s3.endpoint);
  service = await DocumentService.start({
    S3_ENDPOINT: store.url,
    PURGE_RETRY_MS: '100',
    S3_TIMEOUT_MS: '2000',
  });
});
afterEach(async () => {
  await service.stop();
  await store.takeAway();
});

const purges = () => service.prisma.purge.findMany();

it('deletes objects again and again until the store is back and they are gone', async () => {
  const link = service.token.newLink();
  expect((await upload(service, link)).status).toBe(201);
  const { id } = await service.prisma.document.findFirstOrThrow();
  await store.takeAway();
  // The person is done at once: the row and its key are gone, and with them the document.
  expect((await service.call('DELETE', `/upload/file/${id}`, { as: people.ana })).status).toBe(200);
  expect(await service.prisma.document.count()).toBe(0);
  await eventually(async () => expect((await purges())[0]?.tries).toBeGreaterThan(1));
  expect(await service.objects()).toHaveLength(1);
  await store.bringBack();
  await eventually(async () => expect(await service.objects()).toEqual([]));
  await eventually(async () => expect(await purges()).toEqual([]));
});

it('goes on after a restart, and deletes what an attempt left behind whose process died', async () => {
  const key = randomBytes(16).toString('hex');
  const storageKey = `documents/${key.slice(0, 2)}/${key}`;
  await service.s3.send(
    new PutObjectCommand({ Bucket: service.env.S3_BUCKET, Key: storageKey, Body: 'left' }),
  );
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
