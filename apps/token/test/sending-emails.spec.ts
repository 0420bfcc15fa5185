import { randomUUID } from 'node:crypto';
import {
  emailReason,
  sendingReason,
  smsReason,
  type AttentionTokensResponse,
  type Reminders,
  type SendingJobBody,
  type SendingRow,
  type TokenDetails,
} from '@caredrop/contracts';
import { eventually, people } from '@caredrop/testing';
import { ForgetSendingJobs } from '../src/jobs/forget-sending-jobs.js';
import { aFile, files, STOPPED } from './support/a-file.js';
import { emailStatusOf } from './support/email-status.js';
import { ana, TokenApp } from './support/token-app.js';

let app: TokenApp;
let clinic: ReturnType<typeof files>;
let left: number;
let configured: boolean;
const statusOf = emailStatusOf(() => app);

beforeAll(async () => {
  app = await TokenApp.start({
    LANGUAGES: 'en,pl',
    EMAIL_PER_CLINICIAN_PER_DAY: '6',
    EMAIL_PER_ADDRESS_PER_DAY: '2',
  });
  clinic = files(app);
});
afterAll(() => app.stop());

beforeEach(async () => {
  await app.prisma.sendingJob.deleteMany();
  await app.prisma.linkEmail.deleteMany();
  await app.prisma.outbox.deleteMany();
  app.notification.calls.length = 0;
  [left, configured] = [1000, true];
  app.auth.on('/internal/users/names', () => ({ users: [{ ...people.ana, disabled: false }] }));
  app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
  app.notification.on('/internal/sms/allowance', () => ({
    ...{ configured, left, retryAfterSeconds: 3600, suppressed: [STOPPED] },
  }));
});

const address = (n: number) => `patient-${n}@example.test`;
const emailed = (n: number) => ({ phone: '', email: address(n) });
const both = (n: number) => ({ email: address(n) });
const texts = () => app.notification.calls.filter(({ path }) => path === '/internal/sms');
const requested = () =>
  app.emitted('token.email_requested') as Promise<{ tokenId: string; deliveryId: string }[]>;
const addressesSent = async () =>
  (await app.prisma.linkEmail.findMany({ orderBy: { createdAt: 'asc' } })).map((email) => email.address);

/** Sends a file; returns its job and rows when nothing more is due. */
async function sent(rows: SendingRow[], settings: Partial<SendingJobBody> = {}) {
  const { id } = await clinic.send(rows, settings);
  await clinic.sweepAll();
  return { id, job: await clinic.job(id), rows: await clinic.rows(id) };
}

/** Pretends that it is tomorrow: none of today's emails counts any more. */
async function nextDay(): Promise<void> {
  await app.prisma.linkEmail.updateMany({ data: { createdAt: new Date(Date.now() - 86_400_000) } });
  await app.prisma.sendingRow.updateMany({ data: { dueAt: new Date(0) } });
  await app.prisma.sendingJob.updateMany({ data: { waitsUntil: new Date(0) } });
}

