import { randomUUID } from 'node:crypto';
import {
  emailReason,
  IN_DOUBT,
  LOST,
  smsReason,
  type AttentionTokensResponse,
  type Token,
  type TokenDetails,
} from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { eventually, people, type Person } from '@caredrop/testing';
import { jest } from '@jest/globals';
import type { Tx } from '../src/database/prisma.service.js';
import { EndSchedules } from '../src/due-sends/end-schedules.js';
import { postponeSend } from '../src/due-sends/postpone-send.js';
import { SendDue } from '../src/due-sends/send-due.js';
import { TakeDue, type Begun } from '../src/due-sends/take-due.js';
import { ForgetPhoneNumbers } from '../src/jobs/forget-phone-numbers.js';
import { postponeReminders } from '../src/reminder-plan/postpone-reminders.js';
import { cancelSchedule } from '../src/send-schedule/open-schedules.js';
import { lockToken } from '../src/tokens/lock-token.js';
import { aNumber, reminders } from './support/a-reminded-link.js';
import { emailStatusOf } from './support/email-status.js';
import { smsStatusOf } from './support/sms-status.js';
import { ana, ben, TokenApp, upload } from './support/token-app.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ADDRESS = 'patient@example.test';

let app: TokenApp;
let token: Token;
let number: string;

beforeAll(async () => {
  app = await TokenApp.start({ LANGUAGES: 'en,ar', EMAIL_PER_CLINICIAN_PER_DAY: '2', DATABASE_POOL: '20' });
});
afterAll(async () => app.stop());
beforeEach(async () => {
  await app.prisma.scheduledSend.deleteMany();
  await app.prisma.linkEmail.deleteMany();
  await app.prisma.outbox.deleteMany();
  app.notification.calls.length = 0;
  app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
  enabled();
  token = await app.create();
  number = aNumber();
});

function enabled(disabled = false) {
  disable(disabled ? [people.ana, people.ben, people.dora] : []);
}
function disable(some: Person[]) {
  app.auth.on('/internal/users/names', () => accounts(some));
}
const accounts = (disabled: Person[] = []) => ({
  users: [people.ana, people.ben, people.dora].map((one) => ({ ...one, disabled: disabled.includes(one) })),
});

const inAn = (ms: number) => new Date(Date.now() + ms).toISOString();
const post = (path: string, body: object, as = ana) =>
  app.call<{ token: Token }>('POST', `/tokens/${token.id}/${path}`, { as, body });
const text = (body: object = {}, as = ana) =>
  post('send-sms', { phoneNumber: number, sendAt: inAn(DAY), ...body }, as);
const email = (body: object = {}) => post('send-email', { email: ADDRESS, sendAt: inAn(DAY), ...body });
const cancel = (channel = 'sms', as = ana) =>
  app.call<{ token: Token }>('DELETE', `/tokens/${token.id}/scheduled-sends/${channel}`, { as });
const details = async () =>
  (await app.call<{ token: TokenDetails }>('GET', `/tokens/${token.id}`, { as: ana })).body.data.token;
/** Why the link needs attention. */
async function attention(): Promise<string | undefined> {
  const { body } = await app.call<AttentionTokensResponse>('GET', '/tokens/attention', { as: ana });
  return body.data.tokens.find((item) => item.token.id === token.id)?.reason;
}
const row = () => app.prisma.token.findUniqueOrThrow({ where: { id: token.id } });
const open = () => app.prisma.scheduledSend.findMany({ where: { tokenId: token.id } });
const texts = () => app.notification.calls.filter(({ path }) => path === '/internal/sms');
const sweep = () => app.get(SendDue).execute();

/** Makes the link's scheduled messages due, as of `ago` milliseconds ago. */
async function makeDue(ago = 1000) {
  const at = new Date(Date.now() - ago);
  await app.prisma.scheduledSend.updateMany({
    where: { tokenId: token.id },
    data: { chosenAt: at, sendAt: at, nextTryAt: at },
  });
}

