import type { Reminders, Token, TokenDetails } from '@caredrop/contracts';
import { ForgetProblems } from '../src/jobs/forget-problems.js';
import { aLink } from './support/a-link.js';
import { aNumber, reminders } from './support/a-reminded-link.js';
import { ana, ben, dora, TokenApp } from './support/token-app.js';

let app: TokenApp;

beforeAll(async () => {
  app = await TokenApp.start();
});
afterAll(async () => app.stop());
beforeEach(async () => {
  await app.prisma.outbox.deleteMany();
  app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
});

const row = (id: string) => app.prisma.token.findUniqueOrThrow({ where: { id } });
const report = (token: unknown, reason: unknown = 'help', comment?: unknown) =>
  app.call('POST', '/links/problems', { body: { token, reason, comment } });
const events = () => app.emitted('token.problem_reported');
const details = async (id: string) =>
  (await app.call<{ token: TokenDetails }>('GET', `/tokens/${id}`, { as: ana })).body.data.token;
const close = (id: string, reportedAt: string | undefined, as = ana) =>
  app.call<{ token: Token }>('POST', `/tokens/${id}/problem/close`, {
    as,
    body: { reported_at: reportedAt },
  });
const reissue = (id: string, reported_at: string | undefined) =>
  app.call('POST', `/tokens/${id}/reissue`, { as: ana, body: { send: false, reported_at } });
const reportedAt = async (id: string) => (await row(id)).problemAt?.toISOString();

async function outbox(service = app): Promise<string> {
  return JSON.stringify(await service.prisma.outbox.findMany());
}

