import { randomUUID } from 'node:crypto';
import { aPdf, eventually } from '@caredrop/testing';
import { ApiClient } from '../support/api.js';
import { control } from '../support/control.js';
import { listeningAddresses } from '../support/listeners.js';
import { Mailbox } from '../support/mailbox.js';
import { account, readRun } from '../support/run.js';
import { claimsGiven } from '../support/metrics.js';
import { SlowUpload } from '../support/slow-upload.js';

const run = readRun();
const clinician = new ApiClient(run.url);
const patient = new ApiClient(run.url);
const mailbox = new Mailbox(run.mailUrl);
const file = { bytes: aPdf({ text: 'fault' }), name: 'fault.pdf', type: 'application/pdf' };
const MB = 1024 * 1024;

beforeAll(async () => {
  await clinician.signIn(account(run, 'user'));
});

const newLink = () => clinician.createToken(`F-${randomUUID().slice(0, 8)}`);
const documentsOf = async (tokenId: string) =>
  (await clinician.documents()).filter((one) => one.token_id === tokenId);

/** An upload that has its claim and has sent 1 MB of its file. */
async function beginUpload(link: string, size: number): Promise<SlowUpload> {
  const before = await claimsGiven(run);
  const upload = new SlowUpload(run.url, link, size);
  upload.send(MB);
  await eventually(async () => expect(await claimsGiven(run)).toBe(before + 1));
  return upload;
}

describe('an unavailable broker', () => {
  it('without the broker uploads succeed, and the clinician is emailed once when it is back', async () => {
    const token = await newLink();
    await control(run, 'rabbitmq', 'stop');
    try {
      expect((await patient.upload(token.token, file)).status).toBe(201);
      expect((await patient.get(`/tokens/validate/${token.token}`)).body.code).toBe('link_used');
      expect(await clinician.token(token.id)).toMatchObject({
        status: 'used',
        uploads: [{ file_name: 'fault.pdf' }],
      });
    } finally {
      await control(run, 'rabbitmq', 'start');
    }
    const [document] = await documentsOf(token.id);
    await eventually(
      async () => expect(await mailbox.containing(document?.id ?? 'none')).toHaveLength(1),
      45_000,
    );
    expect(await clinician.token(token.id)).toMatchObject({ status: 'used' });
    // Another document is processed completely: a second email for the first one would have arrived by then.
    const next = await newLink();
    await patient.upload(next.token, file);
    const [second] = await documentsOf(next.id);
    await eventually(
      async () => expect(await mailbox.containing(second?.id ?? 'none')).toHaveLength(1),
      45_000,
    );
    expect(await mailbox.containing(document?.id ?? 'none')).toHaveLength(1);
  }, 120_000);
});

describe('a killed document service', () => {
  it('a document service killed during an upload leaves a usable link and no partial document', async () => {
    const token = await newLink();
    const upload = await beginUpload(token.token, 2 * MB);
    await control(run, 'document', 'kill');
    expect(await upload.status()).not.toBe(201);
    await eventually(async () =>
      expect((await patient.get(`/tokens/validate/${token.token}`)).status).toBe(200),
    );
    await eventually(async () => expect(await documentsOf(token.id)).toEqual([]), 45_000);
    await eventually(async () => expect((await patient.upload(token.token, file)).status).toBe(201), 60_000);
    expect(await documentsOf(token.id)).toHaveLength(1);
  }, 180_000);
});

describe('a link in use', () => {
  it('49 concurrent uploads are refused before their bodies are sent while one is in progress', async () => {
    const token = await newLink();
    // Opens the link first, as a patient's page does. Other tests guess links from this address, and a guessing address
    // has a short queue for links it has never opened: some of the fifty would be rejected (429).
    expect((await patient.get(`/tokens/validate/${token.token}`)).status).toBe(200);
    const winner = await beginUpload(token.token, 4 * MB);
    const others = Array.from({ length: 49 }, () => new SlowUpload(run.url, token.token, 4 * MB));
    const statuses = await Promise.all(others.map((other) => other.status()));
    expect(new Set(statuses)).toEqual(new Set([409]));
    expect(others.every((other) => other.unsent > 3 * MB)).toBe(true);
    others.forEach((other) => other.vanish());
    winner.finish();
    expect(await winner.status()).toBe(201);
    expect(await documentsOf(token.id)).toHaveLength(1);
  });

  it('a link is usable again when its client disconnects before the last byte', async () => {
    const token = await newLink();
    const upload = await beginUpload(token.token, 2 * MB);
    upload.vanish();
    await eventually(async () => expect((await patient.upload(token.token, file)).status).toBe(201));
  });

  it('an upload is refused when its link is revoked during the upload', async () => {
    const token = await newLink();
    const upload = await beginUpload(token.token, 2 * MB);
    expect((await clinician.patch(`/tokens/${token.id}`, { status: 'revoked' })).status).toBe(200);
    upload.finish();
    expect(await upload.status()).toBe(410);
    expect(await documentsOf(token.id)).toEqual([]);
  });
});

describe('an unavailable service', () => {
  it('an unavailable service causes a 503, and calls succeed again once it is back', async () => {
    await control(run, 'token', 'stop');
    try {
      const response = await clinician.get('/tokens');
      expect(response).toMatchObject({ status: 503, body: { status: 'error', code: 'service_unavailable' } });
    } finally {
      await control(run, 'token', 'start');
    }
    await eventually(async () => expect((await clinician.get('/tokens')).status).toBe(200), 30_000);
  }, 90_000);
});

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('the embedded run', () => {
  onLinux('the embedded run listens on 127.0.0.1 only', () => {
    const loopback = ['0100007F', '00000000000000000000000001000000', '0000000000000000FFFF00000100007F'];
    const addresses = listeningAddresses(Object.values(run.pids));
    expect(addresses.length).toBeGreaterThan(8);
    expect(addresses.filter((address) => !loopback.includes(address))).toEqual([]);
  });
});
