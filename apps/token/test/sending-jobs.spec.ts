import { randomUUID } from 'node:crypto';
import {
  IN_DOUBT,
  LOST,
  sendingReason,
  smsReason,
  startOfLimitDay,
  type AttentionTokensResponse,
  type SendingJob,
  type SendingJobBody,
  type TokenDetails,
} from '@caredrop/contracts';
import { eventually, people } from '@caredrop/testing';
import { ForgetSendingJobs } from '../src/jobs/forget-sending-jobs.js';
import { postponeReminders } from '../src/reminder-plan/postpone-reminders.js';
import { TokenMetrics } from '../src/metrics.js';
import { SendingSweeper } from '../src/sending-jobs/sending-sweeper.js';
import { SendRows } from '../src/sending-jobs/send-rows.js';
import { aFile, fileOf500, files, STOPPED } from './support/a-file.js';
import { smsStatusOf } from './support/sms-status.js';
import { ana, ben, dora, openTeams, TokenApp } from './support/token-app.js';

let app: TokenApp;
let clinic: ReturnType<typeof files>;
let left: number;

beforeAll(async () => {
  app = await TokenApp.start({ DATABASE_POOL: '20', LANGUAGES: 'en,pl,ar' });
  clinic = files(app);
});
afterAll(() => app.stop());

const users = (disabled = false) =>
  [people.ana, people.ben, people.dora].map((one) => ({ ...one, disabled }));

beforeEach(async () => {
  await app.prisma.sendingJob.deleteMany();
  await app.prisma.outbox.deleteMany();
  app.notification.calls.length = 0;
  left = 1000;
  app.auth.on('/internal/users/names', () => ({ users: users() }));
  app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
  app.notification.on('/internal/sms/allowance', () => allowance());
});

const allowance = (suppressed = [STOPPED]) => ({
  configured: true,
  left,
  retryAfterSeconds: 3600,
  suppressed,
});
const texts = () => app.notification.calls.filter(({ path }) => path === '/internal/sms');
const links = () => app.prisma.token.count();
const attentionFor = async (tokenId: string) =>
  (await app.call<AttentionTokensResponse>('GET', '/tokens/attention', { as: ana })).body.data.tokens
    .filter(({ token }) => token.id === tokenId)
    .map(({ reason }) => reason);
const codesOf = async (body: SendingJobBody) =>
  (await clinic.check(body)).rows.map(({ code }) => code ?? null);

describe('the check of a file', () => {
  it('the check returns the reason for each row that cannot be sent', async () => {
    await app.create(ana, 'taken');
    const rows = aFile([
      {},
      { reference: '  ' },
      { reference: 'x'.repeat(65) },
      { phone: '' },
      { phone: 'ask at the desk' },
      { phone: '020 7946 0123' },
      { phone: STOPPED },
      { reference: 'taken' },
      { reference: 'twice' },
      { reference: 'twice' },
      { nickname: 'n'.repeat(65) },
      { language: 'Klingon' },
      { due: '0' },
      { due: '366' },
      { due: '2020-01-01' },
      { due: 'soon' },
    ]);
    expect(await codesOf({ rows })).toEqual([
      null,
      'reference_missing',
      'reference_long',
      'contact_missing',
      'phone_invalid',
      'phone_landline',
      '21610',
      'reference_active',
      null,
      'reference_repeated',
      'nickname_long',
      'language_unknown',
      ...['due_invalid', 'due_invalid', 'due_invalid', 'due_invalid'],
    ]);
  });

  it('a repeated reference is sent once, although the number of its first row cannot be texted', async () => {
    const reference = randomUUID();
    const rows = aFile([{ reference, phone: STOPPED }, { reference }, { reference }]);
    expect(await codesOf({ rows })).toEqual(['21610', null, 'reference_repeated']);
    const { id } = await clinic.send(rows);
    await clinic.sweepAll();
    expect((await clinic.rows(id)).map(({ state }) => state)).toEqual(['failed', 'sent', 'failed']);
  });

  it('each row of a repeated reference with an active link is refused because of the link', async () => {
    const reference = randomUUID();
    await app.create(ana, reference);
    const rows = aFile([{ reference }, { reference }]);
    expect(await codesOf({ rows })).toEqual(['reference_active', 'reference_active']);
  });

  it('the check describes each problem in a sentence and stores nothing', async () => {
    const before = await links();
    const { rows, sendable } = await clinic.check({ rows: aFile([{}, { phone: STOPPED }]) });
    expect(rows[1]).toMatchObject({ problem: sendingReason('21610') });
    expect({ sendable, links: await links(), jobs: await app.prisma.sendingJob.count() }).toEqual({
      ...{ sendable: 1, links: before, jobs: 0 },
    });
  });

  it('the check counts the segments of all texts by the alphabet that they need', async () => {
    const rows = aFile([{ language: 'en' }, { language: 'Arabic' }, { language: 'POLSKI' }, { phone: '' }]);
    const { rows: shown, segments } = await clinic.check({ rows });
    expect(shown.map(({ segments: n }) => n > 0)).toEqual([true, true, true, false]);
    expect(segments.gsm).toBeGreaterThan(0);
    expect(segments.ucs2).toBeGreaterThan(0);
    expect(segments.gsm + segments.ucs2).toBe(shown.reduce((sum, row) => sum + row.segments, 0));
  });

  it('a colleague’s active link with the same reference does not block a row', async () => {
    await app.create(ben, 'of-ben');
    expect(await codesOf({ rows: aFile([{ reference: 'of-ben' }]) })).toEqual([null]);
  });

  it('the check refuses every row with a number if no text message provider is set up', async () => {
    app.notification.on('/internal/sms/allowance', () => ({ ...allowance(), configured: false }));
    expect(await codesOf({ rows: aFile([{}, {}]) })).toEqual(['not_set_up', 'not_set_up']);
  });

  it.each([
    ['a language that is not offered', { language: 'xx' }, 'language_not_offered'],
    ['a lifetime out of range', { expiryDays: 366 }, 'expiry_days_invalid'],
    ['no rows', { rows: [] }, 'sending_rows_invalid'],
    ['rows that are not a list', { rows: 'P-1;07700900123' }, 'sending_rows_invalid'],
    ['501 rows', { rows: aFile(Array.from({ length: 501 }, () => ({}))) }, 'sending_rows_invalid'],
    ['a cell that is too long', { rows: aFile([{ nickname: 'x'.repeat(301) }]) }, 'too_long'],
    ['reminders that are neither true nor false', { reminders: 'yes' }, 'reminders_invalid'],
  ])('%s is refused with 400, in a check and in a job', async (_what, part, code) => {
    const body = { rows: aFile([{}]), ...part };
    const checked = await app.call('POST', '/sending-jobs/check', { as: ana, body });
    const posted = await clinic.post(body);
    expect([checked, posted].map(({ status, body: { code: found } }) => [status, found])).toEqual([
      [400, code],
      [400, code],
    ]);
  });
});

