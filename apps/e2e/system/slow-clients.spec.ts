import type { Token } from '@caredrop/contracts';
import { eventually } from '@caredrop/testing';
import { ApiClient } from '../support/api.js';
import { metric } from '../support/dead-events.js';
import { aReference, pdfUpload } from '../support/make.js';
import { account, readRun } from '../support/run.js';
import { SlowClient, signInHead, uploadHead } from '../support/slow-client.js';

const run = readRun();
const clinician = new ApiClient(run.url);
const admin = new ApiClient(run.url);
const patient = new ApiClient(run.url);
let clients: SlowClient[] = [];

beforeAll(async () => {
  await clinician.signIn(account(run, 'user'));
  await admin.signIn(account(run, 'admin'));
});
afterEach(() => {
  clients.forEach((client) => client.leave());
  clients = [];
});

const many = (count: number, make: (n: number) => SlowClient) =>
  clients.push(...Array.from({ length: count }, (_, n) => make(n)));

async function links(count: number): Promise<string[]> {
  const response = await admin.post<{ tokens: Token[] }>('/tokens/bulk', { count, prefix: 'SLOW' });
  return response.body.data.tokens.map(({ token }) => token);
}

describe('a thousand slow connections', () => {
  it('a thousand slow connections do not block uploads, reads or sign-ins', async () => {
    const valid = await links(40);
    const [contested = ''] = await links(1);
    // Two and a half times as many as the document service receives at once: these occupy places, not only
    // sockets.
    many(40, (n) => new SlowClient(run.url, uploadHead(run.url, valid[n] ?? ''), ' '));
    await eventually(
      async () => expect(await metric(run, 'document', 'document_uploads_in_flight')).toBeGreaterThan(8),
      30_000,
    );
    many(300, () => new SlowClient(run.url, 'POST /api/upload/x HTTP/1.1\r\nHost: a\r\nX-Slow: ', 'x'));
    many(310, (n) => new SlowClient(run.url, uploadHead(run.url, String(n).padStart(43, 'A')), ' '));
    many(200, () => new SlowClient(run.url, uploadHead(run.url, contested), ' '));
    many(150, () => new SlowClient(run.url, signInHead(run.url), 'x'));
    expect(clients).toHaveLength(1000);

    const token = await clinician.createToken(aReference('NORMAL'));
    // During the flood the queue may be full, which gives a 503 that asks for a retry; the client retries
    // like the patient's page.
    await eventually(
      async () => expect((await patient.upload(token.token, pdfUpload())).status).toBe(201),
      40_000,
    );
    expect((await clinician.token(token.id)).uploads).toHaveLength(1);
    expect((await clinician.get('/documents')).status).toBe(200);
    expect((await new ApiClient(run.url).signIn(account(run, 'user', 1))).role).toBe('user');

    // Slow clients with good links were rejected, and their links still work.
    const dripped = clients.slice(0, 40);
    await eventually(
      () => expect(dripped.some(({ response }) => response.includes(' 408 '))).toBe(true),
      30_000,
    );
    clients.forEach((client) => client.leave());
    await eventually(
      async () => expect((await patient.upload(valid[0] ?? '', pdfUpload())).status).toBe(201),
      30_000,
    );
  }, 120_000);
});
