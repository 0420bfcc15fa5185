import { eventually } from '@caredrop/testing';
import { DocumentService } from './support/document-service.js';
import { Barrier } from './support/barrier.js';
import { aPdf } from './support/multipart.js';
import { openUpload } from './support/open-upload.js';
import { ServiceProcess } from './support/service-process.js';
import { upload } from './support/uploads.js';

const file = { bytes: aPdf() };
let service: DocumentService;
let running: ServiceProcess;

/** The service runs as a process; the fakes, the bucket and the database belong to the test. */
beforeAll(async () => {
  service = await DocumentService.start();
});
afterAll(() => service.stop());

const start = async (settings: Record<string, string> = {}) => {
  running = await ServiceProcess.start({ ...service.env, ...settings });
  service.url = running.url;
};
const documentsOf = ({ tokenId }: { tokenId: string }) =>
  service.prisma.document.count({ where: { tokenId } });
afterEach(async () => {
  service.token.server.fault = () => undefined;
  await running.end('SIGKILL');
});

describe('a process that is killed', () => {
  it('a process killed during an upload leaves no document and no object', async () => {
    await start();
    const link = service.token.newLink();
    const uploading = await openUpload(service, link, { file });
    await uploading.send(uploading.body.subarray(0, 40));
    await eventually(() => expect(link.claimId).not.toBeNull());
    await running.end('SIGKILL');
    expect(await documentsOf(link)).toBe(0);
    expect(await service.objects()).toEqual([]);
    service.token.freeClaim(link); // The lease of the claim has ended.
    await start();
    expect((await upload(service, link)).status).toBe(201);
  });

  it('the object of a process killed before its commit is deleted after a restart', async () => {
    await start();
    const link = service.token.newLink();
    const barrier = new Barrier();
    service.token.server.fault = async (path) => {
      if (path.endsWith('/confirm')) await barrier.pass();
    };
    const uploading = await openUpload(service, link, { file });
    uploading.request.end(uploading.body);
    await barrier.reached;
    const attempt = await service.prisma.attempt.findFirst({ orderBy: { openedAt: 'desc' } });
    expect(await service.objects()).toContain(attempt?.storageKey);
    await running.end('SIGKILL');
    barrier.open();
    await start({ ATTEMPT_MAX_AGE_MS: '1' });
    await eventually(async () => expect(await service.objects()).not.toContain(attempt?.storageKey));
    expect(await service.prisma.attempt.count({ where: { state: 'open' } })).toBe(0);
    expect(await documentsOf(link)).toBe(0);
  });

  it('a process killed after its commit publishes its event and returns the receipt after a restart', async () => {
    await start();
    const link = service.token.newLink();
    const first = await upload(service, link, { key: 'k1' });
    await running.end('SIGKILL');
    await start();
    expect((await upload(service, link, { key: 'k1' })).body).toEqual(first.body);
    await eventually(async () =>
      expect(await service.prisma.outboxEvent.count({ where: { sentAt: null } })).toBe(0),
    );
  });
});

describe('a graceful shutdown', () => {
  it('a stopping process finishes its upload, accepts no connections and exits with 0', async () => {
    await start();
    const link = service.token.newLink();
    const uploading = await openUpload(service, link, { file });
    await uploading.send(uploading.body.subarray(0, 40));
    await eventually(() => expect(link.claimId).not.toBeNull());
    const ended = running.end('SIGTERM');
    await eventually(() =>
      expect(running.lines.some((line) => line.includes('"msg":"stopping"'))).toBe(true),
    );
    await eventually(async () => {
      await expect(service.call('GET', '/health/live')).rejects.toThrow();
    });
    uploading.request.end(uploading.body.subarray(40));
    expect((await uploading.response).status).toBe(201);
    expect(await ended).toBe(0);
    expect(await documentsOf(link)).toBe(1);
  });

  it('a stopping process finishes the upload of a client that disconnected after its last byte', async () => {
    await start();
    const link = service.token.newLink();
    const barrier = new Barrier();
    service.token.server.fault = async (path) => {
      if (path.endsWith('/confirm')) await barrier.pass();
    };
    const uploading = await openUpload(service, link, { file });
    uploading.request.end(uploading.body);
    await barrier.reached;
    uploading.vanish();
    const ended = running.end('SIGTERM');
    await eventually(() =>
      expect(running.lines.some((line) => line.includes('"msg":"stopping"'))).toBe(true),
    );
    barrier.open();
    expect(await ended).toBe(0);
    expect(await documentsOf(link)).toBe(1);
  });
});

describe('a process with invalid settings', () => {
  const failure = async (settings: Record<string, string>): Promise<string> => {
    const without = Object.fromEntries(
      Object.entries({ ...service.env, ...settings }).filter(([, value]) => value !== ''),
    );
    return ServiceProcess.start(without).then(
      () => 'started',
      (error: Error) => error.message,
    );
  };

  it('a process with a missing or invalid key ring does not start and names the setting without its value', async () => {
    expect(await failure({ KEK_KEYS: '' })).toContain('KEK_KEYS is not set');
    const secret = await failure({ KEK_KEYS: '{"current":"k1","keys":{"k1":"c2VjcmV0"}}' });
    expect(secret).toContain('KEK_KEYS is not valid');
    expect(secret).not.toContain('c2VjcmV0');
  });

  it('a process without a scanner does not start in production', async () => {
    expect(await failure({ NODE_ENV: 'production' })).toContain('SCANNER_URL is not set');
  });
});