describe('a file that is sent', () => {
  it('a link is created and texted for each row of a file, with the file’s reminders and the row’s language and lifetime', async () => {
    const rows = aFile([{ language: 'pl', nickname: 'Mum', due: '5' }, {}]);
    const job = await clinic.send(rows, { reminders: true, expiryDays: 40 });
    expect(job).toMatchObject({ state: 'running', counts: { total: 2, waiting: 2 } });
    await clinic.sweepAll();
    const [first, second] = await app.prisma.token.findMany({
      where: { patientRefId: { in: rows.map(({ reference = '' }) => reference) } },
      orderBy: { patientRefId: 'asc' },
    });
    const days = (at?: Date) => Math.round(((at?.getTime() ?? 0) - Date.now()) / 86_400_000);
    expect(first).toMatchObject({ ownerId: ana.userId, language: 'pl', nickname: 'Mum', hasSms: true });
    expect([days(first?.expiresAt), days(second?.expiresAt)]).toEqual([5, 40]);
    expect(second?.nextReminderAt).not.toBeNull();
    expect(await clinic.job(job.id)).toMatchObject({ state: 'done', counts: { sent: 2, total: 2 } });
    expect(await app.emitted('token.created')).toHaveLength(2);
    const entries = await app.audited('token.create');
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({ actor: { kind: 'user', id: ana.userId } });
  });

  it('a link with a last day works until the end of that day in the clinic’s time zone', async () => {
    const [row] = aFile([{ due: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10) }]);
    await clinic.send([row!]);
    await clinic.sweepAll();
    const { expiresAt } = await app.prisma.token.findFirstOrThrow({
      where: { patientRefId: row!.reference! },
    });
    const local = expiresAt.toLocaleString('sv-SE', { timeZone: 'Europe/London' });
    expect(local).toBe(`${row!.due!} 23:59:59`);
  });

  it('sending a file of 500 rows with 40 bad ones sends exactly the rows that its check accepted', async () => {
    const rows = fileOf500();
    const checked = await clinic.check({ rows });
    expect(checked.sendable).toBe(460);
    const { id } = await clinic.send(rows);
    await clinic.sweepAll();
    const results = await clinic.rows(id);
    expect(results.map(({ line, code }) => [line, code ?? null])).toEqual(
      checked.rows.map(({ line, code }) => [line, code ?? null]),
    );
    expect(results.filter(({ state }) => state === 'sent')).toHaveLength(460);
    expect(texts()).toHaveLength(460);
  });

  it('several sweepers at once send each row once', async () => {
    const { id } = await clinic.send(aFile(Array.from({ length: 60 }, () => ({}))));
    const before = await links();
    await Promise.all([clinic.sweepAll(), clinic.sweepAll(), clinic.sweepAll()]);
    await clinic.sweepAll();
    expect(new Set(texts().map(({ body }) => body.tokenId)).size).toBe(60);
    expect(texts()).toHaveLength(60);
    expect(await links()).toBe(before + 60);
    expect(await clinic.job(id)).toMatchObject({ state: 'done', counts: { sent: 60 } });
  });

  it('a service that stops while the provider is slow finishes the current text and begins no other', async () => {
    let accept = () => {};
    const accepted = new Promise<void>((resolve) => (accept = resolve));
    app.notification.on('/internal/sms', async () => {
      await accepted;
      return { outcome: 'accepted', status: 'sent' };
    });
    const jobs = [await clinic.send(aFile([{}, {}])), await clinic.send(aFile([{}, {}]))];
    const sweeper = app.get(SendingSweeper);
    sweeper.wake();
    await eventually(() => expect(texts()).toHaveLength(1));
    const calls = [...app.notification.calls];
    const stopped = sweeper.stop();
    accept();
    await stopped;
    expect(app.notification.calls).toEqual(calls);
    const counts = await Promise.all(jobs.map(async ({ id }) => (await clinic.job(id)).counts));
    expect(counts.map(({ sent, waiting }) => ({ sent, waiting }))).toEqual([
      { sent: 1, waiting: 1 },
      { sent: 0, waiting: 2 },
    ]);
    sweeper.start();
  });

  it('no text whose hand-over was interrupted is handed over once the service is stopping', async () => {
    const { id } = await clinic.send(aFile([{}]));
    app.notification.on('/internal/sms', () => {
      throw new Error('away');
    });
    await clinic.sweep();
    await app.prisma.sendingRow.updateMany({ where: { jobId: id }, data: { leaseUntil: new Date(0) } });
    await app.get(SendRows).execute(() => true);
    expect(texts()).toHaveLength(1);
  });

  it('a file without any row that can be sent is refused with 409', async () => {
    const { status, body } = await clinic.post({ rows: aFile([{ phone: STOPPED }]) });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'sending_nothing' });
  });

  it('a file is announced to open pages when it is accepted and when it is done', async () => {
    const { id } = await clinic.send(aFile([{}]));
    await clinic.sweepAll();
    expect(await app.emitted('token.sending_changed')).toEqual([
      { sendingJobId: id, ownerId: ana.userId },
      { sendingJobId: id, ownerId: ana.userId },
    ]);
  });
});