describe('scheduling', () => {
  it('a scheduled text is shown, audited and announced, and nothing is sent', async () => {
    const sendAt = inAn(DAY);
    const { status, body } = await text({ sendAt });
    expect(status).toBe(200);
    expect(body).toMatchObject({ message: 'It will be sent at the chosen time' });
    expect(body.data.token).toMatchObject({
      scheduled: { sms: sendAt },
      hasSMS: false,
      smsPhoneNumber: null,
    });
    expect((await app.listed(token.id)).scheduled).toEqual({ sms: sendAt });
    expect(await app.audited('token.send_scheduled')).toMatchObject([{ outcome: 'success', codes: ['sms'] }]);
    expect(await app.emitted('token.schedule_changed')).toEqual([{ tokenId: token.id, ownerId: ana.userId }]);
    await sweep();
    expect(texts()).toEqual([]);
    expect(JSON.stringify(await app.prisma.outbox.findMany())).not.toContain(number);
  });

  it('a change to a schedule is announced to the link’s team', async () => {
    const teamId = randomUUID();
    await setToken({ teamId });
    await text();
    const [event] = await app.emitted('token.schedule_changed');
    expect(event).toEqual({ tokenId: token.id, ownerId: ana.userId, teamId });
  });

  it.each([
    ['less than five minutes ahead', 4 * MINUTE, 400, 'send_at_soon'],
    ['less than two hours before the link expires', 30 * DAY - 119 * MINUTE, 409, 'send_at_late'],
  ])('a time %s is refused', async (_what, ms, status, code) => {
    expect(await text({ sendAt: inAn(ms) })).toMatchObject({ status, body: { code } });
    expect(await email({ sendAt: inAn(ms) })).toMatchObject({ status, body: { code } });
    expect(await open()).toEqual([]);
  });

  it.each(['tomorrow', '2026-12-01T08:00', 5])('the time %s is refused with 400', async (sendAt) => {
    expect(await text({ sendAt })).toMatchObject({ status: 400, body: { code: 'send_at_invalid' } });
  });

  it('a time with an offset is converted to UTC', async () => {
    const at = new Date(Math.ceil(Date.now() / DAY + 1) * DAY);
    const local = new Date(at.getTime() + 2 * HOUR).toISOString().replace('Z', '+02:00');
    expect((await text({ sendAt: local })).body.data.token.scheduled).toEqual({ sms: at.toISOString() });
  });

  it('a message with a link that is not active cannot be scheduled', async () => {
    await app.call('PATCH', `/tokens/${token.id}`, { as: ana, body: { status: 'revoked' } });
    expect(await text()).toMatchObject({ status: 409, body: { code: 'sms_token_not_active' } });
    expect(await email()).toMatchObject({ status: 409, body: { code: 'email_token_not_active' } });
  });

  it('a number that cannot be texted and a language that is not offered are refused', async () => {
    expect(await text({ phoneNumber: '12' })).toMatchObject({ body: { code: 'phone_invalid' } });
    expect(await text({ language: 'pl' })).toMatchObject({ body: { code: 'language_not_offered' } });
  });

  it('scheduling again replaces the scheduled message of the same channel', async () => {
    await text();
    await email();
    const later = inAn(2 * DAY);
    const { scheduled } = (await text({ sendAt: later })).body.data.token;
    expect(scheduled).toEqual({ sms: later, email: expect.any(String) });
    expect(await open()).toHaveLength(2);
  });

  it('the value of the link is not stored with the clinician’s own text', async () => {
    await text({ customMessage: `Hello https://care.example/upload?token=${token.token} bye` });
    const [schedule] = await open();
    expect(schedule?.message).toBe('Hello {link} bye');
    await makeDue();
    await sweep();
    expect(texts()[0]?.body).toMatchObject({
      body: 'Hello {link} bye',
      link: `https://care.example/upload?token=${token.token}`,
    });
  });

  it('a shortened link is not stored with the clinician’s own text either', async () => {
    await text({ customMessage: `Hello care.example/upload?token=${token.token} bye` });
    expect((await open())[0]?.message).toBe('Hello {link} bye');
  });

  it.each([
    ['another link', (own: string) => `Not care.example/upload?token=${[...own].reverse().join('')}`],
    ['most of the link', (own: string) => `care.example/upload?token=${own.slice(0, -3)}`],
  ])('a text with %s is not scheduled', async (_, withLink) => {
    const refused = await text({ customMessage: withLink(token.token) });
    expect(refused).toMatchObject({ status: 400, body: { code: 'text_holds_link' } });
    expect(await open()).toEqual([]);
  });

  it('a new link is scheduled in the call that makes it', async () => {
    const sendAt = inAn(DAY);
    const body = { patientRefId: 'P-2', phoneNumber: number, email: ADDRESS, sendAt };
    const response = await app.call<{ token: Token; sms?: string }>('POST', '/tokens', { as: ana, body });
    expect(response.status).toBe(201);
    expect(response.body.data.sms).toBeUndefined();
    expect(response.body.data.token).toMatchObject({
      scheduled: { sms: sendAt, email: sendAt },
      hasSMS: false,
    });
    expect(texts()).toEqual([]);
    expect(await app.emitted('token.email_requested')).toEqual([]);
  });

  it('no link is made when the time for its text is refused', async () => {
    const before = await app.prisma.token.count();
    const body = { patientRefId: 'P-3', phoneNumber: number, expiryDays: 1, sendAt: inAn(2 * DAY) };
    expect(await app.call('POST', '/tokens', { as: ana, body })).toMatchObject({ status: 409 });
    expect(await app.prisma.token.count()).toBe(before);
  });
});