describe('reporting a problem', () => {
  it('fifty simultaneous reports about one link are stored once and publish one event', async () => {
    const link = await app.create();
    await Promise.all(Array.from({ length: 50 }, () => report(link.token, 'help', 'My knee')));
    expect(await row(link.id)).toMatchObject({ problemReason: 'help', problemComment: 'My knee' });
    expect(await events()).toEqual([{ tokenId: link.id, ownerId: ana.userId }]);
    expect(await app.audited('token.report_problem')).toMatchObject([
      { outcome: 'success', actor: { kind: 'patient' }, subject: { kind: 'token', id: link.id } },
    ]);
  });

  it('the latest report is shown, and fifty different ones publish one event', async () => {
    const link = await app.create();
    await Promise.all(Array.from({ length: 50 }, (_, at) => report(link.token, 'other', `try ${at}`)));
    await report(link.token, 'not_mine', null);
    expect(await events()).toHaveLength(1);
    expect(await details(link.id)).toMatchObject({ problem: { reason: 'not_mine' } });
    expect(await details(link.id)).not.toHaveProperty('problemComment');
    expect((await app.listed(link.id)).problem).toEqual({
      reason: 'not_mine',
      reported_at: await reportedAt(link.id),
    });
  });

  it('reports are limited per link and hour, and a report over the limit is neither stored nor announced', async () => {
    const link = await app.create();
    for (let at = 0; at < 60; at++) await report(link.token, 'other', `try ${at}`);
    const before = await row(link.id);
    const refused = await report(link.token, 'not_mine');
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(await row(link.id)).toEqual(before);
    expect(await app.emitted('token.problem_changed')).toHaveLength(59);
    expect((await app.audited('token.report_problem')).at(-1)).toMatchObject({
      ...{ outcome: 'refused', reason: 'rate_limited', subject: { id: link.id } },
    });
    expect((await report(link.token, 'other', 'try 59')).status).toBe(202);
    expect((await report((await app.create()).token)).status).toBe(202);
  });

  it('a report that changes within the hour updates open pages without another email', async () => {
    const link = await app.create();
    await report(link.token, 'help');
    await report(link.token, 'not_mine');
    expect(await events()).toHaveLength(1);
    expect(await app.emitted('token.problem_changed')).toEqual([{ tokenId: link.id, ownerId: ana.userId }]);
  });

  it('a report that changes after an hour notifies the owner again', async () => {
    const link = await app.create();
    await report(link.token, 'help');
    const problemNotifiedAt = new Date(Date.now() - 3_601_000);
    await app.prisma.token.update({ where: { id: link.id }, data: { problemNotifiedAt } });
    await report(link.token, 'help', 'Please call');
    expect(await events()).toHaveLength(2);
  });

  it('the response is the same for known, unknown, malformed, expired, revoked and used links', async () => {
    const active = await app.create();
    const expired = await aLink(app).expired().make();
    const used = await aLink(app).claimed().confirmed().make();
    const revoked = await app.create();
    await app.call('PATCH', `/tokens/${revoked.id}`, { as: ana, body: { status: 'revoked' } });
    const ended = [expired.token, used.token, revoked.token];
    const responses = [];
    for (const value of [active.token, active.token, ...ended, 'x'.repeat(43), '', '%00', 'x'.repeat(50_000)])
      responses.push(await report(value, 'help', 'words'));
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(responses[0]).toMatchObject({ status: 202, body: { data: { received: true } } });
    expect(await events()).toEqual([{ tokenId: active.id, ownerId: ana.userId }]);
    for (const { id } of [expired, used, revoked]) expect((await row(id)).problemAt).toBeNull();
  });

  it('the response takes the same minimum time for known and unknown links', async () => {
    const slow = await TokenApp.start({ RENEWAL_ANSWER_MS: '250' });
    try {
      const link = await slow.create();
      for (const token of [link.token, 'x'.repeat(43)]) {
        const start = performance.now();
        await slow.call('POST', '/links/problems', { body: { token, reason: 'help' } });
        expect(performance.now() - start).toBeGreaterThanOrEqual(245);
      }
    } finally {
      await slow.stop();
    }
  });

  it('a patient’s comment is stored in the row, but in no event or audit entry', async () => {
    const own = await TokenApp.start();
    const link = await own.create();
    const body = { token: link.token, reason: 'other', comment: '  canary\u0000\r\nin two lines\u0007 ' };
    await own.call('POST', '/links/problems', { body });
    await own.call('POST', '/links/problems', { body: { ...body, token: 'not-a-link' } });
    const stored = await own.prisma.token.findUniqueOrThrow({ where: { id: link.id } });
    const written = await outbox(own);
    const entries = await own.audited('token.report_problem');
    await own.stop();
    expect(stored.problemComment).toBe('canary\nin two lines');
    expect(written).not.toContain('canary');
    expect(written).not.toContain(link.token);
    expect(entries).toMatchObject([{ outcome: 'success' }, { outcome: 'refused', reason: 'link_unknown' }]);
  });

  it.each([
    ['without a reason', undefined, undefined],
    ['with an unknown reason', 'bored', undefined],
    ['with a comment that is too long', 'help', 'x'.repeat(501)],
    ['with a comment that is not text', 'help', { a: 1 }],
  ])('a report %s is refused with 400', async (_what, reason, comment) => {
    const { token } = await app.create();
    const body = { token, reason, comment };
    expect((await app.call('POST', '/links/problems', { body })).status).toBe(400);
    expect(await events()).toEqual([]);
  });
});