describe('a file for a team', () => {
  const teamId = randomUUID();
  const inTeam = { ...ana, teams: [teamId] };

  it('each link of a file for a team belongs to the team', async () => {
    const rows = aFile([{}, {}]);
    expect((await clinic.post({ rows, teamId }, { as: inTeam })).status).toBe(201);
    await clinic.sweepAll();
    const made = await app.prisma.token.findMany({
      where: { patientRefId: { in: rows.map(({ reference = '' }) => reference) } },
    });
    expect(made.map((token) => token.teamId)).toEqual([teamId, teamId]);
    expect(await app.emitted('token.created')).toMatchObject([{ teamId }, { teamId }]);
  });

  it.each([
    ['a team that is not the caller’s', { teamId: randomUUID() }, 403, 'team_not_yours'],
    ['an archived team', { teamId }, 400, 'team_unknown'],
  ])('a file for %s is refused and not stored', async (_which, team, status, code) => {
    app.auth.on('/internal/teams/names', () => ({
      teams: [{ id: teamId, name: 'Reception', archived: true }],
    }));
    const response = await clinic.post({ rows: aFile([{}]), ...team }, { as: inTeam });
    expect(response).toMatchObject({ status, body: { code } });
    expect(await app.prisma.sendingJob.count()).toBe(0);
    app.auth.on('/internal/teams/names', openTeams);
  });
});

describe('a repeated request', () => {
  it('ten simultaneous calls with one key make one job', async () => {
    const rows = aFile([{}, {}]);
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 10 }, () => clinic.post({ rows }, { key })));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(new Set(responses.map(({ body }) => body.data.job.id)).size).toBe(1);
    await clinic.sweepAll();
    expect(texts()).toHaveLength(2);
    expect((await clinic.post({ rows }, { key })).body.data.job.state).toBe('done');
  });

  it('the same file sent again with another key sends nothing, before and after the first is done', async () => {
    const rows = aFile([{}, {}]);
    await clinic.send(rows);
    expect(await codesOf({ rows })).toEqual(['reference_waiting', 'reference_waiting']);
    expect((await clinic.post({ rows })).body.code).toBe('sending_nothing');
    await clinic.sweepAll();
    expect(await codesOf({ rows })).toEqual(['reference_active', 'reference_active']);
    expect((await clinic.post({ rows })).body.code).toBe('sending_nothing');
    expect(texts()).toHaveLength(2);
  });

  it('two simultaneous calls with the same rows and different keys send each row once', async () => {
    const rows = aFile([{}, {}, {}]);
    await Promise.all([clinic.post({ rows }), clinic.post({ rows })]);
    await clinic.sweepAll();
    expect(texts()).toHaveLength(3);
  });
});

