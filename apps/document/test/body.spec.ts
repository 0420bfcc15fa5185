import { eventually } from '@caredrop/testing';
import { DocumentService } from './support/document-service.js';
import type { FakeLink } from './support/fake-token-service.js';
import { aPdf, aPdfOf, multipart } from './support/multipart.js';
import { openUpload, type OpenUpload } from './support/open-upload.js';
import { upload } from './support/uploads.js';

const MiB = 1024 * 1024;
const HUGE = 100 * MiB;
const DRAIN = 2 * MiB;
let service: DocumentService;

async function started(settings: Record<string, string> = {}): Promise<void> {
  service = await DocumentService.start({ DRAIN_BYTES: String(DRAIN), ...settings });
}
afterEach(() => service.stop());

const file = { bytes: aPdf() };

/** Keeps sending until the connection is cut, at most 100 MiB; returns how many bytes were sent. */
async function flood(uploading: OpenUpload): Promise<number> {
  const chunk = aPdfOf(64 * 1024);
  let taken = 0;
  let cut = false;
  const closed = new Promise<void>((resolve) => uploading.request.once('close', () => resolve()));
  void closed.then(() => (cut = true));
  await uploading.send(uploading.body.subarray(0, 120));
  while (!cut && taken < HUGE) {
    await Promise.race([uploading.send(chunk), closed]);
    taken += chunk.length;
  }
  return taken;
}

async function expectUsable(link: FakeLink): Promise<void> {
  await eventually(() => expect(link.claimId).toBeNull());
  expect(await service.objects()).toEqual([]);
  expect((await upload(service, link)).status).toBe(201);
}

describe('oversized bodies', () => {
  it.each([
    ['with a Content-Length of 100 MB', HUGE],
    ['without Content-Length', null],
  ])('an oversized body %s is cut off with 413 and its link stays usable', async (_how, contentLength) => {
    await started();
    const link = service.token.newLink();
    const uploading = await openUpload(service, link, { file, contentLength });
    const [taken, response] = await Promise.all([flood(uploading), uploading.response]);
    expect(response).toMatchObject({ status: 413, body: { message: 'File size must be less than 5MB' } });
    // The limit, plus bytes that were drained or buffered.
    expect(taken).toBeLessThan(5 * MiB + DRAIN + 12 * MiB);
    await expectUsable(link);
  });

  it('many large form fields are refused with 413', async () => {
    await started();
    const link = service.token.newLink();
    const parts = Array.from({ length: 20 }, (_, n) => ({ [`field${n}`]: 'x'.repeat(300_000) }));
    const form = multipart(...parts, { bytes: aPdf() });
    const headers = { ...form.headers, 'x-link-token': link.link };
    expect((await service.call('POST', '/upload', { headers, body: form.body })).status).toBe(413);
    await expectUsable(link);
  });

  it('a body shorter than its Content-Length releases its link when the client disconnects', async () => {
    await started();
    const link = service.token.newLink();
    const uploading = await openUpload(service, link, { file, contentLength: HUGE });
    await uploading.send(uploading.body);
    await eventually(() => expect(link.claimId).not.toBeNull());
    uploading.vanish();
    await expectUsable(link);
  });
});

describe('slow bodies', () => {
  it('an upload body that stops arriving times out with 408', async () => {
    await started({ BODY_IDLE_MS: '100' });
    const link = service.token.newLink();
    const uploading = await openUpload(service, link, { file });
    await uploading.send(uploading.body.subarray(0, 50));
    expect(await uploading.response).toMatchObject({ status: 408, body: { code: 'request_timeout' } });
    uploading.vanish();
    await expectUsable(link);
  });

  it.each([
    ['arrives too slowly', { BODY_RATE_WINDOW_MS: '150', BODY_MIN_BYTES_PER_SECOND: '10000' }],
    ['exceeds its total time', { BODY_TOTAL_MS: '200', BODY_MIN_BYTES_PER_SECOND: '0' }],
  ])('an upload body times out with 408 when it %s', async (_how, settings) => {
    await started(settings);
    const link = service.token.newLink();
    const uploading = await openUpload(service, link, { file: { bytes: aPdfOf(10_000) } });
    const dripping = setInterval(() => void uploading.request.write('x'), 10);
    const response = await uploading.response;
    clearInterval(dripping);
    expect(response).toMatchObject({
      status: 408,
      body: { message: 'The upload took too long. Please try again.' },
    });
    uploading.vanish();
    await expectUsable(link);
  });
});

describe('a contested upload place', () => {
  it('a slow upload body loses its place to a waiting upload', async () => {
    const pressed = { BODY_PRESSED_BYTES_PER_SECOND: '1000', BODY_PRESSED_WINDOW_MS: '150' };
    await started({ UPLOADS_IN_FLIGHT: '1', BODY_MIN_BYTES_PER_SECOND: '0', ...pressed });
    const [slow, next] = [service.token.newLink(), service.token.newLink()];
    const dripping = await openUpload(service, slow, { file: { bytes: aPdfOf(100_000) } });
    await dripping.send(dripping.body.subarray(0, 50));
    await eventually(() => expect(slow.claimId).not.toBeNull());
    const drip = setInterval(() => void dripping.request.write('x'), 10);
    expect((await upload(service, next)).status).toBe(201);
    clearInterval(drip);
    expect(await dripping.response).toMatchObject({ status: 408, body: { code: 'request_timeout' } });
    dripping.vanish();
    await eventually(() => expect(slow.claimId).toBeNull());
    expect((await upload(service, slow)).status).toBe(201);
  });

  it('a slow upload body keeps its place while no other upload waits', async () => {
    await started({
      UPLOADS_IN_FLIGHT: '1',
      BODY_MIN_BYTES_PER_SECOND: '0',
      BODY_PRESSED_BYTES_PER_SECOND: '1000000',
      BODY_PRESSED_WINDOW_MS: '20',
    });
    const uploading = await openUpload(service, service.token.newLink(), { file });
    const half = Math.floor(uploading.body.length / 2);
    await uploading.send(uploading.body.subarray(0, half));
    await new Promise((resolve) => setTimeout(resolve, 200)); // ten windows
    uploading.request.end(uploading.body.subarray(half));
    expect((await uploading.response).status).toBe(201);
  });
});

describe('an unreachable object store', () => {
  it('while the store is unreachable, an upload is refused with 503 and Retry-After, and its link is released', async () => {
    await started({ S3_ENDPOINT: 'http://127.0.0.1:1', S3_CREATE_BUCKET: 'false' });
    const link = service.token.newLink();
    const refused = await upload(service, link);
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      503,
      'storage_unavailable',
      '5',
    ]);
    expect(link.claimId).toBeNull();
    expect(await service.prisma.document.count()).toBe(0);
    expect((await service.prisma.attempt.findMany()).map(({ state }) => state)).toEqual(['abandoned']);
  });
});
