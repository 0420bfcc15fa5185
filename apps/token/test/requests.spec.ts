import { randomUUID } from 'node:crypto';
import type {
  AttentionTokensResponse,
  LinkRequest,
  NewLinkResponse,
  Reminders,
  RequestOverview,
  Token,
  TokenDetails,
  ValidateResponse,
} from '@caredrop/contracts';
import type { ClaimResponse } from '@caredrop/contracts/internal';
import { UnitOfWork } from '@caredrop/messaging';
import { eventually, lockWaits } from '@caredrop/testing';
import { jest } from '@jest/globals';
import type { Tx } from '../src/database/prisma.service.js';
import { ForgetPatientChecks } from '../src/jobs/forget-patient-checks.js';
import { OpenNextLinks } from '../src/jobs/open-next-links.js';
import { OpenNext } from '../src/next-links/open-next.js';
import { BORN, CheckedBrowser } from './support/a-checked-link.js';
import { aNumber, clinicRules } from './support/a-reminded-link.js';
import { ana, ben, dora, openTeams, TokenApp, upload } from './support/token-app.js';
import { planReminders } from '../src/reminder-plan/reminder-plan.js';

let app: TokenApp;

beforeAll(async () => {
  app = await TokenApp.start({ LANGUAGES: 'en,pl,ar', PATIENT_CHECK: 'on' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.prisma.outbox.deleteMany();
  await app.prisma.requestTemplate.updateMany({ data: { archivedAt: new Date() } });
  app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
  app.auth.on('/internal/teams/names', openTeams);
});

const three = [{ label: 'Insurance card' }, { label: 'Referral', optional: true }, { label: 'Photo' }];

const make = (body: object = {}, headers: Record<string, string> = {}) =>
  app.call<NewLinkResponse>('POST', '/tokens', {
    as: ana,
    body: { patientRefId: 'P-1', items: three, ...body },
    headers,
  });
const made = async (body: object = {}): Promise<Token> => (await make(body)).body.data.token;
const details = async (id: string) =>
  (await app.call<{ token: TokenDetails }>('GET', `/tokens/${id}`, { as: ana })).body.data.token;
const rows = async (id: string) => {
  const { requestId } = await row(id);
  return app.prisma.token.findMany({ where: { requestId }, orderBy: { createdAt: 'asc' } });
};
const row = (id: string) => app.prisma.token.findUniqueOrThrow({ where: { id } });
const seen = async (link: string) => (await app.validate(link)).body.data as unknown as ValidateResponse;
const ask = (token: string, browser?: CheckedBrowser) => patient('request', token, browser);
const skip = (token: string, browser?: CheckedBrowser) => patient('skip', token, browser);
const patient = (what: 'request' | 'skip', token: string, browser?: CheckedBrowser) =>
  app.call<LinkRequest>('POST', `/links/${what}`, {
    body: { token },
    headers: browser?.proof ? { 'x-patient-proof': browser.proof, 'x-patient-browser': browser.key } : {},
  });
const next = async (link: string) => (await ask(link)).body.data.open?.token;
const states = async (id: string) => (await overview(id)).map(({ state }) => state);
const overview = async (id: string): Promise<RequestOverview> => (await details(id)).request_items ?? [];

/** Sends the document of a link, and returns the link for the next document, if there is one. */
async function send(link: string): Promise<string> {
  const claimId = randomUUID();
  await app.claim(link, claimId);
  await confirmed(claimId);
  return (await next(link)) ?? '';
}

async function confirmed(claimId: string): Promise<void> {
  const sent = upload();
  await app.step(claimId, 'confirm', sent);
  await app.complete(claimId, sent);
}

beforeEach(() => {
  app.document.on('/internal/documents/by-token', () => ({ documents: [] }));
});

describe('a request for several documents', () => {
  it('the link asks for the first document, and lists say which one it is', async () => {
    const token = await made();
    expect(token.request).toMatchObject({ position: 1, count: 3, label: 'Insurance card' });
    expect((await app.listed(token.id)).request).toEqual(token.request);
    expect(await seen(token.token)).toMatchObject({
      request: {
        position: 1,
        count: 3,
        optional: false,
        label: [{ language: 'en', direction: 'ltr', text: 'Insurance card' }],
      },
    });
    expect(await states(token.id)).toEqual(['open', 'waiting', 'waiting']);
    expect(await rows(token.id)).toHaveLength(1);
  });

  it('a link for one document mentions no request', async () => {
    const token = await app.create();
    expect(token).not.toHaveProperty('request');
    expect(await seen(token.token)).not.toHaveProperty('request');
    expect(await details(token.id)).not.toHaveProperty('request_items');
    expect((await ask(token.token)).body.data).toEqual({ items: [], left: 0, open: null });
  });

  it('each document gets its own link when the previous document has arrived, until the last', async () => {
    const first = await made({ nickname: 'Mrs S.', notes: 'Calls back', language: 'pl', expiryDays: 9 });
    const second = await send(first.token);
    const [, made2] = await rows(first.id);
    expect(made2).toMatchObject({
      ...{
        patientRefId: 'P-1',
        nickname: 'Mrs S.',
        notes: 'Calls back',
        language: 'pl',
        ownerId: ana.userId,
      },
      ...{ itemPosition: 2, status: 'active', hasSms: false, templateId: null },
    });
    expect(made2?.expiresAt).toEqual((await row(first.id)).expiresAt);
    expect(await seen(second)).toMatchObject({ request: { position: 2, optional: true } });
    const third = await send(second);
    expect(await send(third)).toBe('');
    expect(await states(first.id)).toEqual(['received', 'received', 'received']);
    expect(new Set([first.token, second, third]).size).toBe(3);
    expect(await rows(first.id)).toHaveLength(3);
  });

  it('the new link is announced and audited as made by the system', async () => {
    const first = await made();
    await send(first.token);
    const [, second] = await rows(first.id);
    const created = await app.emitted('token.created');
    expect(created.at(-1)).toEqual({ tokenId: second?.id, ownerId: ana.userId });
    expect(await app.audited('token.create_next')).toEqual([
      expect.objectContaining({
        actor: expect.objectContaining({ kind: 'system' }) as unknown,
        subject: { kind: 'token', id: second?.id },
        related: [{ kind: 'token', id: first.id }],
      }),
    ]);
  });

  it('the next link keeps the team, and the owner to whom the link was assigned', async () => {
    const teamId = randomUUID();
    const response = await app.call<NewLinkResponse>('POST', '/tokens', {
      as: { ...ana, teams: [teamId] },
      body: { patientRefId: 'P-1', items: three, teamId },
    });
    const { id, token } = response.body.data.token;
    await app.prisma.token.update({ where: { id }, data: { ownerId: ben.userId } });
    await send(token);
    expect((await rows(id)).at(-1)).toMatchObject({ ownerId: ben.userId, teamId });
  });

  it.each([
    ['items_count', [{ label: 'One' }]],
    ['items_count', Array.from({ length: 11 }, (_, n) => ({ label: `Document ${n}` }))],
    ['item_label_required', [{ label: 'One' }, { label: ' \n' }]],
    ['item_label_required', [{ label: 'One' }, { label: '\u0007' }]],
    ['item_label_required', [{ label: 'One' }, {}]],
    ['too_long', [{ label: 'One' }, { label: 'x'.repeat(61) }]],
    ['item_label_holds_link', [{ label: 'One' }, { label: 'see www.example.com' }]],
  ])('a list of documents is refused with %s', async (code, items) => {
    expect(await make({ items })).toMatchObject({ status: 400, body: { code } });
  });

  it('repeating the call with the same key makes one request', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [one, again] = [await make({}, headers), await make({}, headers)];
    expect(again.body.data.token.request).toEqual(one.body.data.token.request);
    expect(await rows(one.body.data.token.id)).toHaveLength(1);
  });

  it('the document service learns which document a claim is for', async () => {
    const first = await made();
    const response = (await app.claim(first.token)) as Extract<ClaimResponse, { outcome: 'claimed' }>;
    expect(response.token.request).toEqual(first.request);
    const plain = (await app.claim((await app.create()).token)) as Extract<
      ClaimResponse,
      { outcome: 'claimed' }
    >;
    expect(plain.token).not.toHaveProperty('request');
  });
});

describe('the documents of a template', () => {
  const items = [
    {
      labels: [
        { language: 'pl', label: 'Karta' },
        { language: 'en', label: 'Card' },
      ],
    },
    { optional: true, labels: [{ language: 'en', label: 'Letter' }] },
  ];
  const texts = [{ language: 'en', instructions: 'Use daylight.' }];
  const template = async (part: object = {}) => {
    const body = { name: `Admission ${randomUUID().slice(0, 8)}`, texts, items, ...part };
    return app.call<{ template: { id: string; version: number; items: unknown } }>(
      'POST',
      '/admin/request-templates',
      { as: dora, body },
    );
  };
  const templateId = async () => (await template()).body.data.template.id;

  it('a link made with the template asks for its documents, with labels in each language, the default first', async () => {
    const token = await made({ items: undefined, templateId: await templateId() });
    expect(token.request).toMatchObject({ position: 1, count: 2, label: 'Card' });
    const { request, instructions } = await seen(token.token);
    expect(request?.label.map(({ language, text }) => [language, text])).toEqual([
      ['en', 'Card'],
      ['pl', 'Karta'],
    ]);
    expect(instructions).toHaveLength(1);
    expect(await seen(await send(token.token))).toMatchObject({ instructions: [{ text: 'Use daylight.' }] });
  });

  it('documents that the clinician enters replace those of the template', async () => {
    const token = await made({ templateId: await templateId() });
    expect(token.request).toMatchObject({ count: 3, label: 'Insurance card' });
  });

  it('documents are shown with the template, and a later version does not change earlier links', async () => {
    const { id, version, items: shown } = (await template()).body.data.template;
    expect(shown).toEqual(items.map((item) => ({ optional: false, ...item })));
    const token = await made({ items: undefined, templateId: id });
    await app.call('PATCH', `/admin/request-templates/${id}`, {
      as: dora,
      body: { name: 'Admission', texts, items: null, version },
    });
    expect((await app.listed(token.id)).request).toMatchObject({ count: 2 });
    expect(await made({ items: undefined, templateId: id })).not.toHaveProperty('request');
  });

  it.each([
    ['item_label_required', [items[0], { labels: [{ language: 'pl', label: 'List' }] }]],
    ['item_label_required', [items[0], { labels: [] }]],
    ['language_not_offered', [items[0], { labels: [{ language: 'tr', label: 'Mektup' }] }]],
    ['items_count', [items[0]]],
  ])('a template is refused with %s', async (code, wrong) => {
    expect(await template({ items: wrong })).toMatchObject({ status: 400, body: { code } });
  });
});

describe('continuing a request', () => {
  it('the holder of any earlier link can continue with the open one', async () => {
    const first = await made();
    const second = await send(first.token);
    const third = await send(second);
    for (const link of [first.token, second, third]) expect(await next(link)).toBe(third);
    const { items, open } = (await ask(first.token)).body.data;
    expect(open).toEqual({ token: third, position: 3, count: 3 });
    expect(items.map(({ state }) => state)).toEqual(['received', 'received', 'open']);
    expect(items[0]?.receivedAt).toBe((await row(first.id)).receivedAt?.toISOString());
    expect(items[1]).toMatchObject({ optional: true, label: [{ text: 'Referral' }] });
  });

  it('a used link shows whether it belongs to a request for several documents', async () => {
    const first = await made();
    await send(first.token);
    expect((await app.validate(first.token)).body).toMatchObject({
      code: 'link_used',
      data: { ofRequest: true },
    });
    const plain = await app.create();
    await send(plain.token);
    expect((await app.validate(plain.token)).body.data).not.toHaveProperty('ofRequest');
  });

  it('a document whose event has not arrived yet is looked up in the document service', async () => {
    const first = await made();
    const claimId = randomUUID();
    const sent = upload();
    await app.claim(first.token, claimId);
    await app.step(claimId, 'confirm', sent);
    await app.age(first.id, 'confirmed_at', 3);
    app.document.on('/internal/attempts/settle', () => ({ outcome: 'completed', ...sent }));
    expect(await next(first.token)).toBe((await details((await rows(first.id)).at(-1)?.id ?? '')).token);
    expect(await states(first.id)).toEqual(['received', 'open', 'waiting']);
    await app.complete(claimId, sent);
    expect(await rows(first.id)).toHaveLength(2);
  });

  it('a document that was sent with a later link than the requested one is looked up as well', async () => {
    const first = await made();
    const second = await send(first.token);
    const claimId = randomUUID();
    const sent = upload();
    await app.claim(second, claimId);
    await app.step(claimId, 'confirm', sent);
    await app.age((await rows(first.id)).at(-1)?.id ?? '', 'confirmed_at', 3);
    app.document.on('/internal/attempts/settle', () => ({ outcome: 'completed', ...sent }));
    const third = await next(first.token);
    expect(third).not.toBe(second);
    expect(await seen(third ?? '')).toMatchObject({ request: { position: 3 } });
  });

  it('looking up a link does not abandon an upload that is about to commit', async () => {
    const first = await made();
    const claimId = randomUUID();
    const sent = upload();
    await app.claim(first.token, claimId);
    await app.step(claimId, 'confirm', sent);
    app.document.on('/internal/attempts/settle', () => ({ outcome: 'abandoned' }));
    const asking = ask(first.token);
    await app.complete(claimId, sent);
    expect((await asking).body.data.open?.position).toBe(2);
    expect(await states(first.id)).toEqual(['received', 'open', 'waiting']);
  });

  it.each([
    ['that matches the database’s', 0],
    ['that is an hour ahead', 3_600_000],
  ])('an upload has two seconds to commit before it is settled, with a clock %s', async (_what, ahead) => {
    const first = await made();
    const claimId = randomUUID();
    await app.claim(first.token, claimId);
    await app.step(claimId, 'confirm', upload());
    const begun = performance.now();
    const askedAt: number[] = [];
    app.document.on('/internal/attempts/settle', () => {
      askedAt.push(performance.now());
      return { outcome: 'abandoned' };
    });
    const { now } = Date;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
    await ask(first.token);
    clock.mockRestore();
    expect(askedAt).toEqual([expect.any(Number)]);
    expect((askedAt[0] ?? 0) - begun).toBeGreaterThanOrEqual(2_000);
  });

  it('an upload that never committed leaves its link open for another attempt', async () => {
    const first = await made();
    const claimId = randomUUID();
    await app.claim(first.token, claimId);
    await app.step(claimId, 'confirm', upload());
    await app.age(first.id, 'confirmed_at', 3);
    app.document.on('/internal/attempts/settle', () => ({ outcome: 'abandoned' }));
    expect((await ask(first.token)).body.data.open).toMatchObject({ token: first.token, position: 1 });
  });

  it('while the document service cannot be reached, the call fails and no link is made', async () => {
    const first = await made();
    const claimId = randomUUID();
    await app.claim(first.token, claimId);
    await app.step(claimId, 'confirm', upload());
    await app.age(first.id, 'confirmed_at', 3);
    app.document.on('/internal/attempts/settle', () => null);
    expect((await ask(first.token)).status).toBe(503);
    expect(await rows(first.id)).toHaveLength(1);
  });

  it('fifty simultaneous calls and a repeated event make one link', async () => {
    const first = await made();
    const claimId = randomUUID();
    const sent = upload();
    await app.claim(first.token, claimId);
    await app.step(claimId, 'confirm', sent);
    app.document.on('/internal/attempts/settle', () => ({ outcome: 'completed', ...sent }));
    const calls = Array.from({ length: 50 }, (_, n) =>
      n % 5 === 0 ? app.complete(claimId, sent) : ask(first.token),
    );
    await Promise.all(calls);
    expect(await rows(first.id)).toHaveLength(2);
    expect(await states(first.id)).toEqual(['received', 'open', 'waiting']);
  });

  it('a transaction that fails after making the next link neither keeps that link nor marks the previous one as used', async () => {
    const first = await made();
    const failing = app.get<UnitOfWork<Tx>>(UnitOfWork).run(async (tx, emit) => {
      await tx.token.update({ where: { id: first.id }, data: { status: 'used' } });
      await app.get(OpenNext).execute(tx, emit, first.id);
      throw new Error('killed');
    });
    await expect(failing).rejects.toThrow('killed');
    expect(await rows(first.id)).toHaveLength(1);
    expect(await app.status(first.id)).toBe('active');
  });

  it.each(['used', 'revoked'] as const)(
    'a job makes a missing next link after a link that was used or skipped: %s',
    async (status) => {
      const first = await made();
      const skippedAt = status === 'revoked' ? new Date() : null;
      await app.prisma.token.update({ where: { id: first.id }, data: { status, skippedAt } });
      expect(await app.get(OpenNextLinks).execute()).toBe(1);
      expect(await rows(first.id)).toHaveLength(2);
      expect(await app.get(OpenNextLinks).execute()).toBe(0);
    },
  );

  it('a failure to make one missing next link does not stop the others', async () => {
    for (let request = 0; request < 2; request += 1) {
      const { id } = await made();
      await app.prisma.token.update({ where: { id }, data: { status: 'used' } });
    }
    const failing = jest.spyOn(app.get(OpenNext), 'execute').mockRejectedValueOnce(new Error('fails'));
    const run = () => app.get(OpenNextLinks).execute(undefined, 1);
    expect(await run()).toBe(1);
    failing.mockRestore();
    expect(await run()).toBe(1);
  });

  it('no missing next link is made once the service is stopping', async () => {
    const { id } = await made();
    await app.prisma.token.update({ where: { id }, data: { status: 'used' } });
    expect(await app.get(OpenNextLinks).execute(() => true)).toBe(0);
    expect(await app.get(OpenNextLinks).execute()).toBe(1);
  });

  it('the patient’s next visit makes a missing next link', async () => {
    const first = await made();
    await app.prisma.token.update({ where: { id: first.id }, data: { status: 'used' } });
    expect(await next(first.token)).toHaveLength(43);
  });

  it('a revoked link ends the request', async () => {
    const first = await made();
    await app.call('PATCH', `/tokens/${first.id}`, { as: ana, body: { status: 'revoked' } });
    expect(await app.get(OpenNextLinks).execute()).toBe(0);
    expect((await ask(first.token)).body.data).toEqual({ items: [], left: 3, open: null });
    expect(await states(first.id)).toEqual(['ended', 'waiting', 'waiting']);
  });

  it('earlier links still redirect to an expired link, whose page lets the patient request a new one', async () => {
    const first = await made();
    const second = await send(first.token);
    const { id } = (await rows(first.id)).at(-1)!;
    await app.age(id, 'expires_at');
    for (const link of [first.token, second]) expect(await next(link)).toBe(second);
    await app.prisma.token.update({ where: { id }, data: { status: 'expired' } });
    for (const link of [first.token, second]) expect(await next(link)).toBe(second);
    expect((await app.validate(second)).body).toMatchObject({ code: 'link_expired' });
    expect(await states(first.id)).toEqual(['received', 'ended', 'waiting']);
  });

  it('the next link has the extended expiry of the link before it', async () => {
    const first = await made({ expiryDays: 2 });
    await app.call('POST', `/tokens/${first.id}/extend`, { as: ana, body: { days: 30 } });
    await send(first.token);
    const [before, after] = await rows(first.id);
    expect(after?.expiresAt).toEqual(before?.expiresAt);
  });

  it('an unknown link is refused', async () => {
    expect(await ask('x'.repeat(43))).toMatchObject({ status: 404, body: { code: 'link_unknown' } });
  });
});

/** Asks again for the document of a used link; returns the id of the new link. */
async function askAgain(id: string): Promise<string> {
  await app.prisma.token.update({ where: { id }, data: { documentState: 'present' } });
  const body = { reason: 'blurred', send: false };
  const asked = await app.call<NewLinkResponse>('POST', `/tokens/${id}/ask-again`, { as: ana, body });
  return asked.body.data.token.id;
}

describe('links that the clinic has replaced', () => {
  const reissue = async (id: string) =>
    (await app.call<NewLinkResponse>('POST', `/tokens/${id}/reissue`, { as: ana, body: { send: false } }))
      .body.data.token;

  it('the new link takes the place of the old one, and the request continues from it', async () => {
    const first = await made();
    await send(first.token);
    const second = (await rows(first.id)).at(-1)!;
    const replacement = await reissue(second.id);
    expect(replacement.request).toMatchObject({ position: 2, count: 3 });
    const third = await send(replacement.token);
    expect(await seen(third)).toMatchObject({ request: { position: 3 } });
    expect(await states(first.id)).toEqual(['received', 'received', 'open']);
  });

  it('a replaced link shows when it was replaced, even if it asked for one document, and the new link does not', async () => {
    for (const old of [await made(), await app.create()]) {
      const replacement = await reissue(old.id);
      const { data } = (await ask(old.token)).body;
      expect(data.replaced).toEqual({ at: expect.any(String), sent: false });
      expect((await ask(replacement.token)).body.data).not.toHaveProperty('replaced');
    }
  });

  it('a replaced link and those before it reveal neither its replacement nor later links', async () => {
    const first = await made();
    const second = await send(first.token);
    const replacement = await reissue((await rows(first.id)).at(-1)!.id);
    for (const old of [first.token, second])
      expect((await ask(old)).body.data).toMatchObject({ items: [], open: null });
    await send(replacement.token);
    for (const old of [first.token, second])
      expect((await ask(old)).body.data).toMatchObject({ items: [], open: null });
    expect(await next(replacement.token)).toHaveLength(43);
  });

  it('once the open link is revoked, an earlier link shows what has arrived, but offers no link to continue with', async () => {
    const first = await made();
    await send(first.token);
    const { id } = (await rows(first.id)).at(-1)!;
    await app.call('PATCH', `/tokens/${id}`, { as: ana, body: { status: 'revoked' } });
    const { items, open } = (await ask(first.token)).body.data;
    expect([items.map(({ state }) => state), open]).toEqual([['received', 'waiting', 'waiting'], null]);
  });

  it('a document that was requested again counts as received only once it has arrived again', async () => {
    const first = await made({ items: three.slice(0, 2) });
    const second = await send(first.token);
    await send(second);
    expect((await ask(second)).body.data).toMatchObject({ left: 0, open: null });
    const again = await details(await askAgain(first.id));
    const { items, ...rest } = (await ask(second)).body.data;
    expect(rest).toEqual({ left: 1, open: null });
    expect(items.map(({ state, receivedAt }) => [state, receivedAt !== null])).toEqual([
      ['open', false],
      ['received', true],
    ]);
    await send(again.token);
    expect((await ask(second)).body.data).toMatchObject({ left: 0, items: [{ state: 'received' }, {}] });
  });

  it('a received document counts as received again once its second link is revoked', async () => {
    const first = await made();
    await send(first.token);
    const again = await askAgain(first.id);
    await app.call('PATCH', `/tokens/${again}`, { as: ana, body: { status: 'revoked' } });
    const open = (await rows(first.id)).find(({ itemPosition }) => itemPosition === 2)!;
    const { items, left } = (await ask((await details(open.id)).token)).body.data;
    expect([items[0]?.state, left]).toEqual(['received', 2]);
  });

  it('clinicians still see a received document while its second link is open and after that link has ended', async () => {
    const first = await made();
    await send(first.token);
    const again = await askAgain(first.id);
    const { documentId } = await row(first.id);
    const present = { token_id: again, document_id: documentId };
    expect((await overview(first.id))[0]).toMatchObject({ state: 'open', ...present });
    const received = { state: 'received', ...present, received_at: expect.any(String) };
    await app.age(again, 'expires_at');
    expect((await overview(first.id))[0]).toMatchObject(received);
    await app.prisma.token.update({ where: { id: again }, data: { status: 'revoked' } });
    expect((await overview(first.id))[0]).toMatchObject(received);
  });

  it.each(['rejected', 'lost'])(
    'a %s document does not count as received once its replacement link has ended, but a usable earlier one does',
    async (documentState) => {
      const first = await made();
      await send(first.token);
      const again = await details(await askAgain(first.id));
      const ofFirst = async () => (await overview(first.id))[0];
      await send(again.token);
      const setState = (id: string, state: string) =>
        app.prisma.token.update({ where: { id }, data: { documentState: state } });
      await setState(again.id, documentState);
      const body = { send: false };
      const replaced = await app.call<NewLinkResponse>('POST', `/tokens/${again.id}/reissue`, {
        as: ana,
        body,
      });
      const { id } = replaced.body.data.token;
      const { documentId, receivedAt } = await row(first.id);
      const earlier = { token_id: id, document_id: documentId };
      expect(await ofFirst()).toMatchObject({ state: 'open', ...earlier });
      await app.call('PATCH', `/tokens/${id}`, { as: ana, body: { status: 'revoked' } });
      const received_at = receivedAt?.toISOString();
      expect(await ofFirst()).toMatchObject({ state: 'received', ...earlier, received_at });
      await setState(first.id, documentState);
      const { position, label, optional, ...ended } = (await ofFirst())!;
      expect([position, label, optional]).toEqual([1, 'Insurance card', false]);
      expect(ended).toEqual({ state: 'ended', token_id: id });
      const second = (await rows(first.id)).find(({ itemPosition }) => itemPosition === 2)!;
      const { items } = (await ask((await details(second.id)).token)).body.data;
      expect(items[0]).toMatchObject({ state: 'waiting', receivedAt: null });
    },
  );

  it('an earlier document that arrives again does not advance the request a second time', async () => {
    const first = await made();
    await send(first.token);
    const again = await details(await askAgain(first.id));
    expect(again.request).toMatchObject({ position: 1 });
    await send(again.token);
    expect(await states(first.id)).toEqual(['received', 'open', 'waiting']);
    expect(await rows(first.id)).toHaveLength(3);
  });
});

const optionalFirst = [{ label: 'Referral', optional: true }, { label: 'Photo' }];

describe('skipping an optional document', () => {
  it('the request continues with the next document, and the clinic sees which one was skipped', async () => {
    const first = await made({ items: optionalFirst });
    const response = await skip(first.token);
    expect(response.body.data.items.map(({ state }) => state)).toEqual(['skipped', 'open']);
    expect(await seen(response.body.data.open?.token ?? '')).toMatchObject({ request: { position: 2 } });
    expect(await states(first.id)).toEqual(['skipped', 'open']);
    expect((await app.validate(first.token)).body).toMatchObject({
      code: 'link_revoked',
      data: { ofRequest: true },
    });
    expect(await app.audited('link.skip_document')).toEqual([
      expect.objectContaining({ outcome: 'success', subject: { kind: 'token', id: first.id } }),
    ]);
    expect(await app.emitted('token.revoked')).toHaveLength(1);
  });

  it('skipping a document again, even simultaneously, makes no other link', async () => {
    const first = await made({ items: [...optionalFirst, { label: 'Last' }] });
    const responses = await Promise.all(Array.from({ length: 10 }, () => skip(first.token)));
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await skip(first.token)).status).toBe(200);
    expect(await states(first.id)).toEqual(['skipped', 'open', 'waiting']);
    expect(await app.emitted('token.revoked')).toHaveLength(1);
  });

  it('no document is left once the last one has been skipped', async () => {
    const first = await made({ items: [{ label: 'Photo' }, { label: 'Referral', optional: true }] });
    const second = await send(first.token);
    expect((await skip(second)).body.data.open).toBeNull();
    expect(await states(first.id)).toEqual(['received', 'skipped']);
  });

  it('neither a required document nor a request for one document can be skipped', async () => {
    const first = await made();
    for (const { token, id } of [first, await app.create()]) {
      expect(await skip(token)).toMatchObject({ status: 400, body: { code: 'bad_request' } });
      expect(await app.status(id)).toBe('active');
    }
    expect(await app.audited('link.skip_document')).toEqual([
      expect.objectContaining({ outcome: 'refused' }),
      expect.objectContaining({ outcome: 'refused' }),
    ]);
  });

  it('skipping does not interrupt an upload that has begun', async () => {
    const first = await made({ items: optionalFirst });
    const claimId = randomUUID();
    await app.claim(first.token, claimId);
    expect(await skip(first.token)).toMatchObject({ status: 409, body: { code: 'upload_in_progress' } });
    await app.age(first.id, 'lease_until');
    expect((await skip(first.token)).status).toBe(200);
    expect(await app.step(claimId, 'confirm', upload())).toBe('revoked');
  });

  it.each([
    ['used', 'link_used'],
    ['revoked', 'link_revoked'],
    ['expired', 'link_expired'],
  ])('a link that is %s cannot be skipped', async (status, code) => {
    const first = await made({ items: optionalFirst });
    await app.prisma.token.update({ where: { id: first.id }, data: { status, followedAt: new Date() } });
    expect(await skip(first.token)).toMatchObject({ status: 410, body: { code } });
  });

  const report = (token: string, reason: string, comment: string | null = null) =>
    app.call('POST', '/links/problems', { body: { token, reason, comment } });
  /** The open reports of a request in *Needs attention*. */
  const reports = async (id: string) => {
    const links = (await rows(id)).map((link) => link.id);
    const response = await app.call<AttentionTokensResponse>('GET', '/tokens/attention', { as: ana });
    const listed = response.body.data.tokens.filter(({ token }) => links.includes(token.id));
    return listed.map(({ token, reason, problemComment }) => [token.id, reason, problemComment]);
  };
  const close = async (id: string) => {
    const body = { reported_at: (await row(id)).problemAt?.toISOString() };
    return app.call('POST', `/tokens/${id}/problem/close`, { as: ana, body });
  };

  it('a report that is open when its document is skipped stays open until a clinician marks it as done', async () => {
    const first = await made({ items: optionalFirst });
    await report(first.token, 'other', 'My card was stolen');
    const second = (await skip(first.token)).body.data.open?.token ?? '';
    const open = [[first.id, 'problem', 'My card was stolen']];
    expect(await reports(first.id)).toEqual(open);
    await send(second);
    expect(await reports(first.id)).toEqual(open);
    expect((await close(first.id)).status).toBe(200);
    expect(await reports(first.id)).toEqual([]);
  });

  it('a report that the link is not the patient’s moves to the next link, if there is one, and stops its reminders', async () => {
    const items = [
      { label: 'Referral', optional: true },
      { label: 'Photo', optional: true },
    ];
    const first = await made({ items, phoneNumber: aNumber(), reminders: true });
    await report(first.token, 'not_mine', 'Wrong number');
    const second = (await skip(first.token)).body.data.open?.token ?? '';
    const { id = '' } = (await rows(first.id)).at(-1) ?? {};
    expect(await reports(first.id)).toEqual([[id, 'problem', 'Wrong number']]);
    const planned = async () =>
      (await app.call<Reminders>('GET', `/tokens/${id}/reminders`, { as: ana })).body.data.planned;
    expect(await planned()).toEqual([]);
    await close(id);
    expect(await planned()).not.toEqual([]);
    await report(second, 'not_mine', 'Still wrong');
    await skip(second);
    expect(await reports(first.id)).toEqual([[id, 'problem', 'Still wrong']]);
  });

  it('skipping a document closes the report that the patient does not have it, unless the report has a comment', async () => {
    for (const [comment, open] of [
      [null, 0],
      ['It was stolen', 1],
    ] as const) {
      const first = await made({ items: optionalFirst });
      await report(first.token, 'no_document', comment);
      await skip(first.token);
      expect(await reports(first.id)).toHaveLength(open);
    }
  });

  /** Sends the first document, asks for it again and skips the new link. Returns both links. */
  async function skipSecondLink(documentState: string): Promise<{ first: Token; again: TokenDetails }> {
    const first = await made({ items: optionalFirst });
    await send(first.token);
    const again = await details(await askAgain(first.id));
    await app.prisma.token.update({ where: { id: first.id }, data: { documentState } });
    expect((await skip(again.token)).status).toBe(200);
    return { first, again };
  }

  it('a received document still counts as received if the patient skips it when it is requested again', async () => {
    const { first, again } = await skipSecondLink('present');
    const { documentId: document_id, receivedAt } = await row(first.id);
    const at = receivedAt?.toISOString();
    const received = { state: 'received', token_id: again.id, document_id, received_at: at };
    expect((await overview(first.id))[0]).toMatchObject(received);
    expect((await ask(again.token)).body.data.items[0]).toMatchObject({ state: 'received', receivedAt: at });
  });

  it.each(['rejected', 'lost'])(
    'a document that is requested again because the first was %s counts as skipped when the patient skips it',
    async (documentState) => {
      const { first, again } = await skipSecondLink(documentState);
      expect(await states(first.id)).toEqual(['skipped', 'open']);
      expect((await ask(again.token)).body.data.items[0]).toMatchObject({
        state: 'skipped',
        receivedAt: null,
      });
    },
  );

  it('the clinic can still ask for a skipped document with a new link', async () => {
    const first = await made({ items: optionalFirst });
    await skip(first.token);
    const again = await app.call<NewLinkResponse>('POST', `/tokens/${first.id}/reissue`, {
      as: ana,
      body: { send: false },
    });
    expect(again.status).toBeLessThan(300);
    await send(again.body.data.token.token);
    expect(await states(first.id)).toEqual(['received', 'open']);
  });
});