describe('the language of a scheduled message', () => {
  const choose = (language: string) =>
    app.call('POST', '/links/language', { body: { token: token.token, language } });
  const channels = [
    ['a text', text],
    ['an email', email],
  ] as const;

  it.each(channels)(
    'the language chosen with %s that is scheduled becomes the link’s at once',
    async (_what, schedule) => {
      expect((await schedule({ language: 'ar' })).body.data.token.language).toBe('ar');
      expect(await app.validate(token.token)).toMatchObject({ body: { data: { language: 'ar' } } });
    },
  );

  it.each(channels)(
    '%s that is due keeps the language that the patient has chosen since',
    async (_what, schedule) => {
      await schedule({ language: 'en' });
      await choose('ar');
      await makeDue();
      await sweep();
      expect(await open()).toEqual([]);
      expect(await row()).toMatchObject({ language: 'ar' });
      for (const { body } of texts()) expect(body.body).toMatch(/\p{Script=Arabic}/u);
    },
  );

  it.each(channels)(
    '%s that cannot be scheduled does not change the language of the link',
    async (_what, schedule) => {
      expect((await schedule({ language: 'ar', sendAt: inAn(MINUTE) })).status).toBe(400);
      expect((await schedule({ language: 'pl' })).status).toBe(400);
      expect(await row()).toMatchObject({ language: null });
    },
  );

  it.each(channels)(
    'the language that an earlier version stored with %s applies only if the link has none',
    async (_what, schedule) => {
      for (const [chosen, language] of [
        [null, 'ar'],
        ['en', 'en'],
      ] as const) {
        await schedule();
        await app.prisma.scheduledSend.updateMany({ data: { language: 'ar' } });
        await setToken({ language: chosen });
        await makeDue();
        await sweep();
        expect(await row()).toMatchObject({ language });
      }
    },
  );
});

describe('cancelling', () => {
  it('a cancelled text is not sent, and its number is removed', async () => {
    await text();
    const { status, body } = await cancel();
    expect(status).toBe(200);
    expect(body.data.token.scheduled).toBeUndefined();
    expect(await open()).toEqual([]);
    expect(await app.audited('token.schedule_cancelled')).toMatchObject([
      { outcome: 'success', codes: ['sms'] },
    ]);
    await makeDue();
    await sweep();
    expect(texts()).toEqual([]);
  });

  it('cancelling a text that is not scheduled is refused', async () => {
    expect(await cancel()).toMatchObject({ status: 409, body: { code: 'schedule_not_open' } });
    expect(await app.audited('token.schedule_cancelled')).toMatchObject([{ outcome: 'refused' }]);
  });

  it('an unknown channel and a colleague’s link are not found', async () => {
    await text();
    expect((await cancel('fax')).status).toBe(404);
    expect((await cancel('sms', ben)).status).toBe(404);
    expect(await open()).toHaveLength(1);
  });

  it('a text that is being handed over cannot be cancelled, replaced or sent again', async () => {
    await text();
    await makeDue();
    let responses: unknown[] = [];
    app.notification.on('/internal/sms', async () => {
      responses = (await Promise.all([cancel(), text(), text({ sendAt: undefined })])).map(
        ({ body }) => body.code,
      );
      return { outcome: 'accepted', status: 'sent' };
    });
    await sweep();
    expect(responses).toEqual(['schedule_sending', 'schedule_sending', 'schedule_sending']);
    expect(texts()).toHaveLength(1);
  });

  it('a cancellation during a sweep either prevents the text or is refused', async () => {
    for (let n = 0; n < 5; n += 1) {
      app.notification.calls.length = 0;
      await app.prisma.scheduledSend.deleteMany();
      await text();
      await makeDue();
      const [response] = await Promise.all([cancel(), sweep()]);
      expect(texts()).toHaveLength(response.status === 200 ? 0 : 1);
    }
  });
});