describe('the check of rows with an email address', () => {
  const check = async (cells: Parameters<typeof aFile>[0]) => clinic.check({ rows: aFile(cells) });

  it('the check shows for each row whether it is texted, emailed, or both, and counts segments of texts only', async () => {
    const { rows, emails, sendable } = await check([{}, emailed(1), both(2)]);
    expect(rows.map(({ channels }) => channels)).toEqual([['sms'], ['email'], ['sms', 'email']]);
    expect(rows.map(({ segments }) => segments > 0)).toEqual([true, false, true]);
    expect({ sendable, emails }).toEqual({ sendable: 3, emails: { count: 2, leftToday: 6 } });
  });

  it('the check refuses a row with neither a number nor an address, and one with a malformed number or address', async () => {
    const malformed = [
      'patient',
      'a@b.example, c@d.example',
      'a@b.example\r\nBcc: c@d.example',
      `${'a'.repeat(250)}@b.example`,
    ];
    const { rows } = await check([
      { phone: ' ', email: ' ' },
      ...malformed.map((email) => ({ email })),
      { phone: 'ask at the desk', email: address(1) },
    ]);
    expect(rows.map(({ code }) => code)).toEqual([
      'contact_missing',
      ...malformed.map(() => 'email_address_invalid'),
      'phone_invalid',
    ]);
    expect(rows[1]).toMatchObject({ problem: 'Please enter a valid email address.' });
    expect(rows[1]?.channels).toBeUndefined();
  });

  it('the check refuses rows with a number, but not others, when no text message provider is set up', async () => {
    configured = false;
    const { rows } = await check([{}, emailed(1), both(2)]);
    expect(rows.map(({ code }) => code ?? null)).toEqual(['not_set_up', null, 'not_set_up']);
  });

  it('a number whose owner replied STOP is refused even if the row has an address', async () => {
    const { rows } = await check([{ phone: STOPPED, email: address(1) }]);
    expect(rows[0]).toMatchObject({ code: '21610' });
  });
});

describe('a row that is only emailed', () => {
  it('a row that is only emailed gets a link that is emailed once, without a text', async () => {
    const file = aFile([{ ...emailed(1), language: 'pl', nickname: 'Mum' }]);
    const { job, rows, id } = await sent(file);
    expect(job).toMatchObject({ state: 'done', counts: { sent: 1, total: 1 } });
    const [row] = rows;
    expect(row).toMatchObject({ state: 'sent', channels: ['email'], email: { status: 'queued' } });
    const [event, ...others] = await requested();
    expect(others).toEqual([]);
    expect(event?.tokenId).toBe(row?.tokenId);
    const { body } = await app.call<{ token: TokenDetails }>('GET', `/tokens/${row?.tokenId}`, { as: ana });
    expect(body.data.token).toMatchObject({
      ...{ emailStatus: 'queued', emailAddress: address(1), hasSMS: false, language: 'pl', nickname: 'Mum' },
    });
    expect(texts()).toEqual([]);
    expect(await app.audited('token.send_email')).toMatchObject([
      {
        actor: { kind: 'user', id: ana.userId },
        subject: { id: row?.tokenId },
        related: [
          { kind: 'delivery', id: event?.deliveryId },
          { kind: 'sending_job', id },
        ],
      },
    ]);
  });

  it('a row that is only emailed is sent even if no text message provider is set up', async () => {
    configured = false;
    expect((await sent(aFile([emailed(1)]))).job.state).toBe('done');
  });

  it.each([
    ['has reminders by email after the mail server has accepted the email', true, 3],
    ['has no reminders if the file asks for none', false, 0],
  ])('a row that is only emailed %s', async (_what, wanted, planned) => {
    await sent(aFile([emailed(1)]), { reminders: wanted });
    const [event] = await requested();
    if (!event) throw new Error('an email was expected');
    await statusOf(event, 'sent');
    await eventually(async () => {
      const { emailStatus } = await app.prisma.token.findUniqueOrThrow({ where: { id: event.tokenId } });
      expect(emailStatus).toBe('sent');
    });
    const { body } = await app.call<Reminders>('GET', `/tokens/${event.tokenId}/reminders`, { as: ana });
    expect(body.data.planned).toHaveLength(planned);
    expect(body.data.channel).toBe('email');
  });

  it('a row that is only emailed shows the later status of its email', async () => {
    const { id } = await sent(aFile([emailed(1), emailed(2)]));
    const [first, second] = await requested();
    if (!first || !second) throw new Error('two emails were expected');
    await statusOf(first, 'sent');
    await statusOf(second, 'failed', { errorCode: '550' });
    await eventually(async () => {
      expect((await clinic.rows(id)).map(({ email }) => email)).toEqual([
        { status: 'sent' },
        { status: 'failed', problem: emailReason('550') },
      ]);
    });
    expect((await clinic.results(id)).body.data.rows.map(({ email }) => email?.status)).toEqual([
      'sent',
      'failed',
    ]);
  });
});

