import { randomUUID } from 'node:crypto';
import type { AskAgain, ReissueResponse, Token } from '@caredrop/contracts';
import { eventually } from '@caredrop/testing';
import { ForgetEmailAddresses } from '../src/jobs/forget-email-addresses.js';
import { RenewAutomatically } from '../src/renewals/renew-automatically.js';
import { aLink } from './support/a-link.js';
import { emailStatusOf } from './support/email-status.js';
import { ana, TokenApp } from './support/token-app.js';

const ADDRESS = 'mary.jones@example.test';
const SHORT = 'm…@example.test';
const PHONE = '+447700900123';
const DAY = 86_400_000;

let app: TokenApp;

beforeAll(async () => {
  app = await TokenApp.start({
    AUTO_RENEW: 'once',
    EMAIL_PER_ADDRESS_PER_DAY: '2',
    EMAIL_PER_CLINICIAN_PER_DAY: '3',
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.prisma.linkEmail.deleteMany();
  await app.prisma.outbox.deleteMany();
  await app.prisma.token.updateMany({ data: { autoRenewalDue: false } });
  app.notification.calls.length = 0;
  app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
});

const accepted = { emailStatus: 'sent', emailAddress: ADDRESS };
const texted = { hasSms: true, smsStatus: 'delivered', smsPhoneNumber: PHONE };
const row = (id: string) => app.prisma.token.findUniqueOrThrow({ where: { id } });
const setRow = (id: string, data: object) => app.prisma.token.update({ where: { id }, data });
const emails = () => app.prisma.linkEmail.findMany({ orderBy: { createdAt: 'asc' } });
/** The id of the only email. */
async function theDelivery(): Promise<string> {
  const [email, ...more] = await emails();
  if (!email || more.length > 0) throw new Error('there is not exactly one email');
  return email.deliveryId;
}
const requested = () => app.emitted('token.email_requested');
const statusOf = emailStatusOf(() => app);

/** An expired link with these columns about its delivery; by default its email was accepted. */
async function expired(data: object = accepted) {
  const link = await aLink(app).expired().make();
  await setRow(link.id, { status: 'expired', ...data });
  await app.prisma.outbox.deleteMany();
  return link;
}

/** A link that has received its document. */
async function received(data: object = accepted) {
  const link = await aLink(app).claimed().confirmed().used().make();
  await setRow(link.id, data);
  return link;
}

const post = (path: string, body: object, key: string = randomUUID()) =>
  app.call<ReissueResponse>('POST', path, { as: ana, body, headers: { 'idempotency-key': key } });
const reissue = (id: string, send = true, key?: string) => post(`/tokens/${id}/reissue`, { send }, key);
const ask = (id: string, body: object = {}, key?: string) =>
  post(`/tokens/${id}/ask-again`, { reason: 'blurred', send: true, ...body }, key);

/** Sends as many emails to the address as it may get in a day. */
async function reachAddressLimit() {
  for (let n = 0; n < 2; n += 1) {
    const { id } = await app.create();
    const body = { email: ADDRESS };
    expect((await app.call('POST', `/tokens/${id}/send-email`, { as: ana, body })).status).toBe(200);
  }
}

describe('a new link in place of one that was emailed', () => {
  it('a replacement link is emailed to the same address, and the email is audited', async () => {
    const old = await expired();
    expect((await app.listed(old.id)).emailHint).toBe(SHORT);
    const { status, body } = await reissue(old.id);
    expect(status).toBe(201);
    const { token, sms } = body.data;
    expect(sms).toBe('none');
    expect(token).toMatchObject({ emailStatus: 'queued', emailAddress: ADDRESS, hasSMS: false });
    expect(await emails()).toMatchObject([{ tokenId: token.id, senderId: ana.userId, address: ADDRESS }]);
    const deliveryId = await theDelivery();
    expect(await requested()).toEqual([{ tokenId: token.id, ownerId: ana.userId, deliveryId }]);
    expect(await app.audited('token.send_email')).toMatchObject([
      { outcome: 'success', subject: { id: token.id }, related: [{ id: deliveryId }] },
    ]);
  });

  it('a replacement link has reminders by email if the old one had them', async () => {
    const old = await expired({ ...accepted, remindersFrom: new Date(Date.now() - 20 * DAY) });
    const { id } = (await reissue(old.id)).body.data.token;
    await statusOf({ tokenId: id, deliveryId: await theDelivery() }, 'sent');
    await eventually(async () => expect((await row(id)).nextReminderAt).toEqual(expect.any(Date)));
  });

  it('a replacement link is texted and emailed if the old one was both', async () => {
    const old = await expired({ ...accepted, ...texted });
    const { token, sms } = (await reissue(old.id)).body.data;
    expect(sms).toBe('sent');
    expect(token).toMatchObject({ hasSMS: true, emailStatus: 'queued' });
    expect(app.notification.calls).toMatchObject([{ body: { to: PHONE, tokenId: token.id } }]);
    expect(await emails()).toHaveLength(1);
  });

  it('a replacement link is emailed although its text is refused', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: '21211' }));
    const old = await expired({ ...accepted, ...texted });
    const { token, sms } = (await reissue(old.id)).body.data;
    expect(sms).toBe('unconfirmed');
    expect(token.emailStatus).toBe('queued');
  });

  it('a replacement link is emailed once when the call is repeated with its key, at the same time or later', async () => {
    const old = await expired();
    const key = randomUUID();
    const responses = await Promise.all([reissue(old.id, true, key), reissue(old.id, true, key)]);
    responses.push(await reissue(old.id, true, key));
    expect(new Set(responses.map(({ body }) => body.data.token.id)).size).toBe(1);
    expect(responses.map(({ body }) => body.data.token.emailStatus)).toEqual(['queued', 'queued', 'queued']);
    expect(await requested()).toHaveLength(1);
  });

  it.each([
    ['is queued', { emailStatus: 'queued' }],
    ['was refused', { emailStatus: 'failed' }],
    ['was cancelled', { emailStatus: 'cancelled' }],
    ['was never requested', { emailStatus: null }],
    ['has no address any more', { emailAddress: null }],
    ['was for a link that expired 91 days ago', { expiresAt: new Date(Date.now() - 91 * DAY) }],
    ['was for a link that was revoked', { status: 'revoked' }],
  ])('a replacement link is not emailed when the email with the old one %s', async (_what, change) => {
    const old = await expired({ ...accepted, ...change });
    expect(await app.listed(old.id)).not.toHaveProperty('emailHint');
    expect(await reissue(old.id)).toMatchObject({ status: 409, body: { code: 'reissue_no_number' } });
    expect((await reissue(old.id, false)).status).toBe(201);
    expect(await emails()).toEqual([]);
  });

  it('no replacement is made when the daily limit of its address or of the clinician is reached', async () => {
    const old = await expired();
    await reachAddressLimit();
    expect(await reissue(old.id)).toMatchObject({ status: 429, body: { code: 'email_address_limit' } });
    expect((await row(old.id)).replacedBy).toBeNull();
    expect(await app.audited('token.reissue')).toMatchObject([
      { outcome: 'refused', reason: 'email_address_limit' },
    ]);
    const other = await expired({ ...accepted, emailAddress: 'other@example.test' });
    expect((await reissue(other.id)).status).toBe(201);
    const third = await expired({ ...accepted, emailAddress: 'third@example.test' });
    expect(await reissue(third.id)).toMatchObject({ status: 429, body: { code: 'email_clinician_limit' } });
    expect((await row(third.id)).replacedBy).toBeNull();
  });

  it('a replacement counts as sent on the old link’s page once the mail server has accepted the email', async () => {
    const old = await expired();
    const { token } = (await reissue(old.id)).body.data;
    const isSent = async () => (await app.validate(old.token)).body.data.replacementSent;
    expect(await isSent()).toBe(false);
    const deliveryId = await theDelivery();
    await statusOf({ tokenId: token.id, deliveryId }, 'sent');
    await eventually(async () => expect(await isSent()).toBe(true));
  });
});