describe('a text that is due', () => {
  beforeEach(async () => {
    await text({ reminders: true, language: 'ar' });
    await makeDue();
  });

  it('a due text is sent on behalf of the clinician, with reminders planned from then on', async () => {
    const before = Date.now();
    await sweep();
    expect(texts()).toHaveLength(1);
    expect(texts()[0]?.body).toMatchObject({ to: number, senderId: ana.userId, tokenId: token.id });
    const shown = await details();
    expect(shown).toMatchObject({ hasSMS: true, smsStatus: 'sent', smsPhoneNumber: number, language: 'ar' });
    expect(shown.scheduled).toBeUndefined();
    expect(await open()).toEqual([]);
    expect((await row()).remindersFrom?.getTime()).toBeGreaterThanOrEqual(before);
    const [sent] = await app.audited('token.send_sms');
    expect(sent).toMatchObject({ outcome: 'success', actor: { kind: 'user', id: ana.userId } });
  });

  it('a due text is sent once by simultaneous sweeps', async () => {
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(texts()).toHaveLength(1);
  });

  it('no scheduled text is sent once the service is stopping', async () => {
    await app.get(SendDue).execute(() => true);
    expect(texts()).toEqual([]);
    await sweep();
    expect(texts()).toHaveLength(1);
  });

  it('a due text is handed over again with the same delivery id when its outcome is unknown', async () => {
    app.notification.on('/internal/sms', () => {
      throw new Error('away');
    });
    await sweep();
    const [first] = await open();
    expect(first?.nextTryAt.getTime()).toBeGreaterThan(Date.now());
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    await app.prisma.scheduledSend.updateMany({ data: { nextTryAt: new Date() } });
    await sweep();
    const ids = texts().map(({ body }) => body.deliveryId);
    expect(ids).toEqual([first?.deliveryId, first?.deliveryId]);
    expect((await details()).smsStatus).toBe('sent');
  });

  it('a due text is handed over by another process when the first one died before doing so', async () => {
    const taken = await app.get(TakeDue).next();
    await app.get(TakeDue).begin(taken!);
    expect(texts()).toEqual([]);
    expect(await app.get(TakeDue).next()).toBeNull();
    await app.prisma.scheduledSend.updateMany({ data: { nextTryAt: new Date() } });
    await sweep();
    expect(texts()).toHaveLength(1);
    expect(await app.prisma.smsSend.count({ where: { tokenId: token.id } })).toBe(1);
  });

  it('a due text is in doubt when it may have been handed over and its time has passed', async () => {
    const taken = await app.get(TakeDue).next();
    await app.get(TakeDue).begin(taken!);
    await app.prisma.scheduledSend.updateMany({
      data: { nextTryAt: new Date(), sendAt: new Date(Date.now() - 3 * HOUR) },
    });
    await sweep();
    expect(texts()).toEqual([]);
    expect(await details()).toMatchObject({ smsStatus: 'failed', smsReason: smsReason(IN_DOUBT) });
    const { smsDeliveryId } = await row();
    await smsStatusOf(() => app)(token.id, smsDeliveryId!, 'delivered');
    await eventuallyShown({ smsStatus: 'delivered' });
  });

  it('a due text whose status shows that it was sent is no longer scheduled, and cannot be shown as failed', async () => {
    const taken = await app.get(TakeDue).next();
    await app.get(TakeDue).begin(taken!);
    const [{ deliveryId } = { deliveryId: null }] = await open();
    await smsStatusOf(() => app)(token.id, deliveryId!, 'delivered');
    await eventuallyShown({ smsStatus: 'delivered' });
    expect((await details()).scheduled).toBeUndefined();
    await setToken({ expiresAt: new Date(Date.now() + HOUR) });
    await app.prisma.scheduledSend.updateMany({ data: { nextTryAt: new Date() } });
    await sweep();
    expect(texts()).toEqual([]);
    expect(await details()).toMatchObject({ smsStatus: 'delivered', language: 'ar' });
    expect(await app.audited('token.send_sms')).toMatchObject([
      { outcome: 'success', actor: { kind: 'user', id: ana.userId }, related: [{ id: deliveryId }] },
    ]);
  });

  it('a due text that is delivered before the response reports it as in doubt stays delivered', async () => {
    app.notification.on('/internal/sms', async ({ deliveryId }) => {
      await smsStatusOf(() => app)(token.id, String(deliveryId), 'delivered');
      await eventuallyShown({ smsStatus: 'delivered' });
      return { outcome: 'refused', reason: 'x', code: IN_DOUBT };
    });
    await sweep();
    expect(await open()).toEqual([]);
    expect(await details()).toMatchObject({ smsStatus: 'delivered' });
    expect(await app.audited('token.send_sms')).toMatchObject([{ outcome: 'success' }]);
  });

  it('a due text in doubt is shown as most likely not sent once the provider has no record of it', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: IN_DOUBT }));
    await sweep();
    const { smsDeliveryId, version } = await row();
    await smsStatusOf(() => app)(token.id, smsDeliveryId!, 'failed', LOST);
    await eventually(async () => expect(await details()).toMatchObject({ smsReason: smsReason(LOST) }));
    expect((await row()).version).toBeGreaterThan(version);
    expect(await attention()).toBe('text_failed');
  });

  it('a due text of which the provider has no record is not recorded as sent while its response is awaited', async () => {
    app.notification.on('/internal/sms', async ({ deliveryId }) => {
      const publish = () => smsStatusOf(() => app)(token.id, String(deliveryId), 'failed', LOST);
      await app.untilHandled('RecordSmsStatusChanged.handle', publish);
      return { outcome: 'refused', reason: 'x', code: LOST };
    });
    await sweep();
    expect(await open()).toEqual([]);
    expect(await app.audited('token.send_sms')).toMatchObject([{ outcome: 'failed', reason: LOST }]);
    expect(await details()).toMatchObject({ smsStatus: 'failed', smsReason: smsReason(LOST) });
  });

  it('the link keeps the language of a due text in doubt', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: IN_DOUBT }));
    await sweep();
    expect(texts()[0]?.body.body).toMatch(/\p{Script=Arabic}/u);
    expect(await details()).toMatchObject({ smsStatus: 'failed', language: 'ar' });
  });

  it.each([
    ['two hours have passed', () => makeDue(121 * MINUTE), 'too_late'],
    ['its sender and the owner of its link are disabled', () => enabled(true), 'owner_disabled'],
    [
      'the recipient has reported that the link is not theirs',
      () => setToken({ problemReason: 'not_mine' }),
      'not_mine',
    ],
    ['the link expires soon', () => setToken({ expiresAt: new Date(Date.now() + HOUR) }), 'ending'],
  ] as const)('a due text fails with its reason and needs attention when %s', async (_what, change, code) => {
    await change();
    await sweep();
    expect(texts()).toEqual([]);
    expect(await details()).toMatchObject({ smsStatus: 'failed', smsReason: smsReason(code) });
    expect(await open()).toEqual([]);
    expect(await app.audited('token.send_sms')).toMatchObject([{ outcome: 'failed', reason: code }]);
    expect(await attention()).toBe('text_failed');
  });

  it('a due text that failed stays shown when an earlier text is delivered', async () => {
    await text({ sendAt: undefined });
    const { smsDeliveryId: earlier } = await row();
    await text({ phoneNumber: aNumber() });
    await makeDue(121 * MINUTE);
    await sweep();
    const { smsDeliveryId: failed } = await row();
    expect(failed).not.toBe(earlier);
    await smsStatusOf(() => app)(token.id, earlier!, 'delivered');
    const delivered = { deliveryId: earlier!, status: 'delivered' };
    await eventually(async () => expect(await app.prisma.smsSend.count({ where: delivered })).toBe(1));
    expect(await details()).toMatchObject({ smsStatus: 'failed', smsReason: smsReason('too_late') });
    expect(await row()).toMatchObject({ smsDeliveryId: failed });
    expect(await attention()).toBe('text_failed');
  });

  it('an earlier text that is accepted after a later one has failed is shown, and so is its own failure', async () => {
    await text({ sendAt: undefined });
    const { smsDeliveryId: first } = await row();
    const { smsPhoneNumber, smsStatus } = await row();
    await text({ phoneNumber: aNumber() });
    await makeDue(121 * MINUTE);
    await sweep();
    await setToken({ smsDeliveryId: first, smsPhoneNumber, smsStatus, smsErrorCode: null });
    await smsStatusOf(() => app)(token.id, first!, 'failed', '30005');
    await eventually(async () =>
      expect(await details()).toMatchObject({ smsStatus: 'failed', smsReason: smsReason('30005') }),
    );
  });

  it.each([
    ['the owner of its link', [people.ana]],
    ['its sender', [people.ben]],
  ])('a due text is sent although the account of %s is disabled', async (_who, disabled) => {
    await app.prisma.scheduledSend.updateMany({ data: { senderId: ben.userId } });
    disable(disabled);
    await sweep();
    expect(texts()).toMatchObject([{ body: { to: number, senderId: ben.userId } }]);
    expect((await details()).smsStatus).toBe('sent');
  });

  it('a due text of a team’s link is sent although its owner and its sender are disabled', async () => {
    await setToken({ teamId: randomUUID() });
    enabled(true);
    await sweep();
    expect(texts()).toHaveLength(1);
    expect((await details()).smsStatus).toBe('sent');
  });

  it('a due text to a number that has opted out fails with that reason', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: '21610' }));
    await sweep();
    expect(await details()).toMatchObject({ smsStatus: 'failed', smsReason: smsReason('21610') });
  });

  it('a due text waits while the state of the accounts is unknown, and while an upload holds the link', async () => {
    app.auth.on('/internal/users/names', () => {
      throw new Error('away');
    });
    await sweep();
    expect(await open()).toHaveLength(1);
    enabled();
    await app.prisma.scheduledSend.updateMany({ data: { nextTryAt: new Date() } });
    await app.claim(token.token);
    await sweep();
    expect(texts()).toEqual([]);
    expect(await open()).toMatchObject([{ deliveryId: null }]);
  });

  it('a due text is tried again with another delivery id when the provider could not accept it', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: 'unreachable' }));
    await sweep();
    expect(await open()).toMatchObject([{ deliveryId: null }]);
    expect(await app.prisma.smsSend.count({ where: { tokenId: token.id } })).toBe(0);
    await app.prisma.scheduledSend.updateMany({ data: { nextTryAt: new Date() } });
    await sweep();
    expect(new Set(texts().map(({ body }) => body.deliveryId)).size).toBe(2);
  });

  it.each([
    ['is tried again', { outcome: 'refused', reason: 'x', code: 'unreachable' }],
    ['was postponed', { outcome: 'limited', limit: 'clinician', retryAfterSeconds: 3600 }],
  ])('a due text that %s keeps the language that the patient has chosen since', async (_what, response) => {
    app.notification.on('/internal/sms', () => response);
    await sweep();
    expect(texts()[0]?.body.body).toMatch(/\p{Script=Arabic}/u);
    expect(await row()).toMatchObject({ language: 'ar' });
    await setToken({ language: 'en' });
    await makeDue();
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    await sweep();
    expect(texts()).toHaveLength(2);
    expect(texts()[1]?.body.body).not.toMatch(/\p{Script=Arabic}/u);
    expect(await details()).toMatchObject({ smsStatus: 'sent', language: 'en' });
  });

  it('a due text that reaches a limit is postponed to the same time of a later day, and fails after three days', async () => {
    const limited = { outcome: 'limited', limit: 'clinician', retryAfterSeconds: 3600 };
    app.notification.on('/internal/sms', () => limited);
    await sweep();
    const [postponed] = await open();
    expect(postponed!.sendAt.getTime() - postponed!.chosenAt.getTime()).toBe(DAY);
    expect((await details()).scheduled).toEqual({ sms: postponed!.sendAt.toISOString() });
    const chosenAt = new Date(Date.now() - 3 * DAY);
    await app.prisma.scheduledSend.updateMany({ data: { chosenAt, nextTryAt: new Date() } });
    await app.prisma.scheduledSend.updateMany({ data: { sendAt: new Date() } });
    await sweep();
    expect(await open()).toEqual([]);
    expect(await details()).toMatchObject({ smsStatus: 'failed', smsReason: smsReason('too_late') });
  });

  it('a due text waits while an upload is being committed, and is sent if the document was not stored', async () => {
    const claimId = await confirmUpload();
    await sweep();
    expect(texts()).toEqual([]);
    expect(await open()).toMatchObject([{ recipient: number }]);
    expect(await app.audited('token.schedule_cancelled')).toEqual([]);
    await app.step(claimId, 'release');
    await app.prisma.scheduledSend.updateMany({ data: { nextTryAt: new Date() } });
    await sweep();
    expect(texts()).toHaveLength(1);
  });

  it('a due text that waited for an upload is cancelled once the document is stored', async () => {
    const claimId = await confirmUpload();
    await makeDue(3 * HOUR);
    await sweep();
    await app.complete(claimId, upload());
    await app.prisma.scheduledSend.updateMany({ data: { nextTryAt: new Date() } });
    await sweep();
    expect(texts()).toEqual([]);
    expect(await row()).toMatchObject({ smsStatus: null, scheduledSmsAt: null });
  });

  it.each([
    ['used', async () => useLink(), 'token_used'],
    ['revoked', async () => setToken({ status: 'revoked' }), 'token_revoked'],
    ['replaced', async () => setToken({ replacedBy: randomUUID() }), 'token_replaced'],
  ])('a due text is cancelled by the system when the link was %s', async (_what, change, reason) => {
    await change();
    await sweep();
    expect(texts()).toEqual([]);
    expect(await open()).toEqual([]);
    expect(await row()).toMatchObject({ smsStatus: null, scheduledSmsAt: null });
    expect(await app.audited('token.schedule_cancelled')).toMatchObject([
      { actor: { kind: 'system' }, codes: ['sms', reason] },
    ]);
  });
});

