import { randomUUID } from 'node:crypto';
import { emailReason, type NewLinkResponse, type Token, type TokenDetails } from '@caredrop/contracts';
import type { DescribeLinkEmailResponse } from '@caredrop/contracts/internal';
import { eventually } from '@caredrop/testing';
import { ForgetEmailAddresses } from '../src/jobs/forget-email-addresses.js';
import { emailStatusOf } from './support/email-status.js';
import { ana, ben, dora, TokenApp } from './support/token-app.js';

const ADDRESS = 'patient@example.test';
let app: TokenApp;
let token: Token;
const statusOf = emailStatusOf(() => app);

beforeAll(async () => {
  app = await TokenApp.start({
    LANGUAGES: 'en,ar',
    CLINIC_NAME: 'Elm Road Surgery',
    CLINIC_CONTACT_PHONE: '020 7946 0123',
    EMAIL_PER_CLINICIAN_PER_DAY: '4',
    EMAIL_PER_ADDRESS_PER_DAY: '2',
  });
});
afterAll(async () => app.stop());
beforeEach(async () => {
  await app.prisma.linkEmail.deleteMany();
  await app.prisma.outbox.deleteMany();
  token = await app.create();
});

interface Options {
  key?: string;
  as?: typeof ana;
  id?: string;
}
const send = (body: object = { email: ADDRESS }, { key = '', as = ana, id = token.id }: Options = {}) =>
  app.call<{ token: Token }>('POST', `/tokens/${id}/send-email`, {
    as,
    body,
    headers: { 'idempotency-key': key },
  });
const details = async (id = token.id) =>
  (await app.call<{ token: TokenDetails }>('GET', `/tokens/${id}`, { as: ana })).body.data.token;
const requested = () => app.emitted('token.email_requested') as Promise<{ deliveryId: string }[]>;

/** Emails the link; returns the ids of the delivery. */
async function sent(address = ADDRESS, options: Options = {}) {
  expect((await send({ email: address }, options)).status).toBe(200);
  const { deliveryId = '' } = (await requested()).at(-1) ?? {};
  return { tokenId: options.id ?? token.id, deliveryId };
}

const describeEmail = async (body: object) =>
  app.call<DescribeLinkEmailResponse>('POST', '/internal/link-emails/describe', {
    from: 'notification',
    body,
  });

const shows = (expected: object) => eventually(async () => expect(await details()).toMatchObject(expected));

describe('POST /tokens/{id}/send-email', () => {
  it('an email is queued with ids only, shown with its address, and audited', async () => {
    const { status, body } = await send({ email: ` ${ADDRESS} ` });
    expect(status).toBe(200);
    expect(body.message).toBe('The email will be sent in a moment');
    expect(body.data.token).toMatchObject({ emailStatus: 'queued', emailAddress: ADDRESS, hasSMS: false });
    const [event] = await requested();
    expect(event).toEqual({ tokenId: token.id, ownerId: ana.userId, deliveryId: expect.any(String) });
    expect(await app.audited('token.send_email')).toMatchObject([
      { outcome: 'success', subject: { id: token.id }, related: [{ id: event?.deliveryId }] },
    ]);
    const outbox = JSON.stringify(await app.prisma.outbox.findMany());
    expect(outbox).not.toContain(ADDRESS);
    expect(outbox).not.toContain(token.token);
  });

  it('a repeated request with the same key queues one email, at the same time or later', async () => {
    const key = randomUUID();
    const responses = await Promise.all([send(undefined, { key }), send(undefined, { key })]);
    responses.push(await send(undefined, { key }));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await requested()).toHaveLength(1);
    await send(undefined, { key: randomUUID() });
    expect(await requested()).toHaveLength(2);
  });

  it.each([
    ['', 'email_required'],
    ['patient', 'email_address_invalid'],
    ['a@b.example, c@d.example', 'email_address_invalid'],
    ['a@b.example\r\nBcc: c@d.example', 'email_address_invalid'],
    [`${'a'.repeat(250)}@b.example`, 'email_address_invalid'],
  ])('an email to %j is refused with %s', async (email, code) => {
    const { status, body } = await send({ email });
    expect({ status, code: body.code }).toEqual({ status: 400, code });
    expect(await requested()).toEqual([]);
  });

  it.each(['used', 'revoked', 'expired'])('a link that is %s is not emailed', async (status) => {
    await app.prisma.token.update({ where: { id: token.id }, data: { status } });
    const response = await send();
    expect([response.status, response.body.code]).toEqual([409, 'email_token_not_active']);
    expect(await app.audited('token.send_email')).toMatchObject([{ outcome: 'refused' }]);
  });

  it('a link of another clinician is not found, and administrators can email it', async () => {
    expect((await send(undefined, { as: ben })).status).toBe(404);
    expect((await send(undefined, { as: dora })).status).toBe(200);
  });

  it('an address has a daily limit that counts the emails of all users and ignores case', async () => {
    await sent(ADDRESS);
    await sent(ADDRESS.toUpperCase(), { as: dora });
    await app.prisma.linkEmail.updateMany({ data: { address: null } });
    const { status, body } = await send();
    expect([status, body.code]).toEqual([429, 'email_address_limit']);
    expect((await send({ email: 'other@example.test' })).status).toBe(200);
  });

  it('a clinician has a daily limit, towards which refused emails do not count', async () => {
    for (const n of [1, 2, 3, 4]) await sent(`patient-${n}@example.test`);
    const { status, body } = await send();
    expect([status, body.code]).toEqual([429, 'email_clinician_limit']);
    await app.prisma.linkEmail.updateMany({ data: { status: 'failed' } });
    expect((await send()).status).toBe(200);
  });

  it('the language chosen for an email becomes the link’s language', async () => {
    await send({ email: ADDRESS, language: 'ar' });
    expect((await details()).language).toBe('ar');
    await send({ email: ADDRESS });
    expect((await details()).language).toBe('ar');
    expect((await send({ email: ADDRESS, language: 'fr' })).body.code).toBe('language_not_offered');
  });
});