describe('changes between the check and the sending', () => {
  const oneRow = async () => {
    const rows = aFile([{}]);
    const job = await clinic.send(rows);
    return { id: job.id, reference: rows[0]?.reference ?? '', phone: '+447700900000' };
  };
  const row = async (id: string) => (await clinic.rows(id))[0];

  it('a number whose owner replies STOP is not texted, and no link is made', async () => {
    const { id, phone } = await oneRow();
    const before = await links();
    app.notification.on('/internal/sms/allowance', () => allowance([phone]));
    await clinic.sweepAll();
    expect(await row(id)).toMatchObject({ state: 'failed', code: '21610', problem: sendingReason('21610') });
    expect({ texts: texts().length, links: await links() }).toEqual({ texts: 0, links: before });
  });

  it('a row whose reference got another active link fails with that reason', async () => {
    const { id, reference } = await oneRow();
    await app.create(ana, reference);
    await clinic.sweepAll();
    expect(await row(id)).toMatchObject({ state: 'failed', code: 'reference_active' });
    expect(texts()).toHaveLength(0);
  });

  it('a row whose last day is over fails with that reason', async () => {
    const { id } = await oneRow();
    await app.prisma.sendingRow.updateMany({
      where: { jobId: id },
      data: { days: null, until: new Date(0) },
    });
    await clinic.sweepAll();
    expect(await row(id)).toMatchObject({ state: 'failed', code: 'due_invalid' });
  });

  it('a text that the provider refuses fails with its reason, and its link needs attention and keeps the number', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: '21614' }));
    const { id, phone } = await oneRow();
    await clinic.sweepAll();
    const { tokenId = '', ...failed } = (await row(id)) ?? {};
    expect(failed).toMatchObject({ state: 'failed', code: '21614' });
    expect(await app.audited('token.send_sms')).toMatchObject([{ outcome: 'failed', reason: 'sms_21614' }]);
    expect(await attentionFor(tokenId)).toEqual(['text_failed']);
    expect(await app.listed(tokenId)).toMatchObject({
      ...{ hasSMS: true, smsStatus: 'failed', smsPhoneNumber: phone },
    });
    expect(await app.emitted('token.sms_changed')).toMatchObject([{ tokenId }]);
    expect(await app.prisma.smsSend.findMany({ where: { tokenId } })).toMatchObject([
      { status: 'failed', errorCode: '21614' },
    ]);
  });

  const sendByHand = (tokenId: string) =>
    app.call('POST', `/tokens/${tokenId}/send-sms`, { as: ana, body: { phoneNumber: '07700900555' } });

  it.each([
    ['is not texted again by the file', 'sent', 1],
    ['is texted by the file if that text has failed', 'failed', 2],
  ])('a link that was texted by hand while the file was paused %s', async (_what, smsStatus, sent) => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: '20429' }));
    const { id } = await oneRow();
    await clinic.sweepAll();
    const { tokenId = '' } = (await row(id)) ?? {};
    await clinic.change(id, 'pause');
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    app.notification.calls.length = 0;
    await sendByHand(tokenId);
    await app.prisma.token.update({ where: { id: tokenId }, data: { smsStatus } });
    await clinic.change(id, 'resume');
    app.get(TokenMetrics).sendingRows.reset();
    await clinic.sweepAll();
    expect(texts()).toHaveLength(sent);
    const { values } = await app.get(TokenMetrics).sendingRows.get();
    expect(values).toMatchObject([{ labels: { outcome: sent === 1 ? 'skipped' : 'sent' }, value: 1 }]);
    expect(await row(id)).toMatchObject({ state: 'sent' });
    expect(await clinic.job(id)).toMatchObject({ state: 'done' });
  });

  it('a text that is refused after its hand-over was interrupted does not hide a text that was sent by hand', async () => {
    app.notification.on('/internal/sms', () => {
      throw new Error('the response is lost');
    });
    const { id } = await oneRow();
    await clinic.sweepAll();
    const { tokenId = '' } = (await row(id)) ?? {};
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    await sendByHand(tokenId);
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: '21614' }));
    await app.prisma.sendingRow.updateMany({ data: { leaseUntil: new Date(0) } });
    await clinic.sweepAll();
    expect(await row(id)).toMatchObject({ state: 'failed', code: '21614' });
    expect(await app.listed(tokenId)).toMatchObject({ smsStatus: 'sent', smsPhoneNumber: '+447700900555' });
  });

  it.each([
    ['was delivered', 'delivered', '+447700900555'],
    ['has failed', 'failed', '+447700900555'],
  ] as const)(
    'a text sent by hand that %s stays shown, with its number and without reminders, when the file’s interrupted text turns out to be accepted',
    async (_what, smsStatus, smsPhoneNumber) => {
      app.notification.on('/internal/sms', () => {
        throw new Error('the response is lost');
      });
      const { id } = await clinic.send(aFile([{}]), { reminders: true });
      await clinic.sweepAll();
      const { tokenId = '' } = (await row(id)) ?? {};
      app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
      await sendByHand(tokenId);
      await smsStatusOf(() => app)(tokenId, String(texts().at(-1)?.body.deliveryId), smsStatus);
      await eventually(async () => expect(await app.listed(tokenId)).toMatchObject({ smsStatus }));
      await app.prisma.sendingRow.updateMany({ data: { leaseUntil: new Date(0) } });
      await clinic.sweepAll();
      expect(await row(id)).toMatchObject({ state: 'sent' });
      expect(await app.listed(tokenId)).toMatchObject({ smsStatus, smsPhoneNumber });
      const { nextReminderAt } = await app.prisma.token.findUniqueOrThrow({ where: { id: tokenId } });
      expect(nextReminderAt).toBeNull();
      expect(await app.audited('token.send_sms')).toHaveLength(2);
    },
  );

  it('an opening after a delivered text still counts when the text’s interrupted hand-over is repeated', async () => {
    app.notification.on('/internal/sms', () => {
      throw new Error('the response is lost');
    });
    const { id } = await oneRow();
    await clinic.sweepAll();
    const { tokenId = '' } = (await row(id)) ?? {};
    await smsStatusOf(() => app)(tokenId, String(texts()[0]?.body.deliveryId), 'delivered');
    await eventually(async () => expect(await app.listed(tokenId)).toMatchObject({ smsStatus: 'delivered' }));
    await app.call('POST', '/links/opened', { body: { token: (await app.listed(tokenId)).token } });
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    await app.prisma.sendingRow.updateMany({ data: { leaseUntil: new Date(0) } });
    await clinic.sweepAll();
    expect(await row(id)).toMatchObject({ state: 'sent' });
    expect(await app.prisma.token.findUniqueOrThrow({ where: { id: tokenId } })).toMatchObject({
      openedAt: expect.any(Date) as Date,
    });
  });

  it('a text in doubt is not shown as sent, is not sent again, and its link needs attention', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: 'in_doubt' }));
    const { id } = await oneRow();
    await clinic.sweepAll();
    await clinic.sweepAll();
    expect(await clinic.job(id)).toMatchObject({ state: 'done', counts: { unconfirmed: 1, sent: 0 } });
    expect(texts()).toHaveLength(1);
    expect(await attentionFor((await row(id))?.tokenId ?? '')).toEqual(['text_failed']);
  });

  it('a text in doubt is shown as sent once its status proves that it was sent, not when a later text fails', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: 'in_doubt' }));
    const { id, phone } = await oneRow();
    await clinic.sweepAll();
    const { tokenId = '' } = (await row(id)) ?? {};
    const sendAt = new Date(Date.now() + 86_400_000).toISOString();
    await app.call('POST', `/tokens/${tokenId}/send-sms`, { as: ana, body: { phoneNumber: phone, sendAt } });
    await app.prisma.$executeRawUnsafe(postponeReminders);
    expect(await app.listed(tokenId)).toMatchObject({ hasSMS: true, smsStatus: 'failed' });
    expect(await row(id)).toMatchObject({ state: 'unconfirmed', problem: sendingReason(IN_DOUBT) });
    await smsStatusOf(() => app)(tokenId, String(texts()[0]?.body.deliveryId), 'delivered');
    await eventually(async () => expect(await row(id)).toMatchObject({ state: 'sent' }));
    expect(await clinic.job(id)).toMatchObject({ counts: { unconfirmed: 0, sent: 1 } });
  });

  it('a text in doubt fails once the provider has no record of it, and is shown as sent if it was delivered after all', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: IN_DOUBT }));
    const { id } = await oneRow();
    await clinic.sweepAll();
    const { tokenId = '' } = (await row(id)) ?? {};
    const deliveryId = String(texts()[0]?.body.deliveryId);
    await smsStatusOf(() => app)(tokenId, deliveryId, 'failed', LOST);
    await eventually(async () =>
      expect(await row(id)).toMatchObject({ state: 'failed', code: LOST, problem: sendingReason(LOST) }),
    );
    expect(await clinic.job(id)).toMatchObject({ counts: { unconfirmed: 0, failed: 1 } });
    const { body } = await app.call<{ token: TokenDetails }>('GET', `/tokens/${tokenId}`, { as: ana });
    expect(body.data.token).toMatchObject({ smsStatus: 'failed', smsReason: smsReason(LOST) });
    expect(await attentionFor(tokenId)).toEqual(['text_failed']);
    expect(await app.prisma.smsSend.findUnique({ where: { deliveryId } })).toMatchObject({ accepted: false });
    await smsStatusOf(() => app)(tokenId, deliveryId, 'delivered', null, 2);
    await eventually(async () => expect(await row(id)).toMatchObject({ state: 'sent' }));
    expect(await app.listed(tokenId)).toMatchObject({ smsStatus: 'delivered' });
  });

  it('a link that is revoked while its text is pending is not texted', async () => {
    app.notification.on('/internal/sms', () => ({
      outcome: 'limited',
      limit: 'number',
      retryAfterSeconds: 60,
    }));
    const { id } = await oneRow();
    await clinic.sweepAll();
    const tokenId = (await row(id))?.tokenId ?? '';
    await app.call('PATCH', `/tokens/${tokenId}`, { as: ana, body: { status: 'revoked' } });
    await app.prisma.sendingRow.updateMany({ data: { dueAt: new Date(0) } });
    app.notification.calls.length = 0;
    await clinic.sweepAll();
    expect(await row(id)).toMatchObject({ state: 'failed', code: 'link_ended' });
    expect(texts()).toHaveLength(0);
  });
});