const setToken = (data: object) => app.prisma.token.update({ where: { id: token.id }, data });
const confirmUpload = async () => (await app.confirm(token.token)).claimId;
const useLink = async () => app.complete(await confirmUpload(), upload());
const eventuallyShown = async (expected: object) => {
  await eventually(async () => expect(await details()).toMatchObject(expected));
};

describe('sending now', () => {
  it('a text that is sent now cancels the scheduled one', async () => {
    await text();
    expect((await text({ sendAt: undefined })).body.data.token.scheduled).toBeUndefined();
    await makeDue();
    await sweep();
    expect(texts()).toHaveLength(1);
    expect(await app.audited('token.schedule_cancelled')).toHaveLength(1);
  });

  it('an email that is sent now cancels the scheduled email but not the scheduled text', async () => {
    await text();
    await email();
    expect((await email({ sendAt: undefined })).status).toBe(200);
    expect(await open()).toMatchObject([{ channel: 'sms' }]);
    expect(await app.emitted('token.email_requested')).toHaveLength(1);
  });

  it('a scheduled message can be sent now without changes', async () => {
    await text({ customMessage: 'My words' });
    const response = await post('scheduled-sends/sms/send-now', {});
    expect(response.status).toBe(200);
    await sweep();
    expect(texts()[0]?.body.body).toBe('My words {link}');
    expect(await post('scheduled-sends/sms/send-now', {})).toMatchObject({
      body: { code: 'schedule_not_open' },
    });
  });
});