describe('the counts of a file with emails', () => {
  it('a row that is only emailed does not count as sent once its email fails', async () => {
    const { id, job } = await sent(aFile([emailed(1), emailed(2), both(3)]));
    expect(job.counts).toMatchObject({ sent: 3, failed: 0, emails: { queued: 3, failed: 0 } });
    const [first, , third] = await app.prisma.linkEmail.findMany({ orderBy: { address: 'asc' } });
    if (!first || !third) throw new Error('three emails were expected');
    await statusOf(first, 'failed', { errorCode: '550' });
    await statusOf(third, 'failed', { errorCode: '550' });
    await eventually(async () => {
      const { counts } = await clinic.job(id);
      expect(counts).toMatchObject({ total: 3, sent: 2, failed: 1, emails: { queued: 1, failed: 1 } });
    });
    expect((await clinic.rows(id)).map(({ state }) => state)).toEqual(['failed', 'sent', 'sent']);
  });
});

describe('a row that is texted and emailed', () => {
  it('a row that is texted and emailed gets one link, one text and one email from several sweepers at once', async () => {
    const { id } = await clinic.send(aFile([both(1), both(2), both(3)]));
    await Promise.all([clinic.sweepAll(), clinic.sweepAll(), clinic.sweepAll()]);
    await clinic.sweepAll();
    expect(await clinic.job(id)).toMatchObject({ state: 'done', counts: { sent: 3 } });
    const rows = await clinic.rows(id);
    const links = rows.map(({ tokenId }) => tokenId).sort();
    expect(new Set(links).size).toBe(3);
    expect(
      texts()
        .map(({ body }) => body.tokenId)
        .sort(),
    ).toEqual(links);
    expect((await requested()).map(({ tokenId }) => tokenId).sort()).toEqual(links);
    expect(rows.map(({ channels, email }) => [channels, email?.status])).toEqual(
      rows.map(() => [['sms', 'email'], 'queued']),
    );
    const [audited] = await app.audited('token.send_sms');
    expect(audited?.related).toContainEqual({ kind: 'sending_job', id });
  });

  it('a row is emailed once when its text is refused', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: '21614' }));
    const { rows } = await sent(aFile([both(1)]));
    expect(rows).toMatchObject([{ state: 'failed', code: '21614', email: { status: 'queued' } }]);
    expect(await requested()).toHaveLength(1);
  });

  it('a link whose text is refused does not need attention once the mail server has accepted its email', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: '21614' }));
    await sent(aFile([both(1)]), { reminders: true });
    const [event] = await requested();
    if (!event) throw new Error('an email was expected');
    const listed = async () => {
      const { body } = await app.call<AttentionTokensResponse>('GET', '/tokens/attention', { as: ana });
      return body.data.tokens.filter(({ token }) => token.id === event.tokenId).map(({ reason }) => reason);
    };
    expect(await listed()).toEqual(['text_failed']);
    await statusOf(event, 'sent');
    await eventually(async () => expect(await listed()).toEqual([]));
    const { body } = await app.call<Reminders>('GET', `/tokens/${event.tokenId}/reminders`, { as: ana });
    expect(body.data).toMatchObject({ channel: 'email' });
    expect(body.data.planned).toHaveLength(3);
  });

  it.each([
    ['is not sent', () => ({ outcome: 'refused', reason: 'x', code: '20429' }), 0, 'failed'],
    [
      'that may have been sent is handed over again',
      () => {
        throw new Error('the response is lost');
      },
      1,
      'sent',
    ],
  ])(
    'after the reader of the email reports that the link is not theirs, the pending text of the row %s',
    async (_what, handOver, sentAfter, state) => {
      app.notification.on('/internal/sms', handOver);
      const { id, rows } = await sent(aFile([both(1)]));
      const [{ tokenId = '' } = {}] = rows;
      const body = { token: (await app.listed(tokenId)).token, reason: 'not_mine' };
      expect((await app.call('POST', '/links/problems', { body })).status).toBe(202);
      app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
      app.notification.calls.length = 0;
      await app.prisma.sendingRow.updateMany({
        where: { leaseUntil: { not: null } },
        data: { leaseUntil: new Date(0) },
      });
      await nextDay();
      await clinic.sweepAll();
      expect(texts()).toHaveLength(sentAfter);
      expect(await clinic.job(id)).toMatchObject({ state: 'done' });
      expect((await clinic.rows(id))[0]).toMatchObject({
        state,
        ...(state === 'failed' && { code: 'not_mine', problem: smsReason('not_mine') }),
      });
    },
  );

  it('a row is emailed once when its text has to be handed over again', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: '20429' }));
    const { id, rows } = await sent(aFile([both(1)]));
    expect(rows).toMatchObject([{ state: 'sending', email: { status: 'queued' } }]);
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    await nextDay();
    await clinic.sweepAll();
    expect((await clinic.job(id)).state).toBe('done');
    expect(await requested()).toHaveLength(1);
  });

  it('a file is sent once after a double click', async () => {
    const key = randomUUID();
    const rows = aFile([both(1), emailed(2)]);
    await Promise.all([clinic.post({ rows }, { key }), clinic.post({ rows }, { key })]);
    await clinic.sweepAll();
    expect([texts().length, (await requested()).length]).toEqual([1, 2]);
    expect((await clinic.post({ rows })).body.code).toBe('sending_nothing');
  });
});

