import { randomUUID } from 'node:crypto';
import type { AuditRecord, Token } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import type { Principal } from '@caredrop/service-kit';
import { jest } from '@jest/globals';
import type { Tx } from '../src/database/prisma.service.js';
import { aCheckedLink } from './support/a-checked-link.js';
import { aNumber } from './support/a-reminded-link.js';
import { ana, ben, dora, TokenApp } from './support/token-app.js';

let app: TokenApp;
let tokenId: string;
beforeAll(async () => {
  app = await TokenApp.start({ PATIENT_CHECK: 'on' });
  ({ id: tokenId } = await app.create());
});
afterAll(async () => app.stop());
beforeEach(() => forgetEntries());

const forgetEntries = () => app.prisma.$executeRaw`DELETE FROM outbox WHERE type = 'audit.recorded'`;

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

it('a reader’s repeated views of a link are audited once a minute; views by other readers and of other links have separate entries', async () => {
  const [link, other] = [await app.create(), await app.create()];
  const shared: Principal = { ...ben, covers: [ana.userId] };
  const now = jest.spyOn(Date, 'now');
  const view = (as: Principal, path: string, { id } = link) =>
    app.call('GET', `/tokens/${id}${path}`, { as });
  const viewAll = async () => {
    for (const path of ['', '/reminders', '/thanks', '/ask-again', '']) await view(dora, path);
  };
  await forgetEntries();
  await viewAll();
  await view(shared, '');
  await view(dora, '', other);
  const readers = async () => (await entries()).map(({ actor, subject }) => [actor.id, subject?.id]);
  const first = [dora.userId, link.id];
  expect(await readers()).toEqual([first, [ben.userId, link.id], [dora.userId, other.id]]);
  await forgetEntries();
  now.mockReturnValue(Date.now() + 60_000);
  await viewAll();
  now.mockRestore();
  expect(await readers()).toEqual([first]);
});

it('a link is not shown when the entry of the view cannot be written, even if the call is repeated', async () => {
  const { id } = await app.create();
  const work = app.get<UnitOfWork<Tx>>(UnitOfWork);
  const emit = jest.spyOn(work, 'emit').mockRejectedValue(new Error('down'));
  for (let time = 0; time < 2; time += 1)
    expect((await app.call('GET', `/tokens/${id}`, { as: dora })).status).toBe(500);
  emit.mockRestore();
  await forgetEntries();
  await app.call('GET', `/tokens/${id}`, { as: dora });
  expect(await entries()).toHaveLength(1);
});

it.each(['/reminders', '/thanks', '/ask-again'])(
  'viewing a colleague’s link through %s is audited, but viewing one’s own link is not',
  async (path) => {
    const { id } = await app.create();
    await forgetEntries();
    await app.call('GET', `/tokens/${id}${path}`, { as: ana });
    expect(await entries()).toEqual([]);
    await app.call('GET', `/tokens/${id}${path}`, { as: dora });
    expect(await entries()).toMatchObject([{ action: 'token.view', subject: { id } }]);
  },
);

it('views of one’s own links are not audited', async () => {
  await app.call('GET', '/tokens', { as: ana });
  await app.call('GET', `/tokens/${tokenId}`, { as: ana });
  expect(await entries()).toEqual([]);
});

describe('calls that return details of a link and change nothing', () => {
  const phoneNumber = aNumber();
  const calls: [string, 'GET' | 'POST', string, object?][] = [
    [
      'closing a report that does not exist',
      'POST',
      '/problem/close',
      { reported_at: '2026-01-01T00:00:00.000Z' },
    ],
    ['removing a team that the link does not have', 'POST', '/assign', { teamId: null }],
    ['unlocking a check that is not locked', 'POST', '/check/unlock'],
    ['pausing reminders that are paused', 'POST', '/reminders/pause'],
    ['resuming reminders that are not paused', 'POST', '/reminders/resume'],
    ['sending a scheduled text that is due', 'POST', '/scheduled-sends/sms/send-now'],
    ['sending a text again with its key', 'POST', '/send-sms', { phoneNumber }],
    ['sending an email again with its key', 'POST', '/send-email', { email: 'patient@example.test' }],
    ['replacing a link again with the same key', 'POST', '/reissue', { send: false }],
  ];

  /** A link with a patient check and planned reminders, which is to be texted again tomorrow. */
  async function aSentLink(): Promise<string> {
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    const { id } = await aCheckedLink(app);
    const text = { phoneNumber, reminders: true };
    const sendAt = new Date(Date.now() + 86_400_000).toISOString();
    for (const body of [text, { ...text, sendAt }])
      await app.call('POST', `/tokens/${id}/send-sms`, { as: ana, body });
    return id;
  }

  /** The entries of the second of two identical calls, and the link that it returned. */
  async function repeated(as: typeof ana, [, method, path, body]: (typeof calls)[number]) {
    const id = await aSentLink();
    const headers = { 'idempotency-key': 'the same' };
    const call = () =>
      app.call<{ token?: Token }>(method, `/tokens/${id}${path}`, { as, headers, ...(body && { body }) });
    await call();
    await forgetEntries();
    const response = await call();
    expect(response.status).toBeLessThan(300);
    return { shown: response.body.data.token?.id ?? id, entries: await entries() };
  }

  it.each(calls)(
    'reading a colleague’s link by %s is audited as a view, but reading one’s own link is not',
    async (...call) => {
      const { shown, entries: written } = await repeated(dora, call);
      expect(written).toMatchObject([
        {
          action: 'token.view',
          actor: { id: dora.userId },
          subject: { kind: 'token', id: shown },
          related: [{ kind: 'user', id: ana.userId }],
        },
      ]);
      expect((await repeated(ana, call)).entries).toEqual([]);
    },
  );

  it('a call that changes a colleague’s link leaves only the entry of the change', async () => {
    const id = await aSentLink();
    await forgetEntries();
    await app.call('POST', `/tokens/${id}/reminders/pause`, { as: dora });
    expect(await entries()).toMatchObject([{ action: 'token.pause_reminders', subject: { id } }]);
  });
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
  await forgetEntries();
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