describe('"Send now" for a text that is already due', () => {
  it('a text that would be retried later is retried at once', async () => {
    await text();
    await makeDue(HOUR);
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: 'unreachable' }));
    await sweep();
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    await sweep();
    expect(texts()).toHaveLength(1);
    expect((await post('scheduled-sends/sms/send-now', {})).status).toBe(200);
    await sweep();
    expect(texts()).toHaveLength(2);
    expect(await details()).toMatchObject({ smsStatus: 'sent' });
  });

  it('a text that may have been handed over is left alone', async () => {
    await text();
    await makeDue(HOUR);
    app.notification.on('/internal/sms', () => {
      throw new Error('the response is lost');
    });
    await sweep();
    const [before] = await open();
    expect((await post('scheduled-sends/sms/send-now', {})).status).toBe(200);
    expect(await open()).toEqual([before]);
  });
});

describe('an email that is due', () => {
  beforeEach(async () => {
    await email();
    await makeDue();
  });

  it('a due email is queued once, counts against its sender’s limit and is audited as theirs', async () => {
    await Promise.all([sweep(), sweep()]);
    expect(await app.emitted('token.email_requested')).toHaveLength(1);
    expect(await details()).toMatchObject({ emailStatus: 'queued', emailAddress: ADDRESS });
    expect(await open()).toEqual([]);
    expect(await app.prisma.linkEmail.findMany()).toMatchObject([
      { senderId: ana.userId, addressMark: expect.any(Uint8Array) as Uint8Array },
    ]);
    expect(await app.audited('token.send_email')).toMatchObject([{ actor: { id: ana.userId } }]);
  });

  it('a due email that reaches the daily limit is postponed', async () => {
    for (const to of ['a@example.test', 'b@example.test']) await post('send-email', { email: to });
    await email();
    await makeDue();
    await sweep();
    const [postponed] = await open();
    expect(postponed!.sendAt.getTime() - postponed!.chosenAt.getTime()).toBeGreaterThan(DAY - 2 * HOUR);
    expect(await app.emitted('token.email_requested')).toHaveLength(2);
  });

  it('a due email fails with its reason when two hours have passed', async () => {
    await makeDue(121 * MINUTE);
    await sweep();
    expect(await details()).toMatchObject({ emailStatus: 'failed', emailReason: emailReason('too_late') });
  });
});