describe('a new link with an email address', () => {
  const ask = (body: object, key = '') =>
    app.call<NewLinkResponse>('POST', '/tokens', {
      as: ana,
      body: { patientRefId: 'P-1', ...body },
      headers: { 'idempotency-key': key },
    });

  it('a new link is emailed at once, and a repeated call does not email it again', async () => {
    const key = randomUUID();
    const { status, body } = await ask({ email: ADDRESS }, key);
    expect(status).toBe(201);
    expect(body.data.token).toMatchObject({ emailStatus: 'queued', emailAddress: ADDRESS });
    expect(body.data.sms).toBeUndefined();
    const again = await ask({ email: ADDRESS }, key);
    expect(again.body.data.token.id).toBe(body.data.token.id);
    expect(await requested()).toHaveLength(1);
  });

  it('a new link is not emailed when the address is left empty', async () => {
    for (const email of [undefined, null, '', ' ']) expect((await ask({ email })).status).toBe(201);
    expect(await requested()).toEqual([]);
  });

  it('no link is made when the address is invalid or has reached its daily limit', async () => {
    const before = await app.prisma.token.count();
    expect((await ask({ email: 'patient' })).body.code).toBe('email_address_invalid');
    await sent();
    await sent();
    expect((await ask({ email: ADDRESS })).body.code).toBe('email_address_limit');
    expect(await app.prisma.token.count()).toBe(before);
  });
});

describe('an email that is about to be sent', () => {
  it('an email has the address, the link, and a text without the reference', async () => {
    const { body } = await describeEmail(await sent());
    expect(body.data).toMatchObject({
      outcome: 'found',
      to: ADDRESS,
      language: 'en',
      direction: 'ltr',
      subject: 'Send a document to Elm Road Surgery',
      link: expect.stringMatching(new RegExp(`/upload\\?token=${token.token}$`)),
      clinic: 'Elm Road Surgery',
    });
    const { to: _, link: __, ...sentences } = body.data as Record<string, unknown>;
    expect(JSON.stringify(sentences)).not.toContain(token.patient_ref_id);
    expect(JSON.stringify(sentences)).toContain('If you did not expect this email');
    expect(JSON.stringify(sentences)).toContain('020 7946 0123');
  });

  it('an email is written in the language of the link', async () => {
    await send({ email: ADDRESS, language: 'ar' });
    const [{ deliveryId } = { deliveryId: '' }] = await requested();
    const { body } = await describeEmail({ deliveryId, tokenId: token.id });
    expect(body.data).toMatchObject({ language: 'ar', direction: 'rtl' });
  });

  it.each(['used', 'revoked', 'expired'])(
    'an email is not sent if its link is %s by then',
    async (status) => {
      const email = await sent();
      await app.prisma.token.update({ where: { id: token.id }, data: { status } });
      expect((await describeEmail(email)).body.data).toEqual({ outcome: 'ended' });
    },
  );

  it('an email waits while an upload with its link is being committed, and is sent if the document was not stored', async () => {
    const email = await sent();
    const { claimId } = await app.confirm(token.token);
    expect(await describeEmail(email)).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
    await app.step(claimId, 'release');
    expect((await describeEmail(email)).body.data).toMatchObject({ outcome: 'found' });
  });

  it('a queued email is not sent once its link has been emailed to another address', async () => {
    const mistyped = await sent('pateint@example.test');
    const corrected = await sent(ADDRESS);
    const again = await sent(ADDRESS.toUpperCase());
    expect((await describeEmail(mistyped)).body.data).toEqual({ outcome: 'ended' });
    expect((await describeEmail(corrected)).body.data).toMatchObject({ outcome: 'found', to: ADDRESS });
    expect((await describeEmail(again)).body.data).toMatchObject({ outcome: 'found' });
  });

  it('the content of an email is not returned for another link or an unknown id', async () => {
    const { deliveryId, tokenId } = await sent();
    const others = [
      { deliveryId: randomUUID(), tokenId },
      { deliveryId, tokenId: randomUUID() },
    ];
    for (const other of others) expect((await describeEmail(other)).body.data).toEqual({ outcome: 'ended' });
  });

  it('only the notification service can fetch the content of an email', async () => {
    const body = await sent();
    for (const from of ['gateway', 'document', 'audit'] as const) {
      const { status } = await app.call('POST', '/internal/link-emails/describe', { from, as: ana, body });
      expect([401, 403]).toContain(status);
    }
  });
});

