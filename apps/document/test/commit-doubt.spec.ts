import { eventually } from '@caredrop/testing';
import { DocumentService } from './support/document-service.js';
import type { FakeLink } from './support/fake-token-service.js';
import { PostgresProxy } from './support/postgres-proxy.js';
import { upload } from './support/uploads.js';

let service: DocumentService;
let proxy: PostgresProxy;

/** The service, and with it `service.prisma`, reaches its database through the proxy. */
beforeEach(async () => {
  service = await DocumentService.start();
  await service.app.close();
  proxy = new PostgresProxy(new URL(service.database.url));
  await service.listen({
    DATABASE_URL: await proxy.start(),
    SWEEP_INTERVAL_MS: '3600000',
    RESCAN_INTERVAL_MS: '3600000',
  });
});
afterEach(async () => {
  await service.stop();
  await proxy.stop();
});

/** Fails only the commit of the next upload, which directly follows the confirmation. */
function failCommit(...fault: Parameters<PostgresProxy['failNextCommit']>): void {
  service.token.server.fault = (path) => {
    if (path.endsWith('/confirm')) proxy.failNextCommit(...fault);
  };
}
const states = async () => (await service.prisma.attempt.findMany()).map(({ state }) => state);
const actions = () => service.token.calls.map((call) => call.split(':')[0]);

async function expectTaken(link: FakeLink): Promise<void> {
  expect(await service.prisma.document.count()).toBe(1);
  expect(await service.prisma.ledgerEntry.count()).toBe(1);
  expect(await service.prisma.outboxEvent.count({ where: { type: 'upload.completed' } })).toBe(1);
  expect(await service.objects()).toHaveLength(1);
  expect(link.confirmed).not.toBeNull();
}

describe('a commit with an unknown outcome', () => {
  it('an upload whose commit response was lost still returns its receipt', async () => {
    const link = service.token.newLink();
    failCommit('response lost');
    expect((await upload(service, link)).status).toBe(201);
    expect(await states()).toEqual(['completed']);
    await expectTaken(link);
    expect(actions()).not.toContain('release');
  });

  it('an upload whose commit did not happen releases its link for another upload', async () => {
    const link = service.token.newLink();
    failCommit('request lost');
    const response = await upload(service, link);
    expect([response.status, response.headers['retry-after']]).toEqual([503, '5']);
    expect(await states()).toEqual(['abandoned']);
    expect(link.claimId).toBeNull();
    await eventually(async () => expect(await service.objects()).toEqual([]));
    service.token.server.fault = () => undefined;
    expect((await upload(service, link)).status).toBe(201);
    await expectTaken(link);
  });

  it('while the database is down, nothing is released or deleted, and afterwards the same key gets its receipt', async () => {
    const link = service.token.newLink();
    failCommit('response lost', { thenAway: true });
    expect((await upload(service, link, { key: 'k1' })).status).toBe(503);
    expect(actions()).not.toContain('release');
    expect(link.confirmed).not.toBeNull();
    expect(await service.objects()).toHaveLength(1);
    proxy.comeBack();
    service.token.server.fault = () => undefined;
    await eventually(async () => expect((await upload(service, link, { key: 'k1' })).status).toBe(201));
    expect(await states()).toEqual(['completed']);
    expect(await service.objects()).toHaveLength(1);
  });

  it('an attempt whose commit never reached the database is settled as abandoned when the token service asks', async () => {
    const link = service.token.newLink();
    failCommit('request lost', { thenAway: true });
    expect((await upload(service, link, { key: 'k1' })).status).toBe(503);
    expect(actions()).not.toContain('release');
    expect(await service.objects()).toHaveLength(1);
    proxy.comeBack();
    service.token.server.fault = () => undefined;
    await eventually(async () => {
      const settled = await service.call<{ outcome: string }>('POST', '/internal/attempts/settle', {
        caller: 'token',
        json: { claimId: link.claimId },
      });
      expect(settled.body.data).toEqual({ outcome: 'abandoned' });
    });
    service.token.freeClaim(link);
    await eventually(async () => expect(await service.objects()).toEqual([]));
    expect((await upload(service, link, { key: 'k1' })).status).toBe(201);
  });
});

describe('an unreachable database', () => {
  it('an upload is refused with 503 before its link is claimed', async () => {
    const link = service.token.newLink();
    proxy.goAway();
    expect((await upload(service, link)).status).toBe(503);
    expect(service.token.calls).toEqual([]);
    expect((await service.call('GET', '/health/ready')).status).toBe(503);
    expect((await service.call('GET', '/health/live')).status).toBe(200);
    proxy.comeBack();
    await eventually(async () => expect((await upload(service, link)).status).toBe(201));
  });
});