describe('an email limit that is reached in the middle of a file', () => {
  /** Exceeds the limits of two emails a day to one address, and of six by the clinician. */
  const overBothLimits = () =>
    aFile([
      { ...emailed(1), email: address(1).toUpperCase() },
      emailed(1),
      emailed(1),
      {},
      both(2),
      both(3),
      emailed(4),
      emailed(5),
      emailed(6),
      both(7),
      {},
      emailed(1),
    ]);

  it('email limits hold up exactly the rows that the check lists', async () => {
    const file = overBothLimits();
    const checked = await clinic.check({ rows: file });
    expect(checked.emails).toEqual({ count: 10, leftToday: 6 });
    const held = checked.rows.filter(({ waits }) => waits).map(({ line, waits }) => [line, waits?.code]);
    expect(held).toEqual([
      [4, 'address_used_up'],
      [10, 'emails_used_up'],
      [11, 'emails_used_up'],
      [13, 'emails_used_up'],
    ]);
    const { rows, job } = await sent(file);
    const waiting = rows.filter(({ state }) => state === 'waiting');
    expect(waiting.map(({ line, code }) => [line, code])).toEqual(held);
    expect(waiting[0]).toMatchObject({ problem: sendingReason('address_used_up'), channels: ['email'] });
    expect(job).toMatchObject({ state: 'running', counts: { sent: 8, waiting: 4, failed: 0 } });
    expect(Date.parse(job.waits?.until ?? '')).toBeGreaterThan(Date.now());
    expect([texts().length, (await requested()).length]).toEqual([4, 6]);
  });

  it('the rows that were held up are sent once on the next day, and nothing is sent twice', async () => {
    const { id } = await sent(overBothLimits());
    await nextDay();
    await clinic.sweepAll();
    const rows = await clinic.rows(id);
    expect(await clinic.job(id)).toMatchObject({ state: 'done', counts: { sent: 12 } });
    expect(rows.filter(({ code }) => code)).toEqual([]);
    expect([texts().length, (await requested()).length]).toEqual([5, 10]);
    expect(new Set((await requested()).map(({ tokenId }) => tokenId)).size).toBe(10);
    expect((await addressesSent()).filter((one) => one?.toLowerCase() === address(1))).toHaveLength(4);
  });

  it('a row that is held up by an email limit leaves neither a link nor a text', async () => {
    await app.prisma.token.deleteMany();
    await sent(aFile([both(1), both(1), both(1)]));
    expect(await app.prisma.token.count()).toBe(2);
    expect(await app.prisma.smsSend.count()).toBe(2);
  });

  it('emails that were sent by hand earlier count towards the limit', async () => {
    const { id } = await app.create();
    for (const n of [1, 2, 3, 4, 5])
      await app.call('POST', `/tokens/${id}/send-email`, { as: ana, body: { email: address(n) } });
    const file = aFile([emailed(6), emailed(7)]);
    const { rows } = await clinic.check({ rows: file });
    expect(rows.map(({ waits }) => waits?.code)).toEqual([undefined, 'emails_used_up']);
    const run = await sent(file);
    expect(run.rows.map(({ state }) => state)).toEqual(['sent', 'waiting']);
    expect(run.job.waits).toMatchObject({ reason: 'limit' });
  });

  it('a text limit does not hold up rows that are only emailed, and the check shows this', async () => {
    left = 1;
    const file = aFile([{}, {}, both(1), emailed(2)]);
    const { rows } = await clinic.check({ rows: file });
    expect(rows.map(({ waits }) => waits?.code)).toEqual([
      undefined,
      'texts_used_up',
      'texts_used_up',
      undefined,
    ]);
    app.notification.on('/internal/sms', () => {
      left = 0;
      return { outcome: 'accepted', status: 'sent' };
    });
    const run = await sent(file);
    expect(run.rows.map(({ state, code }) => code ?? state)).toEqual([
      ...['sent', 'texts_used_up', 'texts_used_up', 'sent'],
    ]);
    expect(await addressesSent()).toEqual([address(2)]);
  });

  it('rows that a limit holds up are tried again at once when the file is paused and resumed', async () => {
    const { id } = await sent(aFile([emailed(1), emailed(1), emailed(1)]));
    await app.prisma.linkEmail.deleteMany();
    await clinic.change(id, 'pause');
    await clinic.change(id, 'resume');
    await clinic.sweepAll();
    expect((await clinic.job(id)).state).toBe('done');
  });
});

