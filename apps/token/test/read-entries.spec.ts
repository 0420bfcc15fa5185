import { randomUUID } from 'node:crypto';
import type { AuditRecord } from '@caredrop/contracts';
import { ana, ben, dora, TokenApp } from './support/token-app.js';

let app: TokenApp;
let tokenId: string;
beforeAll(async () => {
  app = await TokenApp.start();
  ({ id: tokenId } = await app.create());
});
afterAll(async () => app.stop());
beforeEach(async () => {
  await app.prisma.$executeRaw`DELETE FROM outbox WHERE type = 'audit.recorded'`;
});

async function entries(): Promise<AuditRecord[]> {
  const rows = await app.prisma.$queryRaw<{ data: AuditRecord }[]>`
    SELECT envelope->'data' AS data FROM outbox WHERE type = 'audit.recorded' ORDER BY created_at`;
  return rows.map(({ data }) => data);
}

it('a list of all links is audited with its filters', async () => {
  await app.call('GET', '/admin/tokens/monitor?search=knee&status=active', { as: dora });
  const found = await entries();
  expect(found).toMatchObject([{ action: 'token.list_all', actor: { id: dora.userId } }]);
  expect(found[0]?.codes.toSorted()).toEqual(['rows_0', 'search', 'status']);
});

it('an administrator’s view of a colleague’s link is audited with the link and its owner', async () => {
  await app.call('GET', `/tokens/${tokenId}`, { as: dora });
  expect(await entries()).toMatchObject([
    {
      action: 'token.view',
      outcome: 'success',
      actor: { id: dora.userId },
      subject: { kind: 'token', id: tokenId },
      related: [{ kind: 'user', id: ana.userId }],
    },
  ]);
});

it('views of one’s own links are not audited', async () => {
  await app.call('GET', '/tokens', { as: ana });
  await app.call('GET', `/tokens/${tokenId}`, { as: ana });
  expect(await entries()).toEqual([]);
});

it('refused requests for colleagues’ and unknown links are audited with the clinician’s id', async () => {
  const unknown = randomUUID();
  const tries = [
    await app.call('GET', `/tokens/${tokenId}`, { as: ben }),
    await app.call('PATCH', `/tokens/${unknown}`, { as: ben, body: { status: 'revoked' } }),
    await app.call('POST', `/tokens/${tokenId}/send-sms`, {
      as: ben,
      body: { phoneNumber: '+447700900123' },
    }),
  ];
  expect(tries.map(({ status }) => status)).toEqual([404, 404, 404]);
  const refused = { outcome: 'refused', reason: 'token_not_found', actor: { kind: 'user', id: ben.userId } };
  expect(await entries()).toMatchObject([
    { action: 'token.view', ...refused, subject: { kind: 'token', id: tokenId } },
    { action: 'token.revoke', ...refused, subject: { kind: 'token', id: unknown } },
    { action: 'token.send_sms', ...refused, subject: { kind: 'token', id: tokenId } },
  ]);
});

it('a refused export of links is audited with all requested ids', async () => {
  const own = await app.create(ben);
  await app.prisma.$executeRaw`DELETE FROM outbox WHERE type = 'audit.recorded'`;
  const body = { tokenIds: [own.id, tokenId] };
  expect((await app.call('POST', '/tokens/exports', { as: ben, body })).status).toBe(404);
  expect(await entries()).toMatchObject([
    {
      action: 'token.export',
      outcome: 'refused',
      reason: 'token_not_found',
      actor: { kind: 'user', id: ben.userId },
      subject: null,
      related: [own.id, tokenId].map((id) => ({ kind: 'token', id })),
    },
  ]);
});
