import { randomUUID } from 'node:crypto';
import { againReasons, type AskAgain, type ReissueResponse } from '@caredrop/contracts';
import { patientCopy } from '@caredrop/patient-copy/sync';
import { ForgetAgainWords } from '../src/jobs/forget-again-words.js';
import { aLink } from './support/a-link.js';
import { ana, ben, dora, TokenApp } from './support/token-app.js';

const PHONE = '+447700900123';
const WORDS = 'Please also photograph the back, with the stamp.';

let app: TokenApp;

beforeAll(async () => {
  app = await TokenApp.start({ LANGUAGES: 'en,ar' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.prisma.outbox.deleteMany();
  app.notification.calls.length = 0;
  app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
});

/** A link that has received its document. */
async function received(data: object = {}) {
  const link = await aLink(app).claimed().confirmed().make();
  await app.complete(link.claimId, link.sent);
  if (Object.keys(data).length > 0) await app.prisma.token.update({ where: { id: link.id }, data });
  await app.prisma.outbox.deleteMany();
  return link;
}

const row = (id: string) => app.prisma.token.findUniqueOrThrow({ where: { id } });
interface Asked {
  as?: typeof ana;
  key?: string;
}
const ask = (id: string, body: object = {}, { as = ana, key = randomUUID() }: Asked = {}) =>
  app.call<ReissueResponse>('POST', `/tokens/${id}/ask-again`, {
    as,
    body: { reason: 'blurred', send: false, ...body },
    headers: { 'idempotency-key': key },
  });
const state = async (id: string, as = ana) =>
  (await app.call<AskAgain>('GET', `/tokens/${id}/ask-again`, { as })).body.data;
const texts = () =>
  app.notification.calls.filter(({ path }) => path === '/internal/sms').map(({ body }) => body);

describe('asking for a document again', () => {
  it('the new link has the old one’s details and the reason, which its page shows', async () => {
    const old = await received({ language: 'ar', nickname: 'J. S.', notes: 'left knee' });
    const response = await ask(old.id, { reason: 'page_missing' });
    expect(response).toMatchObject({ status: 201, body: { data: { sms: 'none' } } });
    const made = await row(response.body.data.token.id);
    expect(made).toMatchObject({ language: 'ar', nickname: 'J. S.', notes: 'left knee', status: 'active' });
    expect(made).toMatchObject({ againReason: 'page_missing', againWords: null });
    const { body } = await app.validate(response.body.data.token.token);
    expect(body.data).toMatchObject({ askedAgain: { reason: 'page_missing', words: null } });
    expect(await row(old.id)).toMatchObject({ status: 'used', replacedBy: made.id });
  });

  it('the new link has reminders if the old one had them, unless the clinician decides otherwise', async () => {
    for (const [body, isReminded] of [
      [{}, true],
      [{ reminders: false }, false],
    ] as const) {
      const old = await received({ remindersFrom: new Date(Date.now() - 86_400_000) });
      const { id } = (await ask(old.id, { send: true, phoneNumber: PHONE, ...body })).body.data.token;
      expect((await row(id)).nextReminderAt !== null).toBe(isReminded);
    }
  });

  it('an event names the document and the new link, and the audit entry names the kind of reason', async () => {
    const old = await received();
    const made = (await ask(old.id, { reason: 'own_words', words: WORDS })).body.data.token.id;
    const { documentId, replacedAt } = await row(old.id);
    expect(await app.emitted('token.asked_again')).toEqual([
      {
        tokenId: old.id,
        ownerId: ana.userId,
        documentId,
        replacedBy: made,
        askedAt: replacedAt?.toISOString(),
      },
    ]);
    const audited = await app.audited('token.ask_again');
    expect(audited).toMatchObject([
      {
        outcome: 'success',
        subject: { kind: 'token', id: old.id },
        related: [
          { kind: 'token', id: made },
          { kind: 'document', id: documentId },
        ],
        codes: ['own_words'],
      },
    ]);
    const events = await app.prisma.outbox.findMany();
    expect(JSON.stringify(events)).not.toContain('stamp');
  });

  it('the holder of the used link sees that there is a new link and when it was made', async () => {
    const old = await received();
    expect((await app.validate(old.token)).body.data).not.toHaveProperty('replacedAt');
    await ask(old.id, { send: true, phoneNumber: PHONE });
    const { body } = await app.validate(old.token);
    expect(body).toMatchObject({ code: 'link_used', data: { replacementSent: true } });
    expect(body.data).toHaveProperty('replacedAt', (await row(old.id)).replacedAt?.toISOString());
  });

  it('repeating a call with its key makes one link and sends one text', async () => {
    const old = await received();
    const key = randomUUID();
    const body = { send: true, phoneNumber: PHONE };
    const responses = await Promise.all([ask(old.id, body, { key }), ask(old.id, body, { key })]);
    expect(new Set(responses.map(({ body: { data } }) => data.token.id)).size).toBe(1);
    expect(new Set(texts().map(({ deliveryId }) => deliveryId)).size).toBe(1);
    expect(await app.emitted('token.asked_again')).toHaveLength(1);
    expect(await ask(old.id)).toMatchObject({ status: 409, body: { code: 'token_replaced' } });
  });

  it('the replacement of a link that asked again keeps its reason', async () => {
    const old = await received();
    const { token } = (await ask(old.id, { reason: 'own_words', words: WORDS })).body.data;
    const body = { send: false };
    const next = await app.call<ReissueResponse>('POST', `/tokens/${token.id}/reissue`, { as: ana, body });
    expect(await row(next.body.data.token.id)).toMatchObject({ againReason: 'own_words', againWords: WORDS });
  });
});

describe('the text that asks again', () => {
  it.each(againReasons)(
    'the text for %s is the one that was shown, without the clinician’s own words',
    async (reason) => {
      const old = await received({ language: 'ar' });
      const shown = (await state(old.id)).texts.find((text) => text.reason === reason)?.text;
      expect(shown).toBe(`${patientCopy('ar').again[reason]()} {link}`);
      const response = await ask(old.id, { reason, words: WORDS, send: true, phoneNumber: '07700 900123' });
      expect(response.body.data.sms).toBe('sent');
      expect(texts()).toMatchObject([{ to: PHONE, senderId: ana.userId, body: shown }]);
    },
  );

  it('the new link is kept when its text is refused, and the response says why', async () => {
    app.notification.on('/internal/sms', () => ({
      outcome: 'refused',
      reason: 'No such number',
      code: '21211',
    }));
    const old = await received();
    const { data } = (await ask(old.id, { send: true, phoneNumber: PHONE })).body;
    expect(data).toMatchObject({ sms: 'unconfirmed', smsProblem: expect.any(String) as string });
    expect((await row(data.token.id)).status).toBe('active');
  });

  it('without a number no text can be sent, and no link is made', async () => {
    const old = await received();
    expect(await ask(old.id, { send: true })).toMatchObject({
      status: 409,
      body: { code: 'reissue_no_number' },
    });
    expect(await ask(old.id, { send: true, phoneNumber: '12' })).toMatchObject({
      status: 400,
      body: { code: 'phone_invalid' },
    });
    expect((await row(old.id)).replacedBy).toBeNull();
  });
});

describe('documents that cannot be requested again', () => {
  it.each([
    ['is still open', { status: 'active' }],
    ['had its document deleted', { documentState: 'deleted' }],
    ['has received malware', { documentState: 'rejected' }],
  ])('the document of a link that %s cannot be requested again', async (_why, data) => {
    const old = await received(data);
    expect(await ask(old.id)).toMatchObject({ status: 409, body: { code: 'again_no_document' } });
    expect(await state(old.id)).toEqual({ possible: false, texts: [] });
    expect(await app.audited('token.ask_again')).toMatchObject([
      { outcome: 'refused', reason: 'again_no_document' },
    ]);
  });

  it('a document cannot be requested again if its new link would not ask for the date of birth', async () => {
    const old = await received({ hasCheck: true });
    expect(await ask(old.id)).toMatchObject({ status: 409, body: { code: 'reissue_check_gone' } });
  });

  it('another clinician cannot request a document again, but an administrator can, and the new link belongs to the owner', async () => {
    const old = await received();
    expect((await ask(old.id, {}, { as: ben })).status).toBe(404);
    const { token } = (await ask(old.id, {}, { as: dora })).body.data;
    expect((await row(token.id)).ownerId).toBe(ana.userId);
  });

  it.each([
    {},
    { reason: 'ugly', send: false },
    { reason: 'own_words', send: false },
    { reason: 'own_words', words: ' \u202e\u0000 ', send: false },
    { reason: 'own_words', words: 'x'.repeat(301), send: false },
    { reason: 'blurred', send: 'yes' },
  ])('the body %j is refused with 400', async (body) => {
    const { id } = await received();
    expect((await app.call('POST', `/tokens/${id}/ask-again`, { as: ana, body })).status).toBe(400);
    expect((await row(id)).replacedBy).toBeNull();
  });
});

describe('a clinician’s own words', () => {
  const askInWords = async (words = WORDS) => {
    const old = await received();
    return (await ask(old.id, { reason: 'own_words', words })).body.data.token;
  };

  it('characters that reorder or control text are removed from the words', async () => {
    const { id } = await askInWords('Send\u202e both\u0007\r\nsides \u2066please');
    expect((await row(id)).againWords).toBe('Send both\nsides please');
  });

  it('a link with a patient check does not show the words before the check is passed', async () => {
    const { id, token } = await askInWords();
    await app.prisma.token.update({ where: { id }, data: { hasCheck: true, checkInitials: 'J. S.' } });
    expect((await app.validate(token)).body.data).not.toHaveProperty('askedAgain');
  });

  it.each([
    ['is used', 'removed', { status: 'used' }],
    ['is revoked', 'removed', { status: 'revoked' }],
    ['was replaced', 'removed', { replacedBy: randomUUID() }],
    ['expired 91 days ago', 'removed', { expiresAt: new Date(Date.now() - 91 * 86_400_000) }],
    ['expired yesterday', 'kept', { expiresAt: new Date(Date.now() - 86_400_000) }],
    ['is open', 'kept', {}],
  ])('the words of a link that %s are %s', async (_state, outcome, data) => {
    const { id } = await askInWords();
    await app.prisma.token.update({ where: { id }, data });
    await app.get(ForgetAgainWords).execute();
    expect(await row(id)).toMatchObject({
      againReason: 'own_words',
      againWords: outcome === 'removed' ? null : WORDS,
    });
  });
});