describe('the status of an email', () => {
  it('the status of an email is shown with the reason for a failure, and open pages are notified', async () => {
    const email = await sent('patient@refused.test');
    await statusOf(email, 'failed', { errorCode: '550' });
    await shows({ emailStatus: 'failed', emailReason: emailReason('550') });
    expect(await app.emitted('token.email_changed')).toEqual([{ tokenId: token.id, ownerId: ana.userId }]);
  });

  it('an older or repeated event changes nothing', async () => {
    const email = await sent();
    await statusOf(email, 'failed', { version: 2, errorCode: '550' });
    await shows({ emailStatus: 'failed' });
    await statusOf(email, 'sent', { version: 1 });
    await statusOf(email, 'sent', { version: 2 });
    const marker = await sent();
    await statusOf(marker, 'sent');
    await shows({ emailStatus: 'sent' });
    const stored = await app.prisma.linkEmail.findUniqueOrThrow({ where: { deliveryId: email.deliveryId } });
    expect(stored).toMatchObject({ status: 'failed', errorCode: '550', statusVersion: 2 });
  });

  it('the status of an earlier email does not replace that of the last one', async () => {
    const earlier = await sent('earlier@example.test');
    const last = await sent();
    await statusOf(last, 'sent');
    await shows({ emailStatus: 'sent' });
    await statusOf(earlier, 'failed', { errorCode: '550' });
    await eventually(async () => {
      const row = await app.prisma.linkEmail.findUniqueOrThrow({ where: { deliveryId: earlier.deliveryId } });
      expect(row.status).toBe('failed');
    });
    expect((await details()).emailStatus).toBe('sent');
  });
});

describe('stored email addresses', () => {
  const forget = () => app.get(ForgetEmailAddresses).execute();
  const stored = async () => {
    const { emailAddress } = await app.prisma.token.findUniqueOrThrow({ where: { id: token.id } });
    const emails = await app.prisma.linkEmail.findMany({ where: { tokenId: token.id } });
    return [emailAddress, ...emails.map(({ address }) => address)];
  };

  it('an address is kept and shown while its link is active', async () => {
    await sent();
    await forget();
    expect(await stored()).toEqual([ADDRESS, ADDRESS]);
  });

  it.each(['used', 'revoked'])(
    'an address is hidden and then deleted once its link is %s',
    async (status) => {
      await sent();
      await app.prisma.token.update({ where: { id: token.id }, data: { status } });
      expect((await details()).emailAddress).toBeUndefined();
      await forget();
      expect(await stored()).toEqual([null, null]);
      expect(await details()).toMatchObject({ emailStatus: 'queued' });
    },
  );

  it('the address of an expired link is kept for a new link, and deleted after 90 days', async () => {
    await sent();
    const expiredDaysAgo = (days: number) =>
      app.prisma.token.update({
        where: { id: token.id },
        data: { status: 'expired', expiresAt: new Date(Date.now() - days * 86_400_000) },
      });
    await expiredDaysAgo(89);
    await forget();
    expect(await stored()).toEqual([ADDRESS, ADDRESS]);
    await expiredDaysAgo(91);
    await forget();
    expect(await stored()).toEqual([null, null]);
  });

  it('the hash of an address is deleted after a day', async () => {
    const { deliveryId } = await sent();
    const mark = async () =>
      (await app.prisma.linkEmail.findUniqueOrThrow({ where: { deliveryId } })).addressMark;
    await forget();
    expect(await mark()).not.toBeNull();
    await app.prisma.linkEmail.update({
      where: { deliveryId },
      data: { createdAt: new Date(Date.now() - 25 * 3_600_000) },
    });
    await forget();
    expect(await mark()).toBeNull();
  });

  it('a replacement link that is not to be sent keeps the address and is not emailed', async () => {
    await sent();
    const response = await app.call<{ token: Token }>('POST', `/tokens/${token.id}/reissue`, {
      as: ana,
      body: { send: false },
    });
    expect(response.status).toBe(201);
    expect(response.body.data.token).toMatchObject({ emailAddress: ADDRESS });
    expect(response.body.data.token.emailStatus).toBeUndefined();
    expect(await requested()).toHaveLength(1);
  });
});
