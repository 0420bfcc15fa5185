import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { aJpeg, aPdf } from '@caredrop/testing';
import type { Document } from '@caredrop/contracts';
import { ApiClient } from '../support/api.js';
import { account, readRun } from '../support/run.js';

const run = readRun();
const clinician = new ApiClient(run.url);
const patient = new ApiClient(run.url);
const file = { bytes: aPdf({ text: 'one' }), name: 'one.pdf', type: 'application/pdf' };
const limit = 5 * 1024 * 1024;

beforeAll(async () => {
  await clinician.signIn(account(run, 'user', 2));
});

const newLink = () => clinician.createToken(`RACE-${randomUUID().slice(0, 8)}`);
const documentsOf = async (tokenId: string): Promise<Document[]> =>
  (await clinician.documents()).filter((one) => one.token_id === tokenId);

describe('a single-use link', () => {
  it('exactly one of fifty concurrent uploads is accepted', async () => {
    const token = await newLink();
    const big = {
      ...file,
      bytes: Buffer.concat([file.bytes, Buffer.alloc(limit - file.bytes.length - 1, 32)]),
    };
    const responses = await Promise.all(Array.from({ length: 50 }, () => patient.upload(token.token, big)));
    const said = responses.map(({ status, body }) => `${status} ${body.code ?? body.status}`);
    const rejections = ['409 upload_in_progress', '410 link_used'];
    expect(said.filter((response) => !rejections.includes(response))).toEqual(['201 success']);
    expect(await documentsOf(token.id)).toHaveLength(1);
  });

  it('two hundred requests from link scanners do not use up a link', async () => {
    const token = await newLink();
    for (let n = 0; n < 100; n += 1) {
      const method = ['GET', 'HEAD', 'OPTIONS'][n % 3] as string;
      const page = await fetch(`${run.url}/upload?token=${token.token}`, { method });
      const check = await fetch(`${run.url}/api/tokens/validate/${token.token}`, { method });
      expect([page.status, check.status]).not.toContain(429);
      expect(page.status).toBeLessThan(500);
    }
    expect((await clinician.token(token.id)).status).toBe('active');
    expect((await patient.upload(token.token, file)).status).toBe(201);
  });

  it('the same idempotency key returns the same receipt and stores one document', async () => {
    const token = await newLink();
    const idempotencyKey = randomUUID();
    const first = await patient.upload(token.token, { ...file, idempotencyKey });
    const second = await patient.upload(token.token, { ...file, idempotencyKey });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.data).toEqual(first.body.data);
    expect((await patient.upload(token.token, { ...file, idempotencyKey: randomUUID() })).status).toBe(410);
    expect(await documentsOf(token.id)).toHaveLength(1);
  });

  it.each([
    [
      'a text file',
      { bytes: Buffer.from('hello'), name: 'a.txt', type: 'text/plain' },
      415,
      'Only JPG, PNG, and PDF files are allowed',
    ],
    [
      'a web page declared as a photo',
      { bytes: Buffer.from('<html>'), name: 'a.jpg', type: 'image/jpeg' },
      415,
      'Only JPG, PNG, and PDF files are allowed',
    ],
    [
      'a PDF declared as a photo',
      { ...file, name: 'a.jpg', type: 'image/jpeg' },
      415,
      'Only JPG, PNG, and PDF files are allowed',
    ],
    ['an empty file', { ...file, bytes: Buffer.alloc(0) }, 400, 'The selected file is empty'],
    [
      'a file of exactly 5 MiB',
      { ...file, bytes: Buffer.concat([file.bytes, Buffer.alloc(limit - file.bytes.length, 32)]) },
      413,
      'File size must be less than 5MB',
    ],
  ])('%s is refused with its message, and the link still works', async (_what, bad, status, message) => {
    const token = await newLink();
    const refused = await patient.upload(token.token, bad);
    expect(refused).toMatchObject({ status, body: { status: 'fail', message } });
    expect((await clinician.token(token.id)).status).toBe('active');
    expect(
      (await patient.upload(token.token, { bytes: aJpeg(), name: 'a.jpg', type: 'image/jpeg' })).status,
    ).toBe(201);
  });

  it('a request without a file is refused, and the link stays active', async () => {
    const token = await newLink();
    const empty = await patient.post(`/upload/${token.token}`, {});
    expect(empty).toMatchObject({ status: 400, body: { message: 'Please select a file to upload' } });
    expect((await clinician.token(token.id)).status).toBe('active');
  });

  it('a revoked link refuses an upload with link_revoked', async () => {
    const token = await newLink();
    expect((await clinician.patch(`/tokens/${token.id}`, { status: 'used' })).status).toBe(400);
    expect((await clinician.patch(`/tokens/${token.id}`, { status: 'revoked' })).status).toBe(200);
    expect((await clinician.patch(`/tokens/${token.id}`, { status: 'revoked' })).status).toBe(409);
    const sent = await patient.upload(token.token, file);
    expect(sent).toMatchObject({ status: 410, body: { code: 'link_revoked' } });
  });

  it('an unknown link gets the same response as a malformed one', async () => {
    const bodyOf = async (value: string) => {
      const { status, body } = await patient.get(`/tokens/validate/${value}`);
      return { status, message: body.message, code: body.code };
    };
    const unknown = await bodyOf('A'.repeat(43));
    expect(unknown).toEqual({
      status: 404,
      code: 'link_unknown',
      message: 'Invalid or expired token. Please contact your clinician for a new link.',
    });
    expect(await bodyOf('short')).toEqual(unknown);
    expect((await patient.upload('A'.repeat(43), file)).status).toBe(404);
  });
});

describe('an oversized upload', () => {
  it('an upload declared as 100 MB is refused with 413 and cut off', async () => {
    const token = await newLink();
    const { sent, response } = await pour(token.token, 100 * 1024 * 1024);
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(sent).toBeLessThan(24 * 1024 * 1024);
    expect((await clinician.token(token.id)).status).toBe('active');
  });
});

/** Pause between chunks of 64 KiB, so that the gateway reads faster than we write and no kernel buffers the rest. */
const PACE_MS = 30;

/**
 * Writes a multipart body that claims to be `total` bytes to the gateway, until the connection is closed.
 */
function pour(link: string, total: number): Promise<{ sent: number; response: string }> {
  const { hostname, port } = new URL(run.url);
  const head = `--b\r\nContent-Disposition: form-data; name="document"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n`;
  const chunk = Buffer.alloc(64 * 1024, 32);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let [sent, response] = [0, ''];
    const finish = () => {
      socket.destroy();
      resolve({ sent, response });
    };
    const write = () => {
      if (sent >= total || socket.destroyed) return;
      sent += chunk.length;
      socket.write(chunk);
      setTimeout(write, PACE_MS);
    };
    socket.on('data', (data) => (response += data.toString()));
    socket.on('close', finish).on('error', finish);
    socket.write(
      `POST /api/upload/${link} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${total}\r\n\r\n${head}`,
    );
    write();
  });
}