describe('a message that is replaced while it is being sent', () => {
  const later = inAn(2 * DAY);
  const times = { sendAt: new Date(later), nextTryAt: new Date(later) };
  const toAnother = () => email({ email: 'other@example.test', sendAt: later });
  /** Makes the change while the job looks up the accounts. */
  const duringLookup = (change: () => Promise<unknown>) =>
    app.auth.on('/internal/users/names', async () => {
      await change();
      return accounts();
    });
  /** Makes the change after the job's last check. */
  const afterCheck = (change: () => Promise<unknown>) => {
    const takeDue = app.get(TakeDue);
    const begin = takeDue.begin.bind(takeDue);
    jest.spyOn(takeDue, 'begin').mockImplementationOnce(async (taken) => {
      const begun = await begin(taken);
      await change();
      return begun;
    });
  };
  const waiting = [{ ...times, recipient: 'other@example.test' }];
  afterEach(() => jest.restoreAllMocks());

  it('a text that is rescheduled during the last check is not sent before its new time', async () => {
    await text();
    await makeDue();
    duringLookup(() => text({ sendAt: later }));
    await sweep();
    expect(texts()).toEqual([]);
    expect(await open()).toMatchObject([{ ...times, deliveryId: null }]);
  });

  it.each([
    ['its link gets another owner', () => setToken({ ownerId: ben.userId })],
    ['its link gets a team', () => setToken({ teamId: randomUUID() })],
    ['it gets another sender', () => app.prisma.scheduledSend.updateMany({ data: { senderId: ben.userId } })],
  ])(
    'a text whose sender is disabled is tried again later if %s during the last check',
    async (_what, change) => {
      await text();
      await makeDue();
      app.auth.on('/internal/users/names', async () => {
        await change();
        return accounts([people.ana]);
      });
      await sweep();
      expect(await open()).toMatchObject([{ deliveryId: null }]);
      expect(await row()).toMatchObject({ smsStatus: null });
      app.auth.on('/internal/users/names', () => accounts([people.ana]));
      await app.prisma.scheduledSend.updateMany({ data: { nextTryAt: new Date() } });
      await sweep();
      expect(texts()).toHaveLength(1);
    },
  );

  it.each([
    ['during', duringLookup],
    ['after', afterCheck],
  ])(
    'an email that is rescheduled to another address %s the last check is not sent before its new time',
    async (_when, at) => {
      await email();
      await makeDue();
      at(toAnother);
      await sweep();
      expect(await app.emitted('token.email_requested')).toEqual([]);
      expect(await open()).toMatchObject(waiting);
      expect((await details()).scheduled).toEqual({ email: later });
    },
  );

  it('an email that is rescheduled while it reaches a limit keeps its new time', async () => {
    await email();
    await makeDue();
    const takeDue = app.get(TakeDue);
    const { schedule } = (await takeDue.begin((await takeDue.next())!)) as Extract<Begun, { what: 'email' }>;
    await toAnother();
    const work = app.get<UnitOfWork<Tx>>(UnitOfWork);
    const rules = { days: [], timeZone: 'Europe/London' };
    expect(await work.run((tx, emit) => postponeSend(tx, emit, schedule, 3600, rules))).toBeNull();
    expect(await open()).toMatchObject(waiting);
  });
});

