import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { z } from 'zod';
import { failure } from '@caredrop/contracts';
import { InternalClient, InternalIdentity, ServiceCallFailed, type Principal } from '../src/index.js';

let privateKey: JWK;
beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA', { extractable: true });
  privateKey = await exportJWK(pair.privateKey);
});

const personOf = (userId: string) => {
  const names = { firstName: 'Ana', lastName: 'Li', role: 'user', recentProof: true };
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

it.each([401, 403])('a %i from another service becomes 503 for the caller', async (status) => {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(failure(status, 'forbidden', 'not you', 'r')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const client = new InternalClient(new InternalIdentity('gateway', privateKey, {}), { token: url });
  const answer = client.post('token', '/mine', {}, z.object({}));
  await expect(answer).rejects.toBeInstanceOf(ServiceCallFailed);
  await expect(answer).rejects.toMatchObject({ status: 503, upstreamStatus: status });
  await client.close();
  await new Promise((resolve) => server.close(resolve));
});