describe('a file that has to wait', () => {
  const due = () =>
    app.prisma.$transaction([
      app.prisma.sendingJob.updateMany({ data: { waitsUntil: new Date(0) } }),
      app.prisma.sendingRow.updateMany({ data: { dueAt: new Date(0) } }),
    ]);

  it('a file waits when the clinician’s daily limit is reached, says so, and then continues', async () => {
    const { id } = await clinic.send(aFile(Array.from({ length: 12 }, () => ({}))));
    left = 0;
    await clinic.sweepAll();
    const waiting = await clinic.job(id);
    expect(waiting).toMatchObject({
      state: 'running',
      counts: { waiting: 12, failed: 0 },
      waits: { reason: 'limit' },
    });
    expect(Date.parse(waiting.waits?.until ?? '')).toBeGreaterThan(Date.now());
    left = 1000;
    await clinic.sweepAll();
    expect(texts()).toHaveLength(0);
    await due();
    await clinic.sweepAll();
    expect(await clinic.job(id)).toMatchObject({ state: 'done', counts: { sent: 12 } });
  });

  it.each([
    ['the clinician’s limit of texts', 'clinician'],
    ['the limit of a number', 'number'],
  ])(
    'a file that waits for %s continues in the morning, not when the limit is reset at night',
    async (_what, limit) => {
      const midnight = startOfLimitDay(new Date(Date.now() + 86_400_000)).getTime();
      const retryAfterSeconds = Math.ceil((midnight - Date.now()) / 1000);
      app.notification.on('/internal/sms', () => ({ outcome: 'limited', limit, retryAfterSeconds }));
      const { id } = await clinic.send(aFile([{}, {}]));
      await clinic.sweepAll();
      const times = [
        new Date((await clinic.job(id)).waits?.until ?? 0),
        ...(await app.prisma.sendingRow.findMany({ where: { jobId: id } })).map(({ dueAt }) => dueAt),
      ];
      const inLondon = times.map((time) => time.toLocaleTimeString('en-GB', { timeZone: 'Europe/London' }));
      expect(inLondon).toEqual(['08:00:00', '08:00:00', '08:00:00']);
      for (const time of times) expect(time.getTime()).toBeGreaterThan(midnight);
    },
  );

  it('no row fails or is sent twice when a limit is reached midway', async () => {
    let sent = 0;
    const limited = { outcome: 'limited', limit: 'clinician', retryAfterSeconds: 3600 };
    app.notification.on('/internal/sms', () =>
      sent++ < 5 ? { outcome: 'accepted', status: 'sent' } : limited,
    );
    const { id } = await clinic.send(aFile(Array.from({ length: 12 }, () => ({}))));
    await clinic.sweepAll();
    expect(await clinic.job(id)).toMatchObject({
      ...{ counts: { sent: 5, failed: 0 }, waits: { reason: 'limit' } },
    });
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    await due();
    await clinic.sweepAll();
    expect(await clinic.job(id)).toMatchObject({ state: 'done', counts: { sent: 12 } });
    expect(new Set(texts().map(({ body }) => body.tokenId)).size).toBe(12);
  });

  it('a limit for one number delays only the row with that number, which is retried when the file is resumed', async () => {
    const stuck = '+447700900001';
    app.notification.on('/internal/sms', ({ to }) =>
      to === stuck
        ? { outcome: 'limited', limit: 'number', retryAfterSeconds: 3600 }
        : { outcome: 'accepted', status: 'sent' },
    );
    const { id } = await clinic.send(aFile([{}, { phone: stuck }, {}]));
    await clinic.sweepAll();
    expect(await clinic.job(id)).toMatchObject({
      counts: { sent: 2, sending: 1 },
      waits: { reason: 'number' },
    });
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    await clinic.change(id, 'pause');
    await clinic.change(id, 'resume');
    await clinic.sweepAll();
    expect(await clinic.job(id)).toMatchObject({ state: 'done', counts: { sent: 3 } });
  });

  it('a text that a busy provider refuses is tried again later with a new delivery id', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: '20429' }));
    const { id } = await clinic.send(aFile([{}]));
    await clinic.sweepAll();
    expect(await clinic.job(id)).toMatchObject({ state: 'running', waits: { reason: 'provider' } });
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    await due();
    await clinic.sweepAll();
    const [first, second] = texts().map(({ body }) => body);
    expect(first?.tokenId).toBe(second?.tokenId);
    expect(first?.deliveryId).not.toBe(second?.deliveryId);
    expect(await clinic.job(id)).toMatchObject({ state: 'done', counts: { sent: 1 } });
  });

  it('a file waits while the provider does not accept our account, and its row gives the reason', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: '20003' }));
    const { id } = await clinic.send(aFile([{}, {}, {}]));
    const before = await links();
    await clinic.sweepAll();
    expect(await clinic.job(id)).toMatchObject({
      ...{ state: 'running', waits: { reason: 'provider' } },
      counts: { sending: 1, waiting: 2, failed: 0 },
    });
    expect(await links()).toBe(before + 1);
    const problem = smsReason('20003');
    expect((await clinic.rows(id))[0]).toMatchObject({ state: 'sending', code: '20003', problem });
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    await due();
    await clinic.sweepAll();
    expect(await clinic.job(id)).toMatchObject({ state: 'done', counts: { sent: 3 } });
  });

  it('the reminders of a text that waited for days are planned from the time at which it is sent', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: 'unreachable' }));
    const { id } = await clinic.send(aFile([{}]), { reminders: true });
    await clinic.sweepAll();
    await clinic.change(id, 'pause');
    const { tokenId = '' } = (await clinic.rows(id))[0] ?? {};
    const fourDaysAgo = new Date(Date.now() - 4 * 86_400_000);
    await app.prisma.smsSend.updateMany({ where: { tokenId }, data: { createdAt: fourDaysAgo } });
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    await clinic.change(id, 'resume');
    await clinic.sweepAll();
    expect(await clinic.job(id)).toMatchObject({ state: 'done', counts: { sent: 1 } });
    const { nextReminderAt } = await app.prisma.token.findUniqueOrThrow({ where: { id: tokenId } });
    expect(nextReminderAt?.getTime()).toBeGreaterThan(Date.now() + 2 * 86_400_000);
  });

  it('a text is handed over again with the same delivery id if the notification service does not respond', async () => {
    app.notification.on('/internal/sms', () => {
      throw new Error('notification is down');
    });
    const { id } = await clinic.send(aFile([{}]));
    await clinic.sweepAll();
    expect(await clinic.job(id)).toMatchObject({ counts: { sending: 1 } });
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    await app.prisma.sendingRow.updateMany({ data: { leaseUntil: new Date(0) } });
    await clinic.sweepAll();
    expect(new Set(texts().map(({ body }) => body.deliveryId)).size).toBe(1);
    expect(await clinic.job(id)).toMatchObject({ state: 'done', counts: { sent: 1 } });
  });

  it.each([
    ['may have been sent', 'unconfirmed', IN_DOUBT],
    ['the provider has no record of', 'failed', 'link_ended'],
  ] as const)(
    'a text that %s before its link was used is shown as %s, and is not handed over again',
    async (_what, state, code) => {
      app.notification.on('/internal/sms', () => {
        throw new Error('the response is lost');
      });
      const { id } = await clinic.send(aFile([{}]));
      await clinic.sweepAll();
      const { tokenId = '' } = (await clinic.rows(id))[0] ?? {};
      const lose = () => smsStatusOf(() => app)(tokenId, String(texts()[0]?.body.deliveryId), 'failed', LOST);
      if (state === 'failed') await app.untilHandled('RecordSmsStatusChanged.handle', lose);
      await app.prisma.token.updateMany({ where: { id: tokenId }, data: { status: 'used' } });
      await app.prisma.sendingRow.updateMany({ data: { leaseUntil: new Date(0) } });
      await clinic.sweepAll();
      expect(await clinic.job(id)).toMatchObject({ state: 'done', counts: { [state]: 1 } });
      expect(await clinic.rows(id)).toMatchObject([{ code, problem: sendingReason(code) }]);
      expect(texts()).toHaveLength(1);
    },
  );

  it.each([
    ['reached a limit', () => ({ outcome: 'limited', limit: 'number', retryAfterSeconds: 60 })],
    [
      'may have been sent',
      () => {
        throw new Error('the response is lost');
      },
    ],
  ])(
    'a text that %s waits while an upload with its link is being committed, and is sent if the document was not stored',
    async (_what, handOver) => {
      app.notification.on('/internal/sms', handOver);
      const { id } = await clinic.send(aFile([{}]));
      await clinic.sweepAll();
      app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
      const { tokenId = '' } = (await clinic.rows(id))[0] ?? {};
      const { claimId } = await app.confirm((await app.listed(tokenId)).token);
      const tryAgain = async () => {
        await app.prisma.sendingRow.updateMany({
          where: { leaseUntil: { not: null } },
          data: { leaseUntil: new Date(0) },
        });
        await due();
        app.notification.calls.length = 0;
        await clinic.sweepAll();
      };
      await tryAgain();
      expect(texts()).toEqual([]);
      expect(await clinic.job(id)).toMatchObject({ state: 'running', counts: { sending: 1 } });
      await app.step(claimId, 'release');
      await tryAgain();
      expect(texts()).toHaveLength(1);
      expect(await clinic.job(id)).toMatchObject({ state: 'done', counts: { sent: 1 } });
    },
  );

  it('a row whose text can never be handed over does not hold up the other files', async () => {
    app.notification.on('/internal/sms', () => {
      throw new Error('notification is down');
    });
    const broken = await clinic.send(aFile([{}]));
    await clinic.sweepAll();
    const { deliveryId } = await app.prisma.sendingRow.findFirstOrThrow({ where: { jobId: broken.id } });
    const { tokenId } = await app.prisma.smsSend.findUniqueOrThrow({ where: { deliveryId: deliveryId! } });
    await app.prisma.token.update({ where: { id: tokenId }, data: { linkSealed: new Uint8Array(64) } });
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    await app.prisma.sendingRow.updateMany({ data: { leaseUntil: new Date(0) } });
    const other = await clinic.send(aFile([{}]));
    await clinic.sweepAll();
    expect(await clinic.job(other.id)).toMatchObject({ state: 'done', counts: { sent: 1 } });
    expect(await clinic.job(broken.id)).toMatchObject({ state: 'running', counts: { sending: 1 } });
  });

  it('a file sends nothing while its clinician is disabled', async () => {
    const { id } = await clinic.send(aFile([{}]));
    app.auth.on('/internal/users/names', () => ({ users: users(true) }));
    await clinic.sweepAll();
    expect(await clinic.job(id)).toMatchObject({ state: 'running', waits: { reason: 'owner' } });
    expect(texts()).toHaveLength(0);
  });
});