describe('reminders of a link whose later message is not sent', () => {
  const clinic = () => reminders(app);
  const textWithReminders = () => post('send-sms', { phoneNumber: number, reminders: true });
  async function emailWithReminders(wanted = true) {
    const deliveryId = await clinic().email(token.id, { email: ADDRESS, reminders: wanted });
    await emailStatusOf(() => app)({ tokenId: token.id, deliveryId }, 'sent');
    await eventuallyShown({ emailStatus: 'sent' });
  }

  it('reminders by text end when a later text fails', async () => {
    await textWithReminders();
    expect((await clinic().of(token.id)).planned).toHaveLength(3);
    await text({ reminders: true });
    await makeDue(121 * MINUTE);
    await sweep();
    expect(await clinic().of(token.id)).toMatchObject({ planned: [], stopped: 'failed' });
  });

  it('reminders that were wanted with an email are planned when a later text fails', async () => {
    await textWithReminders();
    await emailWithReminders();
    await text();
    await makeDue(121 * MINUTE);
    await sweep();
    const { planned, ...rest } = await clinic().of(token.id);
    expect(planned).toHaveLength(3);
    expect(rest).toMatchObject({ channel: 'email', stopped: null });
  });

  it('reminders that were wanted only with a text do not go by email when a later text fails', async () => {
    await textWithReminders();
    await emailWithReminders(false);
    await text();
    await makeDue(121 * MINUTE);
    await sweep();
    expect(await clinic().of(token.id)).toMatchObject({ planned: [], stopped: 'failed' });
  });

  it('reminders by email end when a later email fails', async () => {
    await emailWithReminders();
    expect((await clinic().of(token.id)).planned).toHaveLength(3);
    await email();
    await makeDue(121 * MINUTE);
    await sweep();
    expect(await clinic().of(token.id)).toMatchObject({ planned: [], stopped: 'failed' });
  });

  it('reminders by text stay planned when a later email fails', async () => {
    await textWithReminders();
    await email();
    await makeDue(121 * MINUTE);
    await sweep();
    expect((await details()).emailStatus).toBe('failed');
    expect((await clinic().of(token.id)).planned).toHaveLength(3);
  });

  it('reminders that were sent stay shown when the text of a link that is about to expire fails', async () => {
    await textWithReminders();
    await emailWithReminders();
    const { remindersFrom } = await row();
    await text();
    await setToken({ expiresAt: new Date(Date.now() + HOUR) });
    await makeDue();
    await sweep();
    expect(await row()).toMatchObject({ remindersFrom, nextReminderAt: null, remindersStopped: 'failed' });
  });

  it('in a restored database, reminders end when they have no message left to follow', async () => {
    await textWithReminders();
    await text();
    await app.prisma.$executeRawUnsafe(postponeReminders);
    expect(await clinic().of(token.id)).toMatchObject({ planned: [], stopped: 'failed' });
  });

  it('in a restored database, reminders go by email if they were wanted with the email', async () => {
    await textWithReminders();
    await emailWithReminders();
    await text();
    await app.prisma.$executeRawUnsafe(postponeReminders);
    const { planned, ...rest } = await clinic().of(token.id);
    expect(planned.length).toBeGreaterThan(0);
    expect(rest).toMatchObject({ channel: 'email', stopped: null });
  });
});

describe('stored schedules', () => {
  it('the schedule of a link that has ended is removed before it is due', async () => {
    await text();
    await email();
    await app.call('PATCH', `/tokens/${token.id}`, { as: ana, body: { status: 'revoked' } });
    expect((await details()).scheduled).toBeUndefined();
    await app.get(EndSchedules).execute();
    expect(await open()).toEqual([]);
    expect(await row()).toMatchObject({ smsPhoneNumber: null, emailAddress: null, smsStatus: null });
  });

  it('a failure to end one schedule does not stop the others', async () => {
    await text();
    await email();
    await setToken({ status: 'revoked' });
    const work = app.get<UnitOfWork<Tx>>(UnitOfWork);
    const original = work.run.bind(work);
    const runs = jest.spyOn(work, 'run').mockImplementationOnce(original);
    runs.mockRejectedValueOnce(new Error('fails'));
    const run = () => app.get(EndSchedules).execute(undefined, 1);
    expect(await run()).toBe(1);
    expect(await open()).toHaveLength(1);
    expect(await run()).toBe(1);
    runs.mockRestore();
  });

  it('no schedule is ended once the service is stopping', async () => {
    await text();
    await setToken({ status: 'revoked' });
    expect(await app.get(EndSchedules).execute(() => true)).toBe(0);
    expect(await open()).toHaveLength(1);
  });

  it('the schedule of an expired link is shown as failed', async () => {
    await text();
    await setToken({ status: 'expired', expiresAt: new Date(Date.now() - 1000) });
    await app.get(EndSchedules).execute();
    expect(await details()).toMatchObject({ smsStatus: 'failed', smsReason: smsReason('ending') });
  });

  it('the schedule of an active link is kept', async () => {
    await text();
    await app.get(EndSchedules).execute();
    await app.get(ForgetPhoneNumbers).execute();
    expect(await open()).toMatchObject([{ recipient: number }]);
  });

  it('messages scheduled before a backup are not sent after its restore', async () => {
    await text();
    await email();
    await makeDue();
    await app.prisma.$executeRawUnsafe(postponeReminders);
    await sweep();
    expect(texts()).toEqual([]);
    expect(await details()).toMatchObject({
      ...{ smsStatus: 'failed', smsReason: smsReason('restored') },
      ...{ emailStatus: 'failed', emailReason: emailReason('restored') },
    });
  });

  it('the scheduled text of a restored link stays shown as failed when an earlier text is delivered', async () => {
    await text({ sendAt: undefined });
    const { smsDeliveryId: earlier } = await row();
    await text();
    await app.prisma.$executeRawUnsafe(postponeReminders);
    await smsStatusOf(() => app)(token.id, earlier!, 'delivered');
    const delivered = { deliveryId: earlier!, status: 'delivered' };
    await eventually(async () => expect(await app.prisma.smsSend.count({ where: delivered })).toBe(1));
    expect(await details()).toMatchObject({ smsStatus: 'failed', smsReason: smsReason('restored') });
    expect(await attention()).toBe('text_failed');
  });

  it('a cancellation that is rolled back does not remove the schedule', async () => {
    await text();
    const work = app.get<UnitOfWork<Tx>>(UnitOfWork);
    const broken = work.run(async (tx, emit) => {
      await lockToken(tx, token.id);
      await cancelSchedule(tx, emit, { tokenId: token.id, channel: 'sms' });
      throw new Error('rolled back');
    });
    await expect(broken).rejects.toThrow('rolled back');
    expect((await details()).scheduled).toBeDefined();
  });
});