describe('what is kept of an address in a file', () => {
  const stored = async (jobId: string) =>
    (await app.prisma.sendingRow.findMany({ where: { jobId }, orderBy: { line: 'asc' } })).map(
      ({ emailAddress, phoneNumber, nickname }) => emailAddress ?? phoneNumber ?? nickname,
    );

  it('a row that is sent or refused keeps no address, number or nickname', async () => {
    const { id } = await sent(
      aFile([{ ...emailed(1), nickname: 'Mum' }, both(2), { phone: STOPPED, email: address(3) }]),
    );
    expect(await stored(id)).toEqual([null, null, null]);
  });

  it('the rows of a cancelled file keep no address or number', async () => {
    const { id } = await clinic.send(aFile([emailed(1), both(2)]));
    expect(await stored(id)).toEqual([address(1), address(2)]);
    await clinic.change(id, 'cancel');
    expect(await stored(id)).toEqual([null, null]);
    await clinic.sweepAll();
    expect(await requested()).toEqual([]);
  });

  it('a file that has not ended keeps no address 14 days after it was created', async () => {
    const { id } = await clinic.send(aFile([emailed(1)]));
    const createdAt = new Date(Date.now() - 14.1 * 86_400_000);
    await app.prisma.sendingJob.update({ where: { id }, data: { createdAt } });
    await app.get(ForgetSendingJobs).execute();
    expect(await stored(id)).toEqual([null]);
  });

  it('no event contains an address', async () => {
    await sent(aFile([emailed(1), both(2)]));
    const outbox = JSON.stringify(await app.prisma.outbox.findMany());
    expect(outbox).not.toContain('@example.test');
  });
});