describe('the patient check in a request', () => {
  const checked = (body: object = {}) =>
    made({ ...body, patient_check: { birth_date: BORN, initials: 'J. S.' } });

  it('the date of birth is requested only once', async () => {
    const first = await checked();
    const browser = new CheckedBrowser(app, first.token);
    expect(await seen(first.token)).not.toHaveProperty('request');
    await browser.give(BORN);
    const claimId = randomUUID();
    await app.call('POST', '/internal/claims', {
      from: 'document',
      body: { token: first.token, claimId, idempotencyHash: null, patient: browser.patient },
    });
    await confirmed(claimId);
    const { open, items } = (await ask(first.token, browser)).body.data;
    expect(items).toHaveLength(3);
    const onNext = new CheckedBrowser(app, open?.token ?? '');
    Object.assign(onNext, { key: browser.key, proof: open?.proof });
    expect(await onNext.check()).toMatchObject({ state: 'passed' });
    const { id } = (await rows(first.id)).at(-1)!;
    expect((await details(id)).patient_check).toMatchObject({ state: 'passed' });
  });

  it('only the open link stores the check, and revoking that link removes the check', async () => {
    const first = await checked();
    await app.prisma.token.update({ where: { id: first.id }, data: { status: 'used' } });
    expect(await app.get(ForgetPatientChecks).execute()).toBe(0);
    expect((await row(first.id)).checkHash).not.toBeNull();
    await app.get(OpenNextLinks).execute();
    const [before, after] = await rows(first.id);
    expect(before).toMatchObject({
      hasCheck: true,
      checkHash: null,
      checkKeySealed: null,
      checkInitials: null,
    });
    expect(after?.checkHash).not.toBeNull();
    await app.prisma.token.update({ where: { id: after?.id ?? '' }, data: { status: 'revoked' } });
    expect(await row(after?.id ?? '')).toMatchObject({ checkHash: null });
  });

  it.each([
    ['after the next link got it', { status: 'used', followedAt: new Date() }],
    ['on a revoked link', { status: 'revoked' }],
  ])('a job removes a check that was left behind %s', async (_what, data) => {
    const { id } = await checked();
    const { checkKeyId, checkKeySealed, checkHash, checkInitials } = await row(id);
    await app.prisma.token.update({ where: { id }, data });
    const check = { checkKeyId, checkKeySealed, checkHash, checkInitials };
    await app.prisma.token.update({ where: { id }, data: check });
    expect(await app.get(ForgetPatientChecks).execute()).toBe(1);
    expect(await row(id)).toMatchObject({ checkHash: null, checkKeySealed: null });
  });

  it('another browser gets no proof and cannot read the names of documents', async () => {
    const first = await checked();
    await app.prisma.token.update({ where: { id: first.id }, data: { status: 'used' } });
    const other = new CheckedBrowser(app, first.token);
    other.proof = Buffer.alloc(40, 7).toString('base64url');
    for (const browser of [undefined, other]) {
      const { open, items } = (await ask(first.token, browser)).body.data;
      expect(items).toEqual([]);
      expect(open).not.toHaveProperty('proof');
      expect((await app.validate(open?.token ?? '')).body.data).toMatchObject({ check: { state: 'needed' } });
    }
  });

  it('wrong dates of birth given for one link count for the next', async () => {
    const first = await checked();
    const checkWaitsUntil = new Date(Date.now() + 600_000);
    const data = { status: 'used', checkTries: 10, checkWaitsUntil };
    await app.prisma.token.update({ where: { id: first.id }, data });
    await ask(first.token);
    expect((await rows(first.id)).at(-1)).toMatchObject({ checkTries: 10, checkWaitsUntil });
  });

  it('unlocking the check of the open link voids the proofs for earlier links of the request', async () => {
    const first = await checked();
    const browser = new CheckedBrowser(app, first.token);
    await browser.give(BORN);
    await app.prisma.token.update({ where: { id: first.id }, data: { status: 'used' } });
    expect((await ask(first.token, browser)).body.data.open).toHaveProperty('proof');
    const { id = '' } = (await rows(first.id)).at(-1) ?? {};
    await app.prisma.token.update({ where: { id }, data: { checkTries: 30 } });
    expect((await app.call('POST', `/tokens/${id}/check/unlock`, { as: ana })).status).toBe(200);
    const { open, items } = (await ask(first.token, browser)).body.data;
    expect(open).not.toHaveProperty('proof');
    expect(items).toEqual([]);
  });

  it('once the check of one link is unlocked, the checks of the request’s other links are no longer shown as passed', async () => {
    const first = await checked();
    const browser = new CheckedBrowser(app, first.token);
    await browser.give(BORN);
    const { requestId } = await row(first.id);
    const locked = await checked();
    const data = { requestId, itemPosition: 2, checkTries: 30 };
    await app.prisma.token.update({ where: { id: locked.id }, data });
    const state = async () => (await details(first.id)).patient_check?.state;
    expect(await state()).toBe('passed');
    expect((await app.call('POST', `/tokens/${locked.id}/check/unlock`, { as: ana })).status).toBe(200);
    expect(await browser.check()).toMatchObject({ state: 'needed' });
    expect(await state()).toBe('needed');
  });

  it('an optional document is skipped only after the date of birth was given', async () => {
    const first = await checked({ items: optionalFirst });
    expect(await skip(first.token)).toMatchObject({ status: 403, body: { code: 'check_needed' } });
    const browser = new CheckedBrowser(app, first.token);
    await browser.give(BORN);
    expect((await skip(first.token, browser)).body.data.open).toHaveProperty('proof');
  });

  it('a document is not skipped when an unlock commits after the proof was verified', async () => {
    const first = await checked({ items: optionalFirst });
    const browser = new CheckedBrowser(app, first.token);
    await browser.give(BORN);
    let skipping: ReturnType<typeof skip> | undefined;
    await app.prisma.$transaction(
      async (tx) => {
        await tx.$executeRaw`UPDATE tokens SET check_version = 2 WHERE id = ${first.id}::uuid`;
        skipping = skip(first.token, browser);
        await eventually(async () => expect(await lockWaits(app.prisma)).toHaveLength(1));
      },
      { timeout: 60_000 },
    );
    expect((await skipping)?.status).toBe(409);
    expect(await states(first.id)).toEqual(['open', 'waiting']);
    expect(await skip(first.token, browser)).toMatchObject({ status: 403, body: { code: 'check_needed' } });
  });

  it('a link whose check was removed is not followed by a link without a check', async () => {
    const first = await checked();
    const data = { status: 'used', checkKeyId: null, checkKeySealed: null, checkHash: null };
    await app.prisma.token.update({ where: { id: first.id }, data });
    expect((await ask(first.token)).body.data.open).toBeNull();
    expect(await rows(first.id)).toHaveLength(1);
  });
});

