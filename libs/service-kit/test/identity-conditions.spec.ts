import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { decodeJwt, exportJWK, generateKeyPair, type JWK } from 'jose';
import { z } from 'zod';
import { failure, success } from '@caredrop/contracts';
import {
  InternalClient,
  InternalIdentity,
  requestContext,
  requireProofForBulk,
  ServiceCallFailed,
  type Principal,
} from '../src/index.js';
import { remember } from '../src/identity/remember.js';

let privateKey: JWK;
let publicKey: JWK;
beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA', { extractable: true });
  privateKey = await exportJWK(pair.privateKey);
  publicKey = await exportJWK(pair.publicKey);
});
afterEach(() => jest.restoreAllMocks());

/** Freezes the clock of this process at a time `seconds` from now. */
function laterBySeconds(seconds: number): void {
  const then = Date.now() + seconds * 1000;
  jest.spyOn(Date, 'now').mockImplementation(() => then);
}

const personOf = (userId: string) => {
  const names = { firstName: 'Ana', lastName: 'Li', role: 'user', recentProof: true, teams: [], covers: [] };
  return { ...names, userId, sessionId: userId, voucher: userId } as unknown as Principal;
};
const [ana, ben] = [
  personOf('6f8a1c1e-5f0a-4b53-9d38-0a52c1f1b001'),
  personOf('6f8a1c1e-5f0a-4b53-9d38-0a52c1f1b002'),
];

it('an internal token is reused only for the same user and the same service', async () => {
  const identity = new InternalIdentity('gateway', privateKey, {});
  const tokens: string[] = [];
  for (const [service, person] of [
    ['token', ana],
    ['token', ben],
    ['token', null],
    ['document', ana],
  ] as const)
    tokens.push(await identity.tokenFor(service, person));
  expect(new Set(tokens).size).toBe(4);
  expect(await identity.tokenFor('token', ana)).toBe(tokens[0]);
});

it('an internal token is reused until 15 seconds before it expires', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout'] });
  const identity = new InternalIdentity('gateway', privateKey, {});
  const first = await identity.tokenFor('token', null);
  jest.setSystemTime(Date.now() + 44_000);
  expect(await identity.tokenFor('token', null)).toBe(first);
  jest.setSystemTime(Date.now() + 2_000);
  expect(await identity.tokenFor('token', null)).not.toBe(first);
  jest.useRealTimers();
});

it('after the clock was set back, a new internal token is signed, and services accept it', async () => {
  const gateway = new InternalIdentity('gateway', privateKey, {});
  const first = await gateway.tokenFor('token', null);
  laterBySeconds(-60);
  const token = new InternalIdentity('token', privateKey, { gateway: publicKey });
  expect(await token.verify(first)).toBeNull();
  expect(await token.verify(await gateway.tokenFor('token', null))).toMatchObject({ service: 'gateway' });
});

it('a verified token is rejected once it has expired', async () => {
  const token = await new InternalIdentity('gateway', privateKey, {}).tokenFor('token', null);
  const identity = new InternalIdentity('token', privateKey, { gateway: publicKey });
  const caller = { service: 'gateway', principal: null };
  expect(await identity.verify(token)).toEqual(caller);
  laterBySeconds(58);
  expect(await identity.verify(token)).toEqual(caller);
  laterBySeconds(8); // Beyond the clock tolerance.
  expect(await identity.verify(token)).toBeNull();
});

it.each([401, 403])('a %i from another service becomes a 503 for the caller', async (status) => {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(failure({ status, code: 'forbidden', message: 'not you' }, 'r')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const client = new InternalClient(new InternalIdentity('gateway', privateKey, {}), { token: url });
  const call = client.post('token', '/mine', {}, z.object({}));
  await expect(call).rejects.toBeInstanceOf(ServiceCallFailed);
  await expect(call).rejects.toMatchObject({ status: 503, upstreamStatus: status });
  await client.close();
  await new Promise((resolve) => server.close(resolve));
});

describe('a call to another service', () => {
  /** Calls a service that responds with this status after `delayMs`, and records the tokens it received. */
  async function called(status: number, delayMs = 0) {
    const tokens: string[] = [];
    const server = createServer((request, response) => {
      tokens.push(String(request.headers.authorization).slice('Bearer '.length));
      setTimeout(() => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(success({ done: true })));
      }, delayMs).unref();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const client = new InternalClient(new InternalIdentity('gateway', privateKey, {}), { token: url });
    const stop = async () => {
      await client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
    return { tokens, client, stop };
  }
  const schema = z.object({ done: z.boolean() });

  it.each([302, 500])(
    'the status %i counts as a failed call, even if the body reports success',
    async (status) => {
      const { client, stop } = await called(status);
      const failed = { status: 503, upstreamStatus: status };
      await expect(client.post('token', '/mine', {}, schema)).rejects.toMatchObject(failed);
      await stop();
    },
  );

  it('a call that gets no response in time counts as failed', async () => {
    const { client, stop } = await called(200, 60_000);
    const slow = client.post('token', '/mine', {}, schema, { timeoutMs: 50 });
    await expect(slow).rejects.toMatchObject({ status: 503, upstreamStatus: null });
    await stop();
  });

  it('a call on the service’s own behalf names no user, even if the request has one', async () => {
    const { client, stop, tokens } = await called(200);
    const context = { requestId: 'r', publicOrigin: null, caller: null, principal: ana };
    await requestContext.run(context, () => client.post('token', '/mine', {}, schema, { onBehalf: false }));
    await requestContext.run(context, () => client.post('token', '/mine', {}, schema));
    expect(tokens.map((token) => decodeJwt(token).voucher)).toEqual([undefined, ana.voucher]);
    await stop();
  });
});

describe('requireProofForBulk', () => {
  it('a bulk action needs a fresh proof only with the wide scope', () => {
    expect(() => requireProofForBulk('core', { recentProof: false })).not.toThrow();
    expect(() => requireProofForBulk('wide', { recentProof: true })).not.toThrow();
    expect(() => requireProofForBulk('wide', { recentProof: false })).toThrow(
      expect.objectContaining({ code: 'proof_required' }),
    );
    expect(() => requireProofForBulk('wide', null)).toThrow(expect.objectContaining({ status: 401 }));
  });
});

it('a token cache keeps the newest 10,000 entries', () => {
  const cache = new Map<string, number>();
  for (let n = 0; n <= 10_000; n += 1) remember(cache, String(n), n);
  expect([cache.size, cache.has('0'), cache.has('1'), cache.has('10000')]).toEqual([
    10_000,
    false,
    true,
    true,
  ]);
});