describe('pausing and cancelling', () => {
  it('a paused file sends nothing until it is resumed', async () => {
    const { id } = await clinic.send(aFile([{}, {}]));
    expect((await clinic.change(id, 'pause')).body.data.job.state).toBe('paused');
    await clinic.sweepAll();
    expect(texts()).toHaveLength(0);
    expect((await clinic.change(id, 'resume')).body.data.job.state).toBe('running');
    await clinic.sweepAll();
    expect(await clinic.job(id)).toMatchObject({ state: 'done', counts: { sent: 2 } });
  });

  it('a pause during a round stops it after the text that is being handed over', async () => {
    let paused: Promise<unknown> | undefined;
    const { id } = await clinic.send(aFile([{}, {}, {}]));
    app.notification.on('/internal/sms', async () => {
      paused ??= clinic.change(id, 'pause');
      await paused;
      return { outcome: 'accepted', status: 'sent' };
    });
    await clinic.sweepAll();
    expect(await clinic.job(id)).toMatchObject({ state: 'paused', counts: { sent: 1, waiting: 2 } });
  });

  it('a cancelled file keeps what was sent and sends nothing else', async () => {
    app.notification.on('/internal/sms', ({ to }) =>
      to === '+447700900000'
        ? { outcome: 'accepted', status: 'sent' }
        : { outcome: 'limited', limit: 'clinician', retryAfterSeconds: 1 },
    );
    const { id } = await clinic.send(aFile([{}, {}, {}]));
    await clinic.sweepAll();
    const { body } = await clinic.change(id, 'cancel');
    expect(body.data.job).toMatchObject({ state: 'cancelled', counts: { sent: 1, cancelled: 2 } });
    app.notification.calls.length = 0;
    await app.prisma.sendingRow.updateMany({ data: { dueAt: new Date(0) } });
    await clinic.sweepAll();
    expect(texts()).toHaveLength(0);
  });

  it('a text whose hand-over was interrupted is finished after a cancellation, because it may have been sent', async () => {
    app.notification.on('/internal/sms', () => {
      throw new Error('notification is down');
    });
    const { id } = await clinic.send(aFile([{}]));
    await clinic.sweepAll();
    await clinic.change(id, 'cancel');
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    await app.prisma.sendingRow.updateMany({ data: { leaseUntil: new Date(0) } });
    await clinic.sweepAll();
    expect(await clinic.job(id)).toMatchObject({ state: 'cancelled', counts: { sent: 1, cancelled: 0 } });
  });

  it('repeating a change is harmless, and a file that has ended cannot be changed', async () => {
    const { id } = await clinic.send(aFile([{}]));
    expect((await clinic.change(id, 'resume')).status).toBe(200);
    await clinic.change(id, 'pause');
    expect((await clinic.change(id, 'pause')).status).toBe(200);
    await clinic.change(id, 'cancel');
    expect((await clinic.change(id, 'cancel')).status).toBe(200);
    for (const change of ['pause', 'resume'] as const)
      expect((await clinic.change(id, change)).body.code).toBe('sending_job_ended');
    expect(await app.audited('sending_job.cancel')).toHaveLength(1);
  });
});

