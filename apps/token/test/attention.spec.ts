import { randomUUID } from 'node:crypto';
import {
  emailReason,
  smsReason,
  type AttentionReason,
  type AttentionTokensResponse,
  type SnoozeBody,
} from '@caredrop/contracts';
import type { Principal } from '@caredrop/service-kit';
import type { Prisma } from '../src/generated/prisma/client.js';
import { aLink } from './support/a-link.js';
import { ana, ben, dora, TokenApp } from './support/token-app.js';

let app: TokenApp;

beforeAll(async () => {
  app = await TokenApp.start();
});
afterAll(async () => app.stop());
beforeEach(async () => {
  await app.prisma.token.deleteMany();
  await app.prisma.outbox.deleteMany();
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const fromNow = (ms: number) => new Date(Date.now() + ms);

type Columns = Prisma.TokenUncheckedUpdateInput;
/** A link that does not expire soon, with these columns. */
async function aLinkWith(columns: Columns = {}, owner: Principal = ana): Promise<string> {
  const { id } = await app.create(owner);
  await app.prisma.token.update({ where: { id }, data: { expiresAt: fromNow(60 * DAY), ...columns } });
  return id;
}

const attention = async (as: Principal = ana, query = '', scope = '') =>
  (await app.call<AttentionTokensResponse>('GET', `${scope}/tokens/attention${query}`, { as })).body.data;
const shown = async (as: Principal = ana, query = '', scope = '') =>
  (await attention(as, query, scope)).tokens.map(({ token, reason }) => [token.id, reason]);

const used: Columns = { status: 'used', usedAt: fromNow(-DAY), receivedAt: fromNow(-DAY) };
const confirmed: Columns = { claimId: randomUUID(), claimStartedAt: new Date(), confirmedAt: new Date() };
const expired: Columns = { status: 'expired', expiresAt: fromNow(-DAY) };
const failed: Columns = { hasSms: true, smsStatus: 'failed', smsErrorCode: '30006' };
const emailFailed: Columns = { emailStatus: 'failed', emailErrorCode: '550' };
const asked: Columns = { ...expired, renewalAskedAt: fromNow(-HOUR), renewalAsks: 1 };
const reported: Columns = { problemReason: 'help', problemAt: fromNow(-HOUR), problemComment: 'My knee' };
const locked: Columns = {
  ...{ hasCheck: true, checkHash: new Uint8Array(32), checkTries: 30, checkInitials: 'J. S.' },
  checkWaitsUntil: fromNow(HOUR / 4),
};
const opened: Columns = { openedAt: fromNow(-25 * HOUR) };
const ending: Columns = { expiresAt: fromNow(6 * DAY) };
const reminded: Columns = {
  ...{ reminderCount: 3, remindersFrom: fromNow(-20 * DAY), lastReminderAt: fromNow(-2 * DAY) },
  nextReminderAt: null,
};

describe('the links that need attention', () => {
  const situations: [string, Columns, AttentionReason, object][] = [
    ['whose document was infected', { ...used, documentState: 'rejected' }, 'unusable', {}],
    ['whose document is lost', { ...used, documentState: 'lost' }, 'unusable', { lost: true }],
    ['whose text failed', failed, 'text_failed', { smsReason: smsReason('30006') }],
    ['whose email failed', emailFailed, 'email_failed', { emailReason: emailReason('550') }],
    ['that expired after its email failed', { ...emailFailed, ...expired }, 'email_failed', {}],
    ['whose text and email failed', { ...failed, ...emailFailed }, 'text_failed', {}],
    ['that expired after its text failed', { ...failed, ...expired }, 'text_failed', {}],
    ['for which a new one was requested', asked, 'renewal_asked', {}],
    [
      'whose patient requested a new one although the text had failed',
      { ...failed, ...asked },
      'renewal_asked',
      {},
    ],
    [
      'whose patient requested a new one after reporting a problem',
      { ...asked, ...reported },
      'renewal_asked',
      { token: { problem: { reason: 'help' } }, problemComment: 'My knee' },
    ],
    [
      'whose text failed and whose patient reported a problem',
      { ...failed, ...reported },
      'text_failed',
      { problemComment: 'My knee' },
    ],
    ['whose patient cannot send', reported, 'problem', { problemComment: 'My knee' }],
    ['whose patient check is locked', locked, 'problem', { checkLocked: true }],
    ['that was opened a day ago', opened, 'opened', {}],
    ['that ends within seven days', ending, 'ending', {}],
    ['whose last reminder brought no document', reminded, 'not_answering', {}],
    ['that expired after a reminder', { ...reminded, ...expired }, 'not_answering', {}],
  ];
  it.each(situations)('a link %s is listed with its reason', async (_what, columns, reason, details) => {
    const id = await aLinkWith(columns);
    const { tokens, total } = await attention();
    expect(total).toBe(1);
    expect(tokens).toMatchObject([{ reason, since: expect.any(String), ...details }]);
    expect(tokens[0]?.token.id).toBe(id);
  });

  it.each<[string, Columns]>([
    ['is new', {}],
    ['was used', { ...used, ...failed, ...opened }],
    ['holds a document that is about to be committed', { ...confirmed, ...failed, ...ending }],
    ['was revoked', { status: 'revoked', ...failed, ...reported, ...opened }],
    ['was replaced', { ...failed, ...asked, replacedBy: randomUUID(), replacedAt: new Date() }],
    [
      'had an infected document and was replaced',
      { ...used, documentState: 'rejected', replacedBy: randomUUID() },
    ],
    ['was emailed although its text failed', { ...failed, emailStatus: 'sent' }],
    ['was texted although its email failed', { ...emailFailed, hasSms: true, smsStatus: 'sent' }],
    ['was opened less than a day ago', { openedAt: fromNow(-23 * HOUR) }],
    ['will be renewed automatically', { ...asked, autoRenewalDue: true }],
    ['expired without a reminder', expired],
    ['was reminded and will be again', { ...reminded, nextReminderAt: fromNow(DAY) }],
    ['was reminded an hour ago', { ...reminded, lastReminderAt: fromNow(-HOUR) }],
    ['has reminders that could not be delivered', { ...reminded, remindersStopped: 'failed' }],
    ['expired 91 days ago', { ...failed, ...reminded, status: 'expired', expiresAt: fromNow(-91 * DAY) }],
  ])('a link that %s is not listed', async (_what, columns) => {
    await aLinkWith(columns);
    expect(await attention()).toMatchObject({ tokens: [], total: 0, snoozed: 0 });
  });

  it('a link with several reasons is listed once, under the most urgent one', async () => {
    const open = { ...failed, ...reported, ...locked, ...opened, ...ending, ...reminded };
    const id = await aLinkWith(open);
    const order: [Columns, AttentionReason][] = [
      [{}, 'text_failed'],
      [{ smsStatus: 'sent' }, 'problem'],
      [{ problemAt: null, checkTries: 0 }, 'opened'],
      [{ openedAt: null }, 'ending'],
      [{ expiresAt: fromNow(30 * DAY) }, 'not_answering'],
    ];
    for (const [data, reason] of order) {
      await app.prisma.token.update({ where: { id }, data });
      expect(await shown()).toEqual([[id, reason]]);
    }
  });

  it('links are sorted by the urgency of their reason, then by how long they have needed attention', async () => {
    const late = await aLinkWith(opened);
    const soonest = await aLinkWith({ expiresAt: fromNow(2 * DAY) });
    const later = await aLinkWith({ expiresAt: fromNow(3 * DAY) });
    const failing = await aLinkWith(failed);
    expect(await shown()).toEqual([
      [failing, 'text_failed'],
      [late, 'opened'],
      [soonest, 'ending'],
      [later, 'ending'],
    ]);
    const { tokens, total } = await attention(ana, '?limit=1');
    expect([tokens.length, total]).toEqual([1, 4]);
  });

  it('a link that ends soon is listed since seven days before its expiry or since its creation, and the link that ends first comes first', async () => {
    const [older, newer] = [fromNow(-2 * DAY), fromNow(-HOUR)];
    const later = await aLinkWith({ createdAt: older, expiresAt: fromNow(3 * DAY) });
    const soonest = await aLinkWith({ createdAt: newer, expiresAt: fromNow(2 * DAY) });
    const longAgo = await aLinkWith({ createdAt: fromNow(-9 * DAY), expiresAt: fromNow(4 * DAY) });
    const { tokens } = await attention();
    expect(tokens.map(({ token, since }) => [token.id, since])).toEqual([
      [soonest, newer.toISOString()],
      [later, older.toISOString()],
      [longAgo, new Date(Date.parse(tokens[2]?.token.expires_at ?? '') - 7 * DAY).toISOString()],
    ]);
  });

  it('a clinician sees only their own links, and an administrator sees everyone’s through the admin call', async () => {
    const anas = await aLinkWith(failed, ana);
    const bens = await aLinkWith(failed, ben);
    expect(await shown(ana)).toEqual([[anas, 'text_failed']]);
    expect(await shown(ben)).toEqual([[bens, 'text_failed']]);
    expect(await shown(dora)).toEqual([]);
    expect((await shown(dora, '', '/admin')).flat()).toEqual(expect.arrayContaining([anas, bens]));
    expect((await app.call('GET', '/admin/tokens/attention', { as: ana })).status).toBe(403);
    expect(await app.audited('token.list_all')).toMatchObject([{ actor: { id: dora.userId } }]);
  });

  it.each(['?limit=0', '?limit=201', '?show=all'])('the query %s is refused', async (query) => {
    expect((await app.call('GET', `/tokens/attention${query}`, { as: ana })).status).toBe(400);
  });
});

describe('actions that end the reason', () => {
  it.each(['rejected', 'lost'])('a link whose document is %s can be replaced', async (documentState) => {
    const id = await aLinkWith({ ...used, documentState });
    const response = await app.call('POST', `/tokens/${id}/reissue`, { as: ana, body: { send: false } });
    expect(response.status).toBe(201);
    expect(await shown()).toEqual([]);
  });

  it('an opened link that is texted again no longer needs attention', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    const id = await aLinkWith(opened);
    await app.call('POST', `/tokens/${id}/send-sms`, { as: ana, body: { phoneNumber: '+447700900123' } });
    expect(await shown()).toEqual([]);
  });

  it('unlocking a check ends the reason and publishes an event', async () => {
    const id = await aLinkWith(locked);
    await app.call('POST', `/tokens/${id}/check/unlock`, { as: ana });
    expect(await shown()).toEqual([]);
    expect(await app.emitted('token.check_unlocked')).toEqual([{ tokenId: id, ownerId: ana.userId }]);
  });
});

describe('a link that cannot be replaced, because its patient check is gone', () => {
  const checkGone: Columns = { hasCheck: true, checkKeyId: null };
  const askedLongAgo: Columns = { ...asked, expiresAt: fromNow(-91 * DAY) };
  const close = (id: string, reportedAt = '', as: Principal = ana) =>
    app.call('POST', `/tokens/${id}/problem/close`, { as, body: { reported_at: reportedAt } });

  it.each<[string, Columns]>([
    ['whose document was infected', { ...used, documentState: 'rejected' }],
    ['whose document is lost', { ...used, documentState: 'lost' }],
    ['for which a new one was requested', askedLongAgo],
  ])('a link %s is listed for everyone until a person marks it as done', async (_what, columns) => {
    const id = await aLinkWith({ ...columns, ...checkGone });
    const [item] = (await attention()).tokens;
    expect(item).toMatchObject({ token: { id }, checkGone: true });
    const reissued = await app.call('POST', `/tokens/${id}/reissue`, { as: ana, body: { send: false } });
    expect(reissued).toMatchObject({ status: 409, body: { code: 'reissue_check_gone' } });
    expect((await close(id, item?.since, ben)).status).toBe(404);
    for (let n = 0; n < 2; n += 1) expect((await close(id, item?.since)).status).toBe(200);
    expect(await attention()).toMatchObject({ tokens: [], total: 0 });
    expect(await shown(dora, '', '/admin')).toEqual([]);
    expect(await app.emitted('token.problem_closed')).toEqual([{ tokenId: id, ownerId: ana.userId }]);
    expect(await app.audited('token.close_problem')).toMatchObject([
      { outcome: 'refused' },
      { outcome: 'success', subject: { id } },
    ]);
  });

  it.each<[string, Columns]>([
    ['whose document was infected', { ...used, documentState: 'rejected' }],
    ['for which a new one was requested', asked],
  ])('a link %s that can be replaced cannot be marked as done', async (_what, columns) => {
    const id = await aLinkWith(columns);
    const [item] = (await attention()).tokens;
    expect(item).not.toHaveProperty('checkGone');
    await close(id, item?.since);
    expect(await attention()).toMatchObject({ total: 1 });
  });

  it('marking a request for a new link as done leaves the patient’s report open', async () => {
    const id = await aLinkWith({ ...askedLongAgo, ...checkGone, ...reported });
    const [item] = (await attention()).tokens;
    await app.prisma.token.update({ where: { id }, data: { problemAt: fromNow(-2 * HOUR) } });
    expect((await close(id, item?.since)).status).toBe(200);
    expect(await shown()).toEqual([[id, 'problem']]);
    expect(await close(id, item?.since)).toMatchObject({ body: { code: 'problem_changed' } });
  });
});

describe('snoozing', () => {
  const snooze = (id: string, body: Partial<SnoozeBody>, as: Principal = ana) =>
    app.call('POST', `/tokens/${id}/snooze`, { as, body });
  const tomorrow = () => fromNow(DAY).toISOString();

  it('a snoozed link is hidden from the person who snoozed it, counted, and listed among the snoozed', async () => {
    const id = await aLinkWith(failed);
    const until = tomorrow();
    const response = await snooze(id, { reason: 'text_failed', until });
    expect([response.status, response.body.data]).toEqual([200, { snoozed_until: until }]);
    expect(await attention()).toMatchObject({ tokens: [], total: 0, snoozed: 1 });
    expect((await attention(ana, '?show=snoozed')).tokens).toMatchObject([
      { token: { id }, snoozed_until: until },
    ]);
    expect(await shown(dora, '', '/admin')).toEqual([[id, 'text_failed']]);
    expect(await app.emitted('token.snoozed')).toEqual([{ tokenId: id, ownerId: ana.userId }]);
    expect(await app.audited('token.snooze')).toMatchObject([
      { outcome: 'success', actor: { id: ana.userId }, subject: { id }, codes: ['text_failed'] },
    ]);
  });

  it('a snoozed link comes back when the snooze ends', async () => {
    const id = await aLinkWith(failed);
    await snooze(id, { reason: 'text_failed', until: tomorrow() });
    await app.prisma.tokenSnooze.updateMany({ data: { until: fromNow(-1) } });
    expect(await shown()).toEqual([[id, 'text_failed']]);
  });

  it('a snoozed link comes back for a more urgent reason, but not for a less urgent one', async () => {
    const id = await aLinkWith(opened);
    await snooze(id, { reason: 'opened', until: tomorrow() });
    await app.prisma.token.update({ where: { id }, data: { openedAt: null, ...ending } });
    expect(await shown()).toEqual([]);
    await app.prisma.token.update({ where: { id }, data: reported });
    expect(await shown()).toEqual([[id, 'problem']]);
  });

  it('a snooze for a reason that is no longer the most urgent one hides nothing', async () => {
    const id = await aLinkWith({ ...opened, ...failed });
    await snooze(id, { reason: 'opened', until: tomorrow() });
    expect(await shown()).toEqual([[id, 'text_failed']]);
  });

  it('a second report brings a snoozed report back', async () => {
    const id = await aLinkWith(reported);
    await snooze(id, { reason: 'problem', until: tomorrow() });
    expect(await shown()).toEqual([]);
    await app.prisma.token.update({ where: { id }, data: { problemAt: fromNow(1_000) } });
    expect(await shown()).toEqual([[id, 'problem']]);
  });

  it('a report that arrived before the snooze, but after the row was loaded, is not hidden', async () => {
    const id = await aLinkWith(reported);
    const [row] = (await attention()).tokens;
    await app.prisma.token.update({ where: { id }, data: { problemAt: fromNow(-1_000) } });
    await snooze(id, { reason: 'problem', since: row?.since, until: tomorrow() });
    expect(await shown()).toEqual([[id, 'problem']]);
    const [changed] = (await attention()).tokens;
    await snooze(id, { reason: 'problem', since: changed?.since, until: tomorrow() });
    expect(await shown()).toEqual([]);
  });

  it('a lock brings a snoozed report back', async () => {
    const id = await aLinkWith(reported);
    await snooze(id, { reason: 'problem', until: tomorrow() });
    await app.prisma.token.update({ where: { id }, data: { ...locked, checkWaitsUntil: fromNow(HOUR) } });
    expect(await shown()).toEqual([[id, 'problem']]);
  });

  it('a patient check that is blocked but not locked does not bring a snoozed report back', async () => {
    const id = await aLinkWith(reported);
    await snooze(id, { reason: 'problem', until: tomorrow() });
    const waiting = { ...locked, checkTries: 20, checkWaitsUntil: fromNow(HOUR) };
    await app.prisma.token.update({ where: { id }, data: waiting });
    expect(await shown()).toEqual([]);
  });

  it.each(['text_failed', 'opened', 'ending'] as const)(
    'a link that is listed for %s stays hidden when the row that was shown is snoozed',
    async (reason) => {
      const id = await aLinkWith({ text_failed: failed, opened, ending }[reason]);
      const [row] = (await attention()).tokens;
      await snooze(id, { reason, since: row?.since, until: tomorrow() });
      expect(await shown()).toEqual([]);
    },
  );

  it('a snooze with a time in the future does not hide what happens before that time', async () => {
    const id = await aLinkWith(reported);
    await snooze(id, { reason: 'problem', since: fromNow(HOUR).toISOString(), until: tomorrow() });
    await app.prisma.token.update({ where: { id }, data: { problemAt: fromNow(1_000) } });
    expect(await shown()).toEqual([[id, 'problem']]);
  });

  it('a snooze can be ended, and snoozing again replaces it', async () => {
    const id = await aLinkWith(failed);
    await snooze(id, { reason: 'text_failed', until: tomorrow() });
    const until = fromNow(3 * DAY);
    await snooze(id, { reason: 'text_failed', until: until.toISOString() });
    expect(await app.prisma.tokenSnooze.findMany({ select: { until: true } })).toEqual([{ until }]);
    await snooze(id, { reason: 'text_failed', until: null });
    expect(await shown()).toEqual([[id, 'text_failed']]);
    expect(await app.audited('token.snooze')).toMatchObject([{}, {}, { codes: ['ended'] }]);
  });

  it('a new snooze removes the person’s snoozes that have ended', async () => {
    const [old, id] = [await aLinkWith(failed), await aLinkWith(failed)];
    await snooze(old, { reason: 'text_failed', until: tomorrow() });
    await app.prisma.tokenSnooze.updateMany({ data: { until: fromNow(-1) } });
    await snooze(id, { reason: 'text_failed', until: tomorrow() });
    expect(await app.prisma.tokenSnooze.findMany({ select: { tokenId: true } })).toEqual([{ tokenId: id }]);
  });

  it.each<[string, object]>([
    ['until a time in the past', { reason: 'ending', until: new Date(0).toISOString() }],
    ['until a time too far ahead', { reason: 'ending', until: fromNow(32 * DAY).toISOString() }],
    ['with an end that is not a time', { reason: 'ending', until: 'tomorrow' }],
    [
      'with a start that is not a time',
      { reason: 'ending', since: 'Monday', until: fromNow(DAY).toISOString() },
    ],
    ['without a reason', { until: null }],
  ])('a snooze %s is refused', async (_what, body) => {
    const { id } = await app.create();
    expect((await snooze(id, body)).status).toBe(400);
  });

  it('another clinician’s link cannot be snoozed, and the attempt is audited', async () => {
    const { id } = await app.create();
    const response = await snooze(id, { reason: 'ending', until: tomorrow() }, ben);
    expect([response.status, response.body.code]).toEqual([404, 'token_not_found']);
    expect(await app.audited('token.snooze')).toMatchObject([
      { outcome: 'refused', actor: { id: ben.userId } },
    ]);
  });
});

describe('a link that a person has opened', () => {
  const open = (token: unknown) => app.call('POST', '/links/opened', { body: { token } });
  const openedAt = async (id: string) =>
    (await app.prisma.token.findUniqueOrThrow({ where: { id } })).openedAt;

  it('fifty simultaneous reports of an opening store one time and write one audit entry', async () => {
    const link = await app.create();
    await Promise.all(Array.from({ length: 50 }, () => open(link.token)));
    const first = await openedAt(link.id);
    expect(first).toBeInstanceOf(Date);
    await open(link.token);
    expect(await openedAt(link.id)).toEqual(first);
    expect(await app.audited('token.opened')).toMatchObject([
      { outcome: 'success', actor: { kind: 'patient' }, subject: { kind: 'token', id: link.id } },
    ]);
  });

  it('validating a link does not count as opening it', async () => {
    const link = await app.create();
    await app.validate(link.token);
    expect(await openedAt(link.id)).toBeNull();
  });

  it('the response is the same for every link, and links that have ended stay as they are', async () => {
    const active = await app.create();
    const ended = [await aLink(app).expired().make(), await aLink(app).claimed().confirmed().make()];
    const values = [
      active.token,
      active.token,
      ...ended.map(({ token }) => token),
      'x'.repeat(43),
      '',
      '%00',
    ];
    const responses = [];
    for (const value of values) responses.push(await open(value));
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(responses[0]).toMatchObject({ status: 202, body: { data: { received: true } } });
    for (const { id } of ended) expect(await openedAt(id)).toBeNull();
  });
});