describe('reminders in a request', () => {
  const texted = async (reminders = true) => {
    const token = await made({ phoneNumber: aNumber(), reminders });
    return row(token.id);
  };

  it('reminders of the next document follow a new plan and go to the same number', async () => {
    const first = await texted();
    await send((await details(first.id)).token);
    const next = (await rows(first.id)).at(-1)!;
    expect(next).toMatchObject({
      ...{ smsPhoneNumber: first.smsPhoneNumber, hasSms: true, smsStatus: 'sent', reminderCount: 0 },
      smsDeliveryId: null,
    });
    const from = next.remindersFrom ?? new Date(0);
    const plan = { from, expiresAt: next.expiresAt, sent: 0, last: null };
    expect(next.nextReminderAt).toEqual(planReminders(plan, clinicRules, from)[0]);
  });

  it.each([
    ['none was wanted', {}, false],
    ['they were stopped', { remindersStopped: 'suppressed' }, true],
  ])('no reminder is planned if %s', async (_why, data, wanted) => {
    const first = await texted(wanted);
    await app.prisma.token.update({ where: { id: first.id }, data });
    await send((await details(first.id)).token);
    expect((await rows(first.id)).at(-1)).toMatchObject({ nextReminderAt: null, remindersFrom: null });
  });

  it('a pause of the reminders applies to the next document too', async () => {
    const first = await texted();
    const remindersPausedAt = new Date();
    await app.prisma.token.update({ where: { id: first.id }, data: { remindersPausedAt } });
    await send((await details(first.id)).token);
    expect((await rows(first.id)).at(-1)).toMatchObject({ remindersPausedAt });
  });

  it.each([
    [
      'was accepted counts',
      'sent',
      { emailStatus: 'sent', emailAddress: 'mary@example.test', emailDeliveryId: null },
    ],
    ['was refused does not count', 'failed', { emailStatus: null }],
  ])('an email that %s for the link of the next document', async (_what, status, expected) => {
    const first = await made({ email: 'mary@example.test' });
    await app.prisma.token.update({ where: { id: first.id }, data: { emailStatus: status } });
    await send((await details(first.id)).token);
    expect((await rows(first.id)).at(-1)).toMatchObject(expected);
  });

  it('a text that has failed does not count for the link of the next document', async () => {
    const first = await texted();
    await app.prisma.token.update({ where: { id: first.id }, data: { smsStatus: 'failed' } });
    await send((await details(first.id)).token);
    expect((await rows(first.id)).at(-1)).toMatchObject({ hasSms: false, smsStatus: null });
  });
});