describe('who may read and change a file', () => {
  it('another clinician may neither read nor change a file, and the attempts are audited', async () => {
    const { id } = await clinic.send(aFile([{}]));
    const calls = [
      app.call('GET', `/sending-jobs/${id}`, { as: ben }),
      app.call('GET', `/sending-jobs/${id}/rows`, { as: ben }),
      clinic.results(id, ben),
      clinic.change(id, 'pause', ben),
      clinic.change(id, 'cancel', ben),
      app.call('GET', '/sending-jobs/not-an-id', { as: ana }),
    ];
    for (const { status, body } of await Promise.all(calls))
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
    expect((await clinic.job(id)).state).toBe('running');
    const refused = (await app.emitted('audit.recorded')).filter((entry) =>
      JSON.stringify(entry).includes('refused'),
    );
    expect(refused).toHaveLength(calls.length);
    const { body } = await app.call<{ jobs: unknown[] }>('GET', '/sending-jobs', { as: ben });
    expect(body.data.jobs).toEqual([]);
  });

  it('an administrator may read and cancel a file, which is audited', async () => {
    const { id } = await clinic.send(aFile([{}]));
    expect((await app.call('GET', `/sending-jobs/${id}`, { as: dora })).status).toBe(200);
    expect((await clinic.change(id, 'cancel', dora)).status).toBe(200);
    expect(await app.audited('sending_job.view')).toMatchObject([{ actor: { id: dora.userId } }]);
    expect(await app.audited('sending_job.cancel')).toMatchObject([{ actor: { id: dora.userId } }]);
  });

  it('an administrator’s repeated change, which changes nothing, is audited as a view of the file', async () => {
    const { id } = await clinic.send(aFile([{}]));
    for (const as of [ana, ana, dora]) expect((await clinic.change(id, 'pause', as)).status).toBe(200);
    expect(await app.audited('sending_job.view')).toMatchObject([
      { actor: { id: dora.userId }, subject: { kind: 'sending_job', id } },
    ]);
  });
});

describe('the results of a file', () => {
  it('the results have the link, state and reason of each row, and are audited like an export of links', async () => {
    const rows = aFile([{}, { phone: STOPPED }]);
    const { id } = await clinic.send(rows);
    await clinic.sweepAll();
    const { body } = await clinic.results(id);
    expect(body.data.rows).toEqual([
      expect.objectContaining({
        line: 2,
        state: 'sent',
        token: expect.stringMatching(/^[A-Za-z0-9]{43}$/) as string,
      }),
      expect.objectContaining({ line: 3, state: 'failed', problem: sendingReason('21610') }),
    ]);
    const [entry] = await app.audited('token.export');
    expect(entry).toMatchObject({
      codes: ['csv'],
      related: [{ kind: 'token', id: body.data.rows[0]?.tokenId }],
    });
  });

  it('the results have no link for a row whose link has since been assigned to a colleague, and the export does not name it', async () => {
    const { id } = await clinic.send(aFile([{}, {}]));
    await clinic.sweepAll();
    const [kept, assigned] = await clinic.rows(id);
    await app.prisma.token.update({ where: { id: assigned?.tokenId ?? '' }, data: { ownerId: ben.userId } });
    const { rows } = (await clinic.results(id)).body.data;
    expect(rows[1]).toEqual(assigned);
    expect(rows[0]).toHaveProperty('token');
    const [entry] = await app.audited('token.export');
    expect(entry?.related).toEqual([{ kind: 'token', id: kept?.tokenId }]);
  });

  it('the rows that the page shows do not contain the value of the link', async () => {
    const { id } = await clinic.send(aFile([{}]));
    await clinic.sweepAll();
    expect(Object.keys((await clinic.rows(id))[0] ?? {})).not.toContain('token');
  });
});

