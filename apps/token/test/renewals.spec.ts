import { randomUUID } from 'node:crypto';
import {
  IN_DOUBT,
  type Reminders,
  type ReissueResponse,
  type Token,
  type TokenDetails,
} from '@caredrop/contracts';
import { eventually } from '@caredrop/testing';
import { ForgetPhoneNumbers } from '../src/jobs/forget-phone-numbers.js';
import type { Token as Row } from '../src/generated/prisma/client.js';
import { RenewAutomatically } from '../src/renewals/renew-automatically.js';
import { TokenPresenter } from '../src/tokens/token.presenter.js';
import { aLink } from './support/a-link.js';
import { smsStatusOf } from './support/sms-status.js';
import { ana, ben, dora, TokenApp } from './support/token-app.js';

const PHONE = '+447700900123';
let app: TokenApp;

beforeAll(async () => {
  app = await TokenApp.start();
});
afterAll(async () => app.stop());
beforeEach(async () => {
  await app.prisma.outbox.deleteMany();
  app.notification.calls.length = 0;
  app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
});

const row = (id: string) => app.prisma.token.findUniqueOrThrow({ where: { id } });
const ask = (token: unknown) => app.call('POST', '/links/renewals', { body: { token } });
const asks = async () => (await app.emitted('token.renewal_asked')).length;
const expired = () => aLink(app).expired().make();
const setRow = (id: string, data: object) => app.prisma.token.update({ where: { id }, data });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

interface Reissued {
  send?: boolean;
  /** Empty: the call has no idempotency key. */
  key?: string;
  as?: typeof ana;
  reminders?: boolean;
}
const reissue = (id: string, { key = randomUUID(), as = ana, send = false, ...more }: Reissued = {}) =>
  app.call<ReissueResponse>('POST', `/tokens/${id}/reissue`, {
    as,
    body: { send, ...more },
    headers: { 'idempotency-key': key },
  });
const extend = (id: string, days: unknown, as = ana) =>
  app.call<{ token: Token }>('POST', `/tokens/${id}/extend`, { as, body: { days } });

describe('asking for a new link', () => {
  it('fifty simultaneous requests for one link are recorded as one and publish one event', async () => {
    const link = await expired();
    await Promise.all(Array.from({ length: 50 }, () => ask(link.token)));
    expect(await row(link.id)).toMatchObject({ renewalAsks: 1, renewalAskedAt: expect.any(Date) as Date });
    expect(await app.emitted('token.renewal_asked')).toEqual([{ tokenId: link.id, ownerId: ana.userId }]);
    const details = await app.call<{ token: TokenDetails }>('GET', `/tokens/${link.id}`, { as: ana });
    expect(details.body.data.token.renewal_asked_at).toEqual(expect.any(String));
  });

  it('the response is the same for known, unknown, malformed, active, revoked, used and already requested links', async () => {
    const known = await expired();
    const revoked = await app.create();
    await app.call('PATCH', `/tokens/${revoked.id}`, { as: ana, body: { status: 'revoked' } });
    const used = await aLink(app).claimed().confirmed().make();
    const active = await app.create();
    const values = [known.token, known.token, 'x'.repeat(43), '', '%00', 'x'.repeat(50_000), revoked.token];
    const responses = [];
    for (const value of [...values, used.token, active.token]) responses.push(await ask(value));
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(responses[0]).toMatchObject({ status: 202, body: { data: { received: true } } });
    expect(await app.emitted('token.renewal_asked')).toEqual([{ tokenId: known.id, ownerId: ana.userId }]);
  });

  it('the response takes the same minimum time for known and unknown links', async () => {
    const slow = await TokenApp.start({ RENEWAL_ANSWER_MS: '250' });
    try {
      const link = await aLink(slow).expired().make();
      for (const token of [link.token, 'x'.repeat(43), '']) {
        const start = performance.now();
        await slow.call('POST', '/links/renewals', { body: { token } });
        expect(performance.now() - start).toBeGreaterThanOrEqual(245);
      }
    } finally {
      await slow.stop();
    }
  });

  it('a request for a new link is not accepted while an upload to the expired link is still running', async () => {
    const link = await aLink(app).claimed().expired().make();
    await ask(link.token);
    expect(await asks()).toBe(0);
  });

  it.each([
    ['is open already', { renewalAskedAt: daysAgo(6), renewalAsks: 1 }],
    ['was made three times', { renewalAsks: 3 }],
    ['comes 91 days after the expiry', { expiresAt: daysAgo(91) }],
    ['is for a link that was replaced', { replacedBy: randomUUID(), replacedAt: new Date() }],
  ])('a request that %s is not accepted', async (_why, data) => {
    const link = await expired();
    await setRow(link.id, data);
    await ask(link.token);
    expect(await asks()).toBe(0);
    expect((await app.validate(link.token)).body.data).toMatchObject({ canAsk: false });
  });

  it('a request that was not answered for a week can be repeated', async () => {
    const link = await expired();
    await setRow(link.id, { renewalAskedAt: daysAgo(7), renewalAsks: 1 });
    expect((await app.validate(link.token)).body.data).toMatchObject({ canAsk: true });
    await ask(link.token);
    expect(await asks()).toBe(1);
    expect((await row(link.id)).renewalAsks).toBe(2);
  });

  it('validation reports that a new link can be requested for an expired link but not for a revoked one', async () => {
    const link = await expired();
    const notReplaced = { replacedAt: null, replacementSent: false, replacementSentAt: null };
    const untouched = { canAsk: true, askedAt: null, ...notReplaced };
    expect((await app.validate(link.token)).body).toMatchObject({ code: 'link_expired', data: untouched });
    await ask(link.token);
    const askedAt = (await row(link.id)).renewalAskedAt?.toISOString();
    expect((await app.validate(link.token)).body.data).toEqual({ ...untouched, canAsk: false, askedAt });
    const revoked = await app.create();
    await app.call('PATCH', `/tokens/${revoked.id}`, { as: ana, body: { status: 'revoked' } });
    expect((await app.validate(revoked.token)).body).toMatchObject({
      code: 'link_revoked',
      data: { canAsk: false },
    });
  });

  it.each([{}, { token: 7 }, { token: null }])('the body %j is refused with 400', async (body) => {
    expect((await app.call('POST', '/links/renewals', { body })).status).toBe(400);
  });
});