describe('closing a report', () => {
  it('a closed report is removed, other screens are notified, and closing it again changes nothing', async () => {
    const link = await app.create();
    await report(link.token, 'help', 'Please call');
    const at = await reportedAt(link.id);
    expect((await close(link.id, at)).body.data.token).not.toHaveProperty('problem');
    expect((await close(link.id, at)).status).toBe(200);
    expect(await row(link.id)).toMatchObject({ problemReason: null, problemComment: null, problemAt: null });
    expect(await app.emitted('token.problem_closed')).toEqual([{ tokenId: link.id, ownerId: ana.userId }]);
    expect(await app.audited('token.close_problem')).toHaveLength(1);
  });

  it('a report that the clinician has not read stays open', async () => {
    const link = await app.create();
    await report(link.token, 'help');
    const read = await reportedAt(link.id);
    await report(link.token, 'not_mine');
    expect((await close(link.id, read)).body).toMatchObject({ code: 'problem_changed' });
    expect(await row(link.id)).toMatchObject({ problemReason: 'not_mine' });
    expect(await app.audited('token.close_problem')).toMatchObject([
      { outcome: 'refused', reason: 'problem_changed' },
    ]);
  });

  it('a report after the earlier one was closed notifies the owner at once', async () => {
    const link = await app.create();
    await report(link.token, 'help');
    await close(link.id, await reportedAt(link.id));
    await report(link.token, 'help');
    expect(await events()).toHaveLength(2);
  });

  it('another clinician cannot close a report, and an administrator can', async () => {
    const link = await app.create();
    await report(link.token, 'help');
    const at = await reportedAt(link.id);
    expect((await close(link.id, at, ben)).status).toBe(404);
    expect((await close(link.id, 'yesterday')).status).toBe(400);
    expect((await close(link.id, at, dora)).status).toBe(200);
  });

  it('a report is closed when a document arrives or the link is replaced', async () => {
    const used = await aLink(app).make();
    await report(used.token, 'help', 'words');
    await app.claim(used.token, used.claimId);
    await app.step(used.claimId, 'confirm', used.sent);
    await app.complete(used.claimId, used.sent);
    const replaced = await app.create();
    await report(replaced.token, 'help', 'words');
    expect((await reissue(replaced.id, await reportedAt(replaced.id))).status).toBe(201);
    for (const { id } of [used, replaced])
      expect(await row(id)).toMatchObject({ problemReason: null, problemAt: null, problemComment: null });
  });

  it('a link with a report that the clinician has not read is not replaced, and keeps the report', async () => {
    const link = await app.create();
    await report(link.token, 'help');
    const read = await reportedAt(link.id);
    await report(link.token, 'not_mine', 'Who are you?');
    for (const known of [undefined, read])
      expect(await reissue(link.id, known)).toMatchObject({ status: 409, body: { code: 'problem_changed' } });
    expect(await row(link.id)).toMatchObject({
      ...{ status: 'active', replacedBy: null },
      ...{ problemReason: 'not_mine', problemComment: 'Who are you?' },
    });
  });

  it('a report that no clinician has closed is removed 90 days after the link expired, and not before', async () => {
    const [old, young] = [await app.create(), await app.create()];
    for (const { token } of [old, young]) await report(token, 'other', 'words');
    await app.age(old.id, 'expires_at', 91 * 86_400);
    await app.age(young.id, 'expires_at', 89 * 86_400);
    await app.get(ForgetProblems).execute();
    expect(await row(old.id)).toMatchObject({ problemAt: null, problemComment: null });
    expect(await row(young.id)).toMatchObject({ problemReason: 'other', problemComment: 'words' });
  });
});

describe('reminders of a link with a report', () => {
  const planned = async (id: string): Promise<Reminders> => reminders(app).of(id);

  it('no reminder is sent while the patient says that the link is not theirs', async () => {
    const link = await reminders(app).texted(aNumber());
    await report(link.token, 'not_mine');
    expect((await planned(link.id)).planned).toEqual([]);
    await reminders(app).sweep(link.due);
    expect(reminders(app).handedOver(link.id)).toEqual([]);
    await close(link.id, await reportedAt(link.id));
    expect((await planned(link.id)).planned[0]).toBe(link.due.toISOString());
    await reminders(app).sweep(link.due);
    expect(reminders(app).handedOver(link.id)).toHaveLength(1);
  });

  it('a reminder that was claimed before the report is not handed over after it', async () => {
    const link = await reminders(app).texted(aNumber());
    app.notification.on('/internal/sms', () => {
      throw new Error('planted');
    });
    await expect(reminders(app).sweep(link.due)).rejects.toThrow();
    await report(link.token, 'not_mine');
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    const handedOver = reminders(app).handedOver(link.id).length;
    await reminders(app).sweep(new Date(link.due.getTime() + 120_000));
    expect(reminders(app).handedOver(link.id)).toHaveLength(handedOver);
  });

  it.each(['no_document', 'help', 'other'])('the report %s does not stop reminders', async (reason) => {
    const link = await reminders(app).texted(aNumber());
    await report(link.token, reason);
    await reminders(app).sweep(link.due);
    expect(reminders(app).handedOver(link.id)).toHaveLength(1);
  });
});