describe('a file that is sent later', () => {
  const inAn = (ms: number) => new Date(Date.now() + ms).toISOString();
  const later = (sendAt: string) =>
    app.call<{ job: SendingJob }>('POST', '/sending-jobs', {
      as: ana,
      body: { rows: aFile([{}, {}]), sendAt },
    });
  const scheduled = async () => (await later(inAn(86_400_000))).body.data.job;

  it('a scheduled file makes no link and sends no text before its time, and then sends all texts', async () => {
    const before = await links();
    const job = await scheduled();
    expect(job).toMatchObject({ state: 'scheduled', startAt: expect.any(String), counts: { waiting: 2 } });
    await clinic.sweepAll();
    expect(await links()).toBe(before);
    expect(texts()).toEqual([]);
    await app.prisma.sendingJob.update({ where: { id: job.id }, data: { startAt: new Date() } });
    await Promise.all([clinic.sweepAll(), clinic.sweepAll()]);
    await clinic.sweepAll();
    expect(texts()).toHaveLength(2);
    const done = await clinic.job(job.id);
    expect(done).toMatchObject({ state: 'done', counts: { sent: 2 } });
    expect(done.startAt).toBeUndefined();
  });

  it('a scheduled file can be started now', async () => {
    const { id } = await scheduled();
    expect((await clinic.change(id, 'start')).body.data.job.state).toBe('running');
    await clinic.sweepAll();
    expect(texts()).toHaveLength(2);
    expect(await app.audited('sending_job.start')).toMatchObject([{ outcome: 'success' }]);
  });

  it('a scheduled file can be cancelled, and then keeps no number', async () => {
    const { id } = await scheduled();
    expect((await clinic.change(id, 'cancel')).body.data.job.state).toBe('cancelled');
    await app.prisma.sendingJob.update({ where: { id }, data: { startAt: new Date() } });
    await clinic.sweepAll();
    expect(texts()).toEqual([]);
    expect(await app.prisma.sendingRow.count({ where: { jobId: id, phoneNumber: { not: null } } })).toBe(0);
    expect((await clinic.change(id, 'start')).status).toBe(409);
  });

  it('a due file waits when the daily limit has been reached', async () => {
    const { id } = await scheduled();
    await app.prisma.sendingJob.update({ where: { id }, data: { startAt: new Date() } });
    left = 0;
    await clinic.sweepAll();
    expect(texts()).toEqual([]);
    expect((await clinic.job(id)).waits).toMatchObject({ reason: 'limit' });
  });

  it.each([
    ['tomorrow', 'send_at_invalid'],
    [inAn(4 * 60_000), 'send_at_soon'],
    [inAn(8.1 * 86_400_000), 'send_at_far'],
  ])('the time %s is refused as %s', async (sendAt, code) => {
    expect(await later(sendAt)).toMatchObject({ status: 400, body: { code } });
    expect(await app.prisma.sendingJob.count()).toBe(0);
  });

  it('the last day of a row must be after the day on which its scheduled file starts', async () => {
    const start = Date.now() + 3 * 86_400_000;
    const sendAt = new Date(start).toISOString();
    const dayAt = (days: number) =>
      new Date(start + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/London' });
    const rows = aFile([{ due: dayAt(-1) }, { due: dayAt(0) }, { due: dayAt(1) }, { due: '1' }]);
    const codes = ['due_invalid', 'due_invalid', null, null];
    expect(await codesOf({ rows, sendAt })).toEqual(codes);
    const { id } = await clinic.send(rows, { sendAt });
    expect((await clinic.rows(id)).map(({ code }) => code ?? null)).toEqual(codes);
  });

  it('the check delays rows because of today’s limits only if the file starts today', async () => {
    left = 0;
    const waitsAt = async (sendAt: string) =>
      (await clinic.check({ rows: aFile([{}]), sendAt })).rows.map(({ waits }) => waits?.code);
    expect(await waitsAt(inAn(0))).toEqual(['texts_used_up']);
    expect(await waitsAt(inAn(86_400_000))).toEqual([undefined]);
  });

  it('a scheduled file is paused in a restored database', async () => {
    const { id } = await scheduled();
    await app.prisma.$executeRawUnsafe(postponeReminders);
    expect(await clinic.job(id)).toMatchObject({ state: 'paused', restored: true });
  });
});

describe('stored files', () => {
  it('a row that is sent or refused keeps neither number nor nickname', async () => {
    const { id } = await clinic.send(aFile([{ nickname: 'Mum' }, { phone: STOPPED, nickname: 'Dad' }]));
    await clinic.sweepAll();
    const rows = await app.prisma.sendingRow.findMany({ where: { jobId: id } });
    expect(rows.map(({ phoneNumber, nickname }) => [phoneNumber, nickname])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('a file is deleted 14 days after it ended, and cancelled if it has not ended 14 days after it was created', async () => {
    const done = await clinic.send(aFile([{}]));
    await clinic.sweepAll();
    const open = await clinic.send(aFile([{}]));
    const long = new Date(Date.now() - 14.1 * 86_400_000);
    await app.prisma.sendingJob.update({ where: { id: done.id }, data: { endedAt: long } });
    await app.prisma.sendingJob.update({ where: { id: open.id }, data: { createdAt: long } });
    expect(await app.get(ForgetSendingJobs).execute()).toBe(1);
    expect(await app.prisma.sendingRow.count({ where: { jobId: done.id } })).toBe(0);
    expect(await clinic.job(open.id)).toMatchObject({ state: 'cancelled', counts: { cancelled: 1 } });
    const [row] = await app.prisma.sendingRow.findMany({ where: { jobId: open.id } });
    expect(row?.phoneNumber).toBeNull();
  });

  it('the cancellation of a file that has not ended after 14 days is announced to open pages and audited', async () => {
    const { id } = await clinic.send(aFile([{}]));
    const createdAt = new Date(Date.now() - 14.1 * 86_400_000);
    await app.prisma.sendingJob.update({ where: { id }, data: { createdAt } });
    await app.prisma.outbox.deleteMany();
    await app.get(ForgetSendingJobs).execute();
    await app.get(ForgetSendingJobs).execute();
    expect(await app.emitted('token.sending_changed')).toEqual([{ sendingJobId: id, ownerId: ana.userId }]);
    expect(await app.audited('sending_job.cancel')).toMatchObject([{ actor: { kind: 'system' } }]);
  });
});