describe('the audit of requests for a new link', () => {
  it('a request is audited as the patient’s, and a refused one with its reason, but never with the link’s value', async () => {
    // A separate service: rejections beyond a quota are aggregated.
    const own = await TokenApp.start();
    const link = await aLink(own).expired().make();
    for (const token of [link.token, 'not-a-link'])
      await own.call('POST', '/links/renewals', { body: { token } });
    const entries = await own.audited('link.ask_renewal');
    await own.stop();
    expect(entries).toMatchObject([
      { outcome: 'success', subject: { kind: 'token', id: link.id }, actor: { kind: 'patient' } },
      { outcome: 'refused', reason: 'link_unknown', subject: null },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${link.token}|not-a-link`));
  });
});

describe('POST /tokens/{id}/reissue', () => {
  it('the new link has the reference, nickname, notes and number of the old one, which keeps its status', async () => {
    const body = { patientRefId: 'P-77', nickname: 'AB', notes: 'bring the letter' };
    const old = (await app.call<{ token: Token }>('POST', '/tokens', { as: ana, body })).body.data.token;
    await setRow(old.id, { smsPhoneNumber: PHONE, hasSms: true, renewalAskedAt: new Date() });
    await app.age(old.id, 'expires_at');
    const response = await reissue(old.id, { send: true });
    expect(response).toMatchObject({ status: 201, body: { data: { sms: 'sent' } } });
    const { token } = response.body.data;
    const same = { patient_ref_id: 'P-77', nickname: 'AB', notes: 'bring the letter' };
    expect(token).toMatchObject({ ...same, status: 'active', hasSMS: true, smsPhoneNumber: PHONE });
    expect(token.token).not.toBe(old.token);
    expect(app.notification.calls).toMatchObject([{ body: { to: PHONE, tokenId: token.id } }]);
    expect(await app.listed(old.id)).toMatchObject({ status: 'expired', replaced_by: token.id });
    expect(await app.listed(old.id)).not.toHaveProperty('renewal_asked_at');
    expect(await app.audited('token.reissue')).toMatchObject([
      { outcome: 'success', subject: { id: old.id }, related: [{ kind: 'token', id: token.id }] },
    ]);
  });

  it('the old link shows when a new one was sent, but never the new link', async () => {
    const old = await expired();
    await setRow(old.id, { smsPhoneNumber: PHONE });
    const { token } = (await reissue(old.id, { send: true })).body.data;
    const { body } = await app.validate(old.token);
    expect(body).toMatchObject({ code: 'link_expired', data: { canAsk: false, replacementSent: true } });
    expect(body.data.replacedAt).toBe((await row(old.id)).replacedAt?.toISOString());
    expect(JSON.stringify(body)).not.toContain(token.token);
    expect(JSON.stringify(body)).not.toContain(token.id);
  });

  it('the old link shows when the new link was sent, not when it was made', async () => {
    const old = await expired();
    const { token } = (await reissue(old.id)).body.data;
    const monday = daysAgo(2);
    await setRow(old.id, { replacedAt: monday });
    const unsent = { replacedAt: monday.toISOString(), replacementSent: false, replacementSentAt: null };
    expect((await app.validate(old.token)).body.data).toMatchObject(unsent);
    const body = { phoneNumber: PHONE };
    await app.call('POST', `/tokens/${token.id}/send-sms`, { as: ana, body });
    const [text] = await app.prisma.smsSend.findMany({ where: { tokenId: token.id } });
    const sentAt = text!.createdAt.toISOString();
    expect(sentAt > monday.toISOString()).toBe(true);
    const sent = { replacedAt: monday.toISOString(), replacementSent: true, replacementSentAt: sentAt };
    expect((await app.validate(old.token)).body.data).toMatchObject(sent);
    const request = await app.call('POST', '/links/request', { body: { token: old.token } });
    expect(request.body.data).toMatchObject({ replaced: { at: sentAt, sent: true } });
  });

  it('the time of a first text that failed does not count as the time at which the new link was sent', async () => {
    const old = await expired();
    const { token } = (await reissue(old.id)).body.data;
    const failed = { tokenId: token.id, phoneNumber: PHONE, status: 'failed', createdAt: daysAgo(2) };
    await app.prisma.smsSend.create({ data: { ...failed, deliveryId: randomUUID() } });
    await app.call('POST', `/tokens/${token.id}/send-sms`, { as: ana, body: { phoneNumber: PHONE } });
    const { replacementSentAt } = (await app.validate(old.token)).body.data as { replacementSentAt: string };
    expect(Date.parse(replacementSentAt)).toBeGreaterThan(daysAgo(1).getTime());
  });

  it.each([
    ['was only made', { send: false }, 'none'],
    ['was refused by the provider', { send: true }, 'unconfirmed'],
  ])('a new link that %s does not count as sent on the old link’s page', async (_why, wanted, sms) => {
    app.notification.on('/internal/sms', () => ({
      outcome: 'refused',
      reason: 'No such number',
      code: '21211',
    }));
    const old = await expired();
    await setRow(old.id, { smsPhoneNumber: PHONE });
    const response = await reissue(old.id, wanted);
    expect(response).toMatchObject({ status: 201, body: { data: { sms } } });
    expect((await app.validate(old.token)).body.data).toMatchObject({
      replacedAt: expect.any(String) as string,
      replacementSent: false,
    });
  });

  it.each([
    ['were planned', true, { remindersFrom: daysAgo(20) }],
    ['were paused', false, { remindersFrom: daysAgo(20), remindersPausedAt: daysAgo(10) }],
    [
      'ended, because its number cannot be reached',
      false,
      { remindersFrom: daysAgo(20), remindersStopped: 'failed' },
    ],
    ['were not wanted', false, {}],
  ])(
    'if the reminders of the old link %s, the new link has reminders by default (%s), unless the call decides otherwise',
    async (_what, isReminded, plan) => {
      const replaced = async (reminders?: boolean) => {
        const old = await expired();
        await setRow(old.id, { smsPhoneNumber: PHONE, hasSms: true, smsStatus: 'delivered', ...plan });
        const { body } = await app.call<Reminders>('GET', `/tokens/${old.id}/reminders`, { as: ana });
        expect(body.data.wanted).toBe(isReminded);
        const made = await reissue(old.id, { send: true, ...(reminders !== undefined && { reminders }) });
        return (await row(made.body.data.token.id)).nextReminderAt !== null;
      };
      expect(await replaced()).toBe(isReminded);
      expect(await replaced(!isReminded)).toBe(!isReminded);
    },
  );

  it('repeating a call with its key returns the same link and sends no second text', async () => {
    const old = await expired();
    await setRow(old.id, { smsPhoneNumber: PHONE });
    const key = randomUUID();
    const [first, second] = [
      await reissue(old.id, { send: true, key }),
      await reissue(old.id, { send: true, key }),
    ];
    expect(second).toMatchObject({
      status: 201,
      body: { data: { token: { id: first.body.data.token.id } } },
    });
    expect(app.notification.calls).toHaveLength(1);
    expect(await app.emitted('token.created')).toHaveLength(2);
  });

  it('repeating a call with its key does not return a link that has since been assigned to a colleague', async () => {
    const old = await expired();
    const key = randomUUID();
    const { id } = (await reissue(old.id, { key })).body.data.token;
    await setRow(id, { ownerId: ben.userId });
    expect(await reissue(old.id, { key })).toMatchObject({ status: 404, body: { code: 'token_not_found' } });
    expect(await app.audited('token.reissue')).toMatchObject([
      { outcome: 'success' },
      { outcome: 'refused', reason: 'token_not_found', subject: { id: old.id } },
    ]);
  });

  it('a repeated call whose text was in doubt hands over the same delivery again', async () => {
    const old = await expired();
    await setRow(old.id, { smsPhoneNumber: PHONE });
    const key = randomUUID();
    app.notification.on('/internal/sms', () => {
      throw new Error('no response');
    });
    expect((await reissue(old.id, { send: true, key })).body.data.sms).toBe('unconfirmed');
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    expect((await reissue(old.id, { send: true, key })).body.data.sms).toBe('sent');
    const [first, second] = app.notification.calls.map(({ body }) => body.deliveryId);
    expect(first).toBe(second);
  });

  it('a second call without an idempotency key gets 409, not the link that the first one made', async () => {
    const old = await expired();
    const responses = [await reissue(old.id, { key: '' }), await reissue(old.id, { key: '' })];
    expect(responses.map(({ status }) => status)).toEqual([201, 409]);
    expect(responses[1]?.body).toMatchObject({ code: 'token_replaced' });
  });

  it('only one of two concurrent calls with different keys makes a link, and the other gets 409', async () => {
    const old = await expired();
    const responses = await Promise.all([reissue(old.id), reissue(old.id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'token_replaced',
      message: 'A new link has already been made for this one',
    });
    expect(await app.emitted('token.created')).toHaveLength(2);
  });

  it('an active link is revoked by its replacement', async () => {
    const old = await app.create();
    const { token } = (await reissue(old.id)).body.data;
    expect(await app.status(old.id)).toBe('revoked');
    expect(await app.emitted('token.revoked')).toEqual([{ tokenId: old.id, ownerId: ana.userId }]);
    expect(await app.claim(old.token)).toMatchObject({ outcome: 'revoked' });
    expect(await app.claim(token.token)).toMatchObject({ outcome: 'claimed' });
  });

  it('a link past its expiry but not yet marked as expired accepts no upload after its replacement', async () => {
    const old = await aLink(app).claimed().leaseEnded().expired().make();
    await reissue(old.id);
    expect((await row(old.id)).status).toBe('expired');
    expect(await app.step(old.claimId, 'confirm', old.sent)).not.toBe('confirmed');
  });

  it.each([
    ['reissue_used', () => aLink(app).claimed().confirmed().make(), true],
    ['token_receiving', () => aLink(app).claimed().make(), false],
    ['token_receiving', () => aLink(app).claimed().confirmed().make(), false],
  ])(
    'replacing a link is refused with %s',
    async (code, make: () => Promise<{ id: string; claimId: string }>, complete) => {
      const old = await make();
      if (complete) await setRow(old.id, { status: 'used' });
      expect(await reissue(old.id)).toMatchObject({ status: 409, body: { code } });
      expect((await row(old.id)).replacedBy).toBeNull();
      expect(await app.audited('token.reissue')).toMatchObject([{ outcome: 'refused', reason: code }]);
    },
  );

  it('a new link cannot be texted when no number is kept, but can be made without a text', async () => {
    const old = await expired();
    expect(await reissue(old.id, { send: true })).toMatchObject({
      status: 409,
      body: { code: 'reissue_no_number' },
    });
    expect((await reissue(old.id)).body.data).toMatchObject({ sms: 'none', token: { hasSMS: false } });
  });

  it('an administrator can replace a clinician’s link, and the clinician owns the new one; another clinician gets 404', async () => {
    const old = await expired();
    expect((await reissue(old.id, { as: ben })).status).toBe(404);
    const { token } = (await reissue(old.id, { as: dora })).body.data;
    expect((await row(token.id)).ownerId).toBe(ana.userId);
  });

  it.each([{}, { send: 'yes' }])('the body %j is refused with 400', async (body) => {
    const { id } = await expired();
    expect((await app.call('POST', `/tokens/${id}/reissue`, { as: ana, body })).status).toBe(400);
  });
});

describe('the phone numbers of ended links', () => {
  const stored = async (id: string) => (await row(id)).smsPhoneNumber;
  const forget = () => app.get(ForgetPhoneNumbers).execute();

  it('only the last three digits of an expired link’s number are shown', async () => {
    const { id } = await expired();
    await setRow(id, { smsPhoneNumber: PHONE, status: 'expired' });
    const shown = await app.listed(id);
    expect(shown).toMatchObject({ smsPhoneNumber: null, phoneEnding: '123' });
    expect(JSON.stringify(shown)).not.toContain('900123');
  });

  it.each([
    ['expired 89 days ago', { status: 'expired', expiresAt: daysAgo(89) }, true],
    ['expired 91 days ago', { status: 'expired', expiresAt: daysAgo(91) }, false],
    [
      'expired and was replaced',
      { status: 'expired', replacedBy: randomUUID(), replacedAt: new Date() },
      false,
    ],
    ['was revoked', { status: 'revoked' }, false],
    ['was used', { status: 'used' }, false],
  ])('the number of a link that %s is kept only while it is needed', async (_state, data, kept) => {
    const { id } = await expired();
    await setRow(id, { ...data, smsPhoneNumber: PHONE });
    await app.prisma.smsSend.create({ data: { deliveryId: randomUUID(), tokenId: id, phoneNumber: PHONE } });
    expect((await app.listed(id)).phoneEnding).toBe(kept ? '123' : undefined);
    await forget();
    expect(await stored(id)).toBe(kept ? PHONE : null);
    expect(await app.prisma.smsSend.findMany({ where: { tokenId: id } })).toMatchObject([
      { phoneNumber: kept ? PHONE : '' },
    ]);
  });
});

describe('POST /tokens/{id}/extend', () => {
  it.each([1, 365])('an active link expires %i days from now', async (days) => {
    const { id } = await app.create();
    const response = await extend(id, days);
    expect(response.status).toBe(200);
    const left = (Date.parse(response.body.data.token.expires_at) - Date.now()) / 86_400_000;
    expect(left).toBeGreaterThan(days - 0.1);
    expect(left).toBeLessThan(days + 0.1);
    expect(await app.emitted('token.extended')).toEqual([{ tokenId: id, ownerId: ana.userId }]);
    expect(await app.audited('token.extend')).toMatchObject([{ outcome: 'success', subject: { id } }]);
  });

  it.each([
    ['used', 'extend_used', { status: 'used' }],
    ['revoked', 'extend_revoked', { status: 'revoked' }],
    ['expired', 'extend_expired', { status: 'expired', expiresAt: daysAgo(1) }],
    ['past its expiry but not marked as expired', 'extend_expired', { expiresAt: daysAgo(1) }],
  ])('a link that is %s is not extended: %s', async (_state, code, data) => {
    const { id } = await app.create();
    await setRow(id, data);
    const before = (await row(id)).expiresAt;
    expect(await extend(id, 30)).toMatchObject({ status: 409, body: { code } });
    expect((await row(id)).expiresAt).toEqual(before);
    expect(await app.audited('token.extend')).toMatchObject([{ outcome: 'refused', reason: code }]);
  });

  it('a link whose document is currently being received is not extended', async () => {
    const { id } = await aLink(app).claimed().confirmed().make();
    expect(await extend(id, 30)).toMatchObject({ status: 409, body: { code: 'token_receiving' } });
  });

  it.each([0, 366, 2.5, '30', null, undefined])(
    'an extension by %j days is refused with 400',
    async (days) => {
      const { id } = await app.create();
      expect(await extend(id, days)).toMatchObject({
        status: 400,
        body: { message: 'Expiry must be from 1 to 365 days' },
      });
    },
  );

  it('an admin can extend a clinician’s link, and another clinician gets 404', async () => {
    const { id } = await app.create();
    expect((await extend(id, 5, ben)).status).toBe(404);
    expect((await extend(id, 5, dora)).status).toBe(200);
  });
});

describe('a request while the broker is unavailable', () => {
  it('a request is stored with its event while the broker is unavailable', async () => {
    const alone = await TokenApp.start({ AMQP_URL: 'amqp://127.0.0.1:1' });
    try {
      const link = await aLink(alone).expired().make();
      const { status } = await alone.call('POST', '/links/renewals', { body: { token: link.token } });
      expect(status).toBe(202);
      const [event] = await alone.prisma.outbox.findMany({ where: { type: 'token.renewal_asked' } });
      expect(event).toMatchObject({ aggregateId: link.id, sentAt: null });
    } finally {
      await alone.stop();
    }
  });
});

describe('automatic renewal', () => {
  let auto: TokenApp;
  const users = (disabled?: boolean) => () => ({
    users: [
      { id: ana.userId, firstName: 'Ana', lastName: 'Silva', ...(disabled !== undefined && { disabled }) },
    ],
  });
  const work = () => auto.get(RenewAutomatically).execute();
  const rowOf = (id: string) => auto.prisma.token.findUniqueOrThrow({ where: { id } });
  const askAuto = (token: string) => auto.call('POST', '/links/renewals', { body: { token } });

  beforeAll(async () => {
    auto = await TokenApp.start({ AUTO_RENEW: 'once' });
  });
  afterAll(() => auto.stop());
  beforeEach(async () => {
    await auto.prisma.outbox.deleteMany();
    await auto.prisma.token.updateMany({ data: { autoRenewalDue: false } });
    auto.notification.calls.length = 0;
    auto.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    auto.auth.on('/internal/users/names', users(false));
  });

  /** A link that expired a moment ago, after its text was delivered. */
  async function delivered(data: object = {}) {
    const link = await aLink(auto).expired().make();
    const texted = { hasSms: true, smsStatus: 'delivered', smsPhoneNumber: PHONE, status: 'expired' };
    await auto.prisma.token.update({ where: { id: link.id }, data: { ...texted, ...data } });
    return link;
  }

  it('a request leads to a text with a new link to the same number, without notifying the owner', async () => {
    const link = await delivered();
    await askAuto(link.token);
    await work();
    const { replacedBy } = await rowOf(link.id);
    expect(await rowOf(String(replacedBy))).toMatchObject({
      hasSms: true,
      autoRenewed: true,
      smsPhoneNumber: PHONE,
    });
    expect(auto.notification.calls).toMatchObject([
      { body: { to: PHONE, tokenId: replacedBy, senderId: ana.userId } },
    ]);
    expect(await auto.emitted('token.renewal_asked')).toEqual([]);
    await work();
    expect(auto.notification.calls).toHaveLength(1);
  });

  it('a link that is renewed automatically has reminders if the old one had them', async () => {
    const link = await delivered({ remindersFrom: daysAgo(20) });
    await askAuto(link.token);
    await work();
    const { nextReminderAt } = await rowOf(String((await rowOf(link.id)).replacedBy));
    expect(nextReminderAt).toEqual(expect.any(Date));
  });

  it.each([
    ['expired 15 days ago', { expiresAt: daysAgo(15) }],
    ['was not delivered', { smsStatus: 'sent' }],
    ['failed to arrive', { smsStatus: 'failed' }],
    ['has no number', { smsPhoneNumber: null }],
    ['was itself renewed automatically', { autoRenewed: true }],
    ['has an open report', { problemReason: 'not_mine', problemAt: daysAgo(2) }],
  ])('the renewal of a link that %s is left to its owner', async (_why, data) => {
    const link = await delivered(data);
    await askAuto(link.token);
    expect(await auto.emitted('token.renewal_asked')).toEqual([{ tokenId: link.id, ownerId: ana.userId }]);
    await work();
    expect((await rowOf(link.id)).replacedBy).toBeNull();
  });

  it('a request that is due for automatic renewal is passed to the owner when its link has an open report', async () => {
    const link = await delivered();
    await askAuto(link.token);
    const report = { problemReason: 'not_mine', problemAt: daysAgo(2), problemComment: 'Who are you?' };
    await auto.prisma.token.update({ where: { id: link.id }, data: report });
    await work();
    expect(auto.notification.calls).toEqual([]);
    expect(await rowOf(link.id)).toMatchObject({ replacedBy: null, ...report });
    expect(await auto.emitted('token.renewal_asked')).toEqual([{ tokenId: link.id, ownerId: ana.userId }]);
  });

  it.each([
    ['is disabled', true],
    ['has an account whose state an earlier version of auth does not report', undefined],
  ])('a request is passed to the owner when the owner %s', async (_why, disabled) => {
    auto.auth.on('/internal/users/names', users(disabled));
    const link = await delivered();
    await askAuto(link.token);
    expect(await auto.emitted('token.renewal_asked')).toEqual([]);
    await work();
    expect(await auto.emitted('token.renewal_asked')).toEqual([{ tokenId: link.id, ownerId: ana.userId }]);
    expect(auto.notification.calls).toEqual([]);
  });

  it('a request is put off while the auth service is unavailable', async () => {
    auto.auth.on('/internal/users/names', () => {
      throw new Error('down');
    });
    const link = await delivered();
    await askAuto(link.token);
    await work();
    expect(await rowOf(link.id)).toMatchObject({ autoRenewalDue: true, replacedBy: null });
    auto.auth.on('/internal/users/names', users(false));
    await work();
    expect(await rowOf(link.id)).toMatchObject({
      autoRenewalDue: false,
      replacedBy: expect.any(String) as string,
    });
  });

  it('a text in doubt is handed over again with the same delivery id', async () => {
    const link = await delivered();
    await askAuto(link.token);
    auto.notification.on('/internal/sms', () => {
      throw new Error('no response');
    });
    await work();
    auto.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    await work();
    expect(new Set(auto.notification.calls.map(({ body }) => body.deliveryId)).size).toBe(1);
    expect(auto.notification.calls).toHaveLength(2);
    expect(await auto.emitted('token.created')).toHaveLength(2);
    expect(await rowOf(link.id)).toMatchObject({ autoRenewalDue: false });
  });

  it('a round ends at the first text that cannot be handed over, and audits one failure', async () => {
    const links = [await delivered(), await delivered()];
    for (const { token } of links) await askAuto(token);
    auto.notification.on('/internal/sms', () => {
      throw new Error('no response');
    });
    expect(await work()).toBe(false);
    expect(auto.notification.calls).toHaveLength(1);
    expect(await auto.audited('token.send_sms')).toMatchObject([{ outcome: 'failed' }]);
    auto.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    expect(await work()).toBe(true);
    for (const { id } of links) expect(await rowOf(id)).toMatchObject({ autoRenewalDue: false });
  });

  it('no link is renewed once the service is stopping', async () => {
    await askAuto((await delivered()).token);
    await auto.get(RenewAutomatically).execute(() => true);
    expect(auto.notification.calls).toEqual([]);
  });

  /** A new link whose text could not be handed over. */
  async function untexted(): Promise<{ oldId: string; id: string }> {
    auto.notification.on('/internal/sms', () => {
      throw new Error('no response');
    });
    const link = await delivered();
    await askAuto(link.token);
    await work();
    auto.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    auto.notification.calls.length = 0;
    return { oldId: link.id, id: String((await rowOf(link.id)).replacedBy) };
  }

  it.each(['used', 'revoked'])(
    'a new link that was %s before it could be texted is not texted, and its owner is not notified',
    async (status) => {
      const { oldId, id } = await untexted();
      await auto.prisma.token.update({ where: { id }, data: { status } });
      await work();
      expect(auto.notification.calls).toEqual([]);
      expect(await rowOf(oldId)).toMatchObject({ autoRenewalDue: false });
      expect(await auto.emitted('token.renewal_asked')).toEqual([]);
    },
  );

  it('the owner is notified about a new link that expired before it could be texted', async () => {
    const { id } = await untexted();
    await auto.age(id, 'expires_at');
    await work();
    expect(auto.notification.calls).toEqual([]);
    expect(await auto.emitted('token.renewal_asked')).toEqual([{ tokenId: id, ownerId: ana.userId }]);
  });

  it('the owner is not notified about a new link that expired after its text was sent', async () => {
    const { oldId, id } = await untexted();
    await auto.prisma.token.update({
      where: { id },
      data: { hasSms: true, smsStatus: 'sent', expiresAt: daysAgo(1) },
    });
    await work();
    expect(await rowOf(oldId)).toMatchObject({ autoRenewalDue: false });
    expect(await auto.emitted('token.renewal_asked')).toEqual([]);
  });

  it('an owner who was disabled before a new link could be texted is notified about the new link', async () => {
    const { oldId, id } = await untexted();
    auto.auth.on('/internal/users/names', users(true));
    await work();
    expect(await auto.emitted('token.renewal_asked')).toEqual([{ tokenId: id, ownerId: ana.userId }]);
    expect(await rowOf(oldId)).toMatchObject({ autoRenewalDue: false, renewalAskedAt: null });
    expect((await rowOf(id)).renewalAskedAt).not.toBeNull();
  });

  it('a disabled owner is not notified about a link that was replaced by hand', async () => {
    const link = await delivered();
    await askAuto(link.token);
    await auto.call('POST', `/tokens/${link.id}/reissue`, { as: ana, body: { send: false } });
    auto.auth.on('/internal/users/names', users(true));
    await work();
    expect(await rowOf(link.id)).toMatchObject({ autoRenewalDue: false });
    expect(await auto.emitted('token.renewal_asked')).toEqual([]);
  });

  it('the owner is notified about the new link when its text is refused', async () => {
    auto.notification.on('/internal/sms', () => ({
      outcome: 'refused',
      reason: 'No such number',
      code: '21211',
    }));
    const link = await delivered();
    await askAuto(link.token);
    await work();
    const { replacedBy } = await rowOf(link.id);
    expect(await auto.emitted('token.renewal_asked')).toEqual([{ tokenId: replacedBy, ownerId: ana.userId }]);
    auto.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    const body = { phoneNumber: '07700 900124' };
    await auto.call('POST', `/tokens/${String(replacedBy)}/send-sms`, { as: ana, body });
    expect((await rowOf(String(replacedBy))).renewalAskedAt).toBeNull();
  });

  describe('a new link whose text was refused and that is left to its owner', () => {
    async function refused(): Promise<Row> {
      const refusal = { outcome: 'refused', reason: 'No such number', code: '21211' };
      auto.notification.on('/internal/sms', () => refusal);
      const link = await delivered();
      await askAuto(link.token);
      await work();
      return rowOf(String((await rowOf(link.id)).replacedBy));
    }
    const shown = async (id: string) => (await auto.listed(id)).renewal_asked_at;

    it('the request ends when the patient sends the document with the new link', async () => {
      const made = await refused();
      expect(await shown(made.id)).toEqual(expect.any(String));
      const { claimId, sent } = await auto.confirm(auto.get(TokenPresenter).linkValue(made));
      await auto.complete(claimId, sent);
      expect(await rowOf(made.id)).toMatchObject({ status: 'used', renewalAskedAt: null });
      expect(await shown(made.id)).toBeUndefined();
    });

    it('the request is no longer shown once the new link is revoked', async () => {
      const { id } = await refused();
      await auto.call('PATCH', `/tokens/${id}`, { as: ana, body: { status: 'revoked' } });
      expect(await shown(id)).toBeUndefined();
    });
  });

  describe('a new link whose text was in doubt', () => {
    const statusChanged = smsStatusOf(() => auto);
    /** The new link has been opened, and waits for its owner. */
    async function inDoubt(): Promise<{ id: string; deliveryId: string }> {
      const doubt = { outcome: 'refused', reason: 'It is not known whether it was sent', code: IN_DOUBT };
      auto.notification.on('/internal/sms', () => doubt);
      const link = await delivered();
      await askAuto(link.token);
      await work();
      const id = String((await rowOf(link.id)).replacedBy);
      await auto.prisma.token.update({ where: { id }, data: { openedAt: new Date() } });
      expect((await rowOf(id)).renewalAskedAt).not.toBeNull();
      return { id, deliveryId: String(auto.notification.calls.at(-1)?.body.deliveryId) };
    }
    const waits = { openedAt: expect.any(Date) as Date, renewalAskedAt: expect.any(Date) as Date };

    it('the new link is no longer left to its owner once its text has been delivered', async () => {
      const { id, deliveryId } = await inDoubt();
      await statusChanged(id, deliveryId, 'delivered');
      await eventually(async () => expect(await rowOf(id)).toMatchObject({ smsStatus: 'delivered' }));
      expect(await rowOf(id)).toMatchObject({ ...waits, renewalAskedAt: null });
    });

    it('the new link is still left to its owner after its text has failed', async () => {
      const { id, deliveryId } = await inDoubt();
      await statusChanged(id, deliveryId, 'failed', '30003');
      await eventually(async () => expect(await rowOf(id)).toMatchObject({ smsStatus: 'failed' }));
      expect(await rowOf(id)).toMatchObject(waits);
    });

    it('a patient’s request after the expiry is kept when the text of the expired link arrives late', async () => {
      const { id, deliveryId } = await inDoubt();
      await auto.prisma.token.update({ where: { id }, data: { expiresAt: daysAgo(1) } });
      await statusChanged(id, deliveryId, 'delivered');
      await eventually(async () => expect(await rowOf(id)).toMatchObject({ smsStatus: 'delivered' }));
      expect(await rowOf(id)).toMatchObject({ renewalAskedAt: waits.renewalAskedAt });
    });
  });

  it('a link that was replaced by hand in the meantime is not replaced again', async () => {
    const link = await delivered();
    await askAuto(link.token);
    await auto.call('POST', `/tokens/${link.id}/reissue`, { as: ana, body: { send: false } });
    await work();
    expect(auto.notification.calls).toEqual([]);
    expect(await rowOf(link.id)).toMatchObject({ autoRenewalDue: false });
    expect(await auto.emitted('token.renewal_asked')).toEqual([]);
  });

  it('automatic renewal is off by default', async () => {
    const link = await expired();
    await setRow(link.id, { hasSms: true, smsStatus: 'delivered', smsPhoneNumber: PHONE });
    await ask(link.token);
    expect(await row(link.id)).toMatchObject({ autoRenewalDue: false });
    expect(await asks()).toBe(1);
  });
});
