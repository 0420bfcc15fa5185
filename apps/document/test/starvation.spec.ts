import { eventually, people } from '@caredrop/testing';
import { InspectorPool } from '../src/inspector/inspector-pool.js';
import { DocumentService } from './support/document-service.js';
import { aPdf, aPdfOf } from './support/multipart.js';
import { openUpload, type OpenUpload } from './support/open-upload.js';
import { plant } from './support/planted-inspector.js';
import { upload } from './support/uploads.js';

let service: DocumentService;
afterEach(() => service.stop());

const fileType = { bytes: aPdf(), name: 'a.exe' };

/** Sends bodies that never finish in time, each through a separate link of one clinician. */
async function drip(count: number): Promise<{ drips: OpenUpload[]; stop: () => void }> {
  const drips: OpenUpload[] = [];
  for (let n = 0; n < count; n += 1) {
    const link = service.token.newLink({ ownerId: people.ana.id });
    const dripping = await openUpload(service, link, { file: { bytes: aPdfOf(5_000_000) } });
    await dripping.send(dripping.body.subarray(0, 12_000));
    await eventually(() => expect(link.claimId).not.toBeNull());
    drips.push(dripping);
  }
  const bit = Buffer.alloc(1_200, 0x20);
  const timer = setInterval(() => drips.forEach(({ request }) => request.write(bit)), 100);
  const stop = () => {
    clearInterval(timer);
    for (const dripping of drips) dripping.vanish();
  };
  return { drips, stop };
}

describe('slow uploads through links of one clinician', () => {
  it('a slow upload loses its place to another clinician’s patient', async () => {
    service = await DocumentService.start({ UPLOADS_IN_FLIGHT: '4' });
    const { drips, stop } = await drip(4);
    const link = service.token.newLink({ ownerId: people.ben.id });
    const response = await upload(service, link);
    expect(response.status).toBe(201);
    const ended = await Promise.race(drips.map((dripping) => dripping.response));
    expect(ended).toMatchObject({ status: 408, body: { code: 'request_timeout' } });
    stop();
  });

  it('slow uploads keep their places while a place is free', async () => {
    service = await DocumentService.start({ UPLOADS_IN_FLIGHT: '4' });
    const { drips, stop } = await drip(3);
    expect((await upload(service, service.token.newLink({ ownerId: people.ben.id }))).status).toBe(201);
    const outcome = await Promise.race([
      ...drips.map(({ response }) => response),
      Promise.resolve('still sending'),
    ]);
    expect(outcome).toBe('still sending');
    stop();
  });
});

describe('a link that keeps sending refused files', () => {
  it('after ten refused files a link gets 429 with Retry-After, while other links still work', async () => {
    service = await DocumentService.start();
    const link = service.token.newLink();
    for (let n = 0; n < 10; n += 1)
      expect((await upload(service, link, { file: fileType })).status).toBe(415);
    const refused = await upload(service, link);
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      429,
      'too_many_refused_files',
      '60',
    ]);
    expect(refused.body.message).toBe(
      'Several files sent with this link could not be accepted. Please wait a few minutes before you try another one.',
    );
    expect(link.claimId).toBeNull();
    expect((await upload(service, service.token.newLink())).status).toBe(201);
  });

  it.each([
    ['expired', 410, 'link_expired'],
    ['revoked', 410, 'link_revoked'],
    ['used', 410, 'link_used'],
  ] as const)('a link that is %s gets %i even while its uploads are blocked', async (state, status, code) => {
    service = await DocumentService.start();
    const link = service.token.newLink();
    for (let n = 0; n < 10; n += 1) await upload(service, link, { file: fileType });
    expect((await upload(service, link)).status).toBe(429);
    link.status = state;
    const claims = () => service.token.calls.filter((call) => call.startsWith('claim:')).length;
    const before = claims();
    expect(await upload(service, link)).toMatchObject({ status, body: { code } });
    expect(claims()).toBe(before);
  });

  it('a blocked link stays blocked while the token service cannot be reached', async () => {
    service = await DocumentService.start();
    const link = service.token.newLink();
    for (let n = 0; n < 10; n += 1) await upload(service, link, { file: fileType });
    service.token.server.fault = () => 'not received';
    expect((await upload(service, link)).status).toBe(429);
  });

  it('uploads through an unknown link always get 404', async () => {
    service = await DocumentService.start();
    for (let n = 0; n < 12; n += 1)
      expect((await upload(service, { link: 'unknown' }, { file: fileType })).status).toBe(404);
  });
});

describe('uploads that occupy inspectors', () => {
  it('files of one clinician leave an inspector free for another clinician’s patient', async () => {
    service = await DocumentService.start({ INSPECTORS: '2', INSPECTION_MS: '60000' });
    const pool = service.app.get(InspectorPool);
    await plant(
      pool,
      `if (body.includes('hangs')) return;
       send(opened);
       send({ step: 'inspected', findings: [], stripped: null });
       received = Buffer.alloc(0);`,
    );
    const hanging = { file: { bytes: aPdf('hangs') } };
    const stuck = [1, 2, 3].map(() =>
      upload(service, service.token.newLink({ ownerId: people.ana.id }), hanging),
    );
    const others = await Promise.all(
      [1, 2, 3].map(() => upload(service, service.token.newLink({ ownerId: people.ben.id }))),
    );
    expect(others.map(({ status }) => status)).toEqual([201, 201, 201]);
    await pool.start();
    for (const pid of pool.pids) process.kill(pid, 'SIGKILL');
    expect((await Promise.all(stuck)).map(({ status }) => status)).toEqual([201, 201, 201]);
  });
});