describe('asking again for the document of a link that was emailed', () => {
  const state = async (id: string) =>
    (await app.call<AskAgain>('GET', `/tokens/${id}/ask-again`, { as: ana })).body.data;

  it('a link that asks again is emailed to the stored address, a hint of which is shown beforehand', async () => {
    const old = await received();
    expect(await state(old.id)).toMatchObject({ channels: ['email'], emailHint: SHORT });
    const { token, sms } = (await ask(old.id)).body.data;
    expect(sms).toBe('none');
    expect(token).toMatchObject({ emailStatus: 'queued', emailAddress: ADDRESS });
    expect(await row(token.id)).toMatchObject({ againReason: 'blurred' });
  });

  it('a link that asks again is emailed to the address that the clinician types when none is stored any more', async () => {
    const old = await received();
    await app.get(ForgetEmailAddresses).execute();
    const shown = await state(old.id);
    expect(shown.channels).toEqual(['email']);
    expect(shown).not.toHaveProperty('emailHint');
    expect(await ask(old.id)).toMatchObject({ status: 409, body: { code: 'reissue_no_number' } });
    expect((await ask(old.id, { email: 'mary' })).body.code).toBe('email_address_invalid');
    const { token } = (await ask(old.id, { email: ADDRESS })).body.data;
    expect(token).toMatchObject({ emailStatus: 'queued', emailAddress: ADDRESS });
  });

  it('a link that asks again is texted and emailed if the old link was both', async () => {
    const old = await received({ ...accepted, ...texted });
    expect(await state(old.id)).toMatchObject({ channels: ['sms', 'email'], phoneEnding: '123' });
    const { token, sms } = (await ask(old.id)).body.data;
    expect(sms).toBe('sent');
    expect(token.emailStatus).toBe('queued');
  });

  it.each([
    ['by text after a link that was given by hand', {}, ['sms']],
    [
      'by text after an email to an address that was refused',
      { ...accepted, emailStatus: 'failed' },
      ['sms'],
    ],
    [
      'by email after an email that was accepted and a text that failed',
      { ...accepted, ...texted, smsStatus: 'failed' },
      ['email'],
    ],
  ])('asking again is offered %s', async (_how, data, channels) => {
    expect((await state((await received(data)).id)).channels).toEqual(channels);
  });

  it('a link that asks again and is not sent keeps no address', async () => {
    const old = await received();
    const { token } = (await ask(old.id, { send: false })).body.data;
    expect(await row(token.id)).toMatchObject({ emailStatus: null, emailAddress: null });
    expect(await emails()).toEqual([]);
  });

  it('the email with a link that asks again names neither the reason nor the clinician’s words', async () => {
    const old = await received();
    const { token } = (await ask(old.id, { reason: 'own_words', words: 'the back too' })).body.data;
    const deliveryId = await theDelivery();
    const body = { deliveryId, tokenId: token.id };
    const email = await app.call('POST', '/internal/link-emails/describe', { from: 'notification', body });
    expect(email.body.data).toMatchObject({ outcome: 'found', to: ADDRESS });
    expect(JSON.stringify(email.body.data)).not.toMatch(/the back too|blurred/);
  });
});

describe('automatic renewal of a link that was emailed', () => {
  const askRenewal = (token: string) => app.call('POST', '/links/renewals', { body: { token } });
  const renew = () => app.get(RenewAutomatically).execute();
  const ownersTold = () => app.emitted('token.renewal_asked');

  it('automatic renewal emails the new link to the same address once, without notifying the owner', async () => {
    const link = await expired();
    await askRenewal(link.token);
    await renew();
    await renew();
    const replacedBy = String((await row(link.id)).replacedBy);
    expect(await row(replacedBy)).toMatchObject({ autoRenewed: true, emailStatus: 'queued', hasSms: false });
    expect(await emails()).toMatchObject([{ tokenId: replacedBy, senderId: ana.userId, address: ADDRESS }]);
    expect(await ownersTold()).toEqual([]);
  });

  it('the new link is emailed, and not texted to a number where the old link’s text failed', async () => {
    const link = await expired({ ...accepted, ...texted, smsStatus: 'failed' });
    await askRenewal(link.token);
    await renew();
    expect(await emails()).toHaveLength(1);
    expect(app.notification.calls).toEqual([]);
  });

  it.each<[string, object]>([
    ['was not accepted', { emailStatus: 'queued' }],
    ['was refused', { emailStatus: 'failed' }],
    ['has no address any more', { emailAddress: null }],
    ['is of a link that expired 15 days ago', { expiresAt: new Date(Date.now() - 15 * DAY) }],
    ['is of a link that was renewed automatically', { autoRenewed: true }],
  ])('a renewal is left to the owner when the email %s', async (_why, change) => {
    const link = await expired({ ...accepted, ...change });
    await askRenewal(link.token);
    expect(await ownersTold()).toEqual([{ tokenId: link.id, ownerId: ana.userId }]);
    await renew();
    expect(await emails()).toEqual([]);
  });

  it('a renewal is left to the owner when the address has reached its daily email limit', async () => {
    const link = await expired();
    await reachAddressLimit();
    await askRenewal(link.token);
    await renew();
    expect(await ownersTold()).toEqual([{ tokenId: link.id, ownerId: ana.userId }]);
    expect(await row(link.id)).toMatchObject({ replacedBy: null, autoRenewalDue: false });
  });
});

it('a replacement that was not sent keeps the address, but cannot itself be replaced by an emailed link', async () => {
  const old = await expired();
  const { token }: { token: Token } = (await reissue(old.id, false)).body.data;
  expect(await row(token.id)).toMatchObject({ emailAddress: ADDRESS, emailStatus: null });
  expect(await reissue(token.id)).toMatchObject({ status: 409, body: { code: 'reissue_no_number' } });
});
