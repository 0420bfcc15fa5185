import { randomUUID } from 'node:crypto';
import type { StatisticsResponse, StatisticsCounts } from '@caredrop/contracts';
import type { EventData } from '@caredrop/contracts/events';
import type { Principal } from '@caredrop/service-kit';
import { eventually } from '@caredrop/testing';
import { CountDays } from '../src/statistics/count-days.js';
import { aLink } from './support/a-link.js';
import { seedLink, seedMonth } from './support/a-seeded-month.js';
import { smsStatusOf } from './support/sms-status.js';
import { ana, ben, dora, TokenApp } from './support/token-app.js';

let app: TokenApp;

beforeAll(async () => {
  app = await TokenApp.start();
});
afterAll(async () => app.stop());
beforeEach(async () => {
  await app.prisma.token.deleteMany();
  await app.prisma.outbox.deleteMany();
  await app.prisma.statisticsDay.deleteMany();
});

const october = 'from=2026-10-01&to=2026-10-31';
const call = (query: string, as: Principal, scope = '') =>
  app.call<StatisticsResponse>('GET', `${scope}/statistics?${query}`, { as });
const own = async (query = '', as: Principal = ana) => (await call(query, as)).body.data;
const clinic = async (query = '') => (await call(query, dora, '/admin')).body.data;

/**
 * made, sent, delivered, opened, started, arrived, reviewed; then texts, and documents that arrived through texted
 * links.
 */
type Row = [number, number, number, number, number, number, number, number, number];
function counts(...row: Row): StatisticsCounts {
  const [made, sent, delivered, opened, started, arrived, reviewed, texts, byText] = row;
  const steps = { made, sent, delivered, opened, started, arrived, reviewed };
  return { ...steps, texts, arrived_by_text: byText };
}

describe('the statistics of a month that was counted by hand', () => {
  beforeEach(() => seedMonth(app));

  it('the clinic’s statistics contain every step, wait and failure of its 31 links', async () => {
    expect(await clinic(october)).toEqual({
      ...{ from: '2026-10-01', to: '2026-10-31', time_zone: 'Europe/London', counted_at: expect.any(String) },
      total: counts(31, 25, 14, 19, 16, 16, 11, 30, 11),
      groups: [
        { key: 'text', ...counts(25, 25, 14, 14, 11, 11, 6, 30, 11) },
        { key: 'hand', ...counts(6, 0, 0, 5, 5, 5, 5, 0, 0) },
      ],
      others: null,
      waits: [
        { wait: 'send', links: 25, half: 60, nine_tenths: 60 },
        { wait: 'deliver', links: 14, half: 60, nine_tenths: 60 },
        { wait: 'open', links: 14, half: 3_600, nine_tenths: 259_200 },
        { wait: 'start', links: 11, half: 600, nine_tenths: 600 },
        { wait: 'arrive', links: 11, half: 60, nine_tenths: 120 },
        { wait: 'review', links: 11, half: 86_400, nine_tenths: 86_400 },
        { wait: 'answer', links: 16, half: 7_200, nine_tenths: 345_600 },
      ],
      failures: [{ reason: 'The number does not exist or is no longer in use.', texts: 6 }],
      // Three landlines and two phones that were switched off.
      other_failures: 5,
    });
  });

  it('a failed text without an error code counts as not delivered for an unknown reason, not as refused', async () => {
    await app.prisma.smsSend.updateMany({ where: { errorCode: '30005' }, data: { errorCode: null } });
    const reason = 'The network did not say why the message was not delivered.';
    expect((await clinic(october)).failures).toEqual([{ reason, texts: 6 }]);
  });

  it('links that were emailed and not texted are a separate channel', async () => {
    await app.prisma.token.updateMany({ data: { emailStatus: 'sent' } });
    const channels = (await clinic(october)).groups.map(({ key, made }) => [key, made]);
    expect(channels).toEqual([
      ['text', 25],
      ['email', 6],
    ]);
  });

  it('a link that was emailed stays in that channel when a later email with it fails or is cancelled', async () => {
    const byHand = await app.prisma.token.findMany({
      where: { ownerId: ben.userId, smsSends: { none: {} } },
    });
    for (const [index, { id: tokenId }] of byHand.entries()) {
      const status = index === 0 ? 'cancelled' : 'failed';
      await app.prisma.token.update({ where: { id: tokenId }, data: { emailStatus: status } });
      const email = { tokenId, senderId: ben.userId, createdAt: new Date('2026-10-20T12:00:00Z') };
      await app.prisma.linkEmail.create({ data: { ...email, deliveryId: randomUUID(), status: 'sent' } });
      await app.prisma.linkEmail.create({ data: { ...email, deliveryId: randomUUID(), status } });
    }
    const channels = (await clinic(october)).groups.map(({ key, made }) => [key, made]);
    expect(channels).toEqual([
      ['text', 25],
      ['email', 6],
    ]);
  });

  it('links are grouped by the number of their reminders', async () => {
    expect((await clinic(`${october}&by=reminders`)).groups).toEqual([
      { key: '0', ...counts(26, 20, 9, 14, 11, 11, 11, 20, 6) },
      { key: '1', ...counts(5, 5, 5, 5, 5, 5, 0, 10, 5) },
    ]);
  });

  it('links are grouped by template, with the names of archived ones', async () => {
    const template = { id: randomUUID(), name: 'Wound photo', archivedAt: new Date() };
    await app.prisma.requestTemplate.create({ data: template });
    const data = { templateId: template.id, templateVersion: 1 };
    await app.prisma.token.updateMany({ where: { ownerId: ben.userId }, data });
    expect((await clinic(`${october}&by=template`)).groups).toEqual([
      { key: template.id, template: 'Wound photo', ...counts(17, 11, 0, 5, 5, 5, 5, 11, 0) },
      { key: null, ...counts(14, 14, 14, 14, 11, 11, 6, 19, 11) },
    ]);
  });

  it('days that an earlier version has counted without templates are counted now, and by the job', async () => {
    const later = new Date('2026-11-20T12:00:00.000Z');
    while ((await app.get(CountDays).execute(later)) > 0);
    await app.prisma.statisticsDay.deleteMany({ where: { part: 'template' } });
    expect((await clinic(`${october}&by=template`)).groups).toMatchObject([{ key: null, made: 31 }]);
    expect(await app.get(CountDays).execute(later)).toBe(10);
  });

  it('links are grouped by clinician, with the current names', async () => {
    const { firstName, lastName } = ana;
    expect((await clinic(`${october}&by=clinician`)).groups).toEqual([
      {
        ...{ key: ben.userId, user: { firstName: ben.firstName, lastName: ben.lastName } },
        ...counts(17, 11, 0, 5, 5, 5, 5, 11, 0),
      },
      { key: ana.userId, user: { firstName, lastName }, ...counts(14, 14, 14, 14, 11, 11, 6, 19, 11) },
    ]);
  });

  it('a group of three links is hidden together with the next larger one', async () => {
    const { groups, others } = await clinic(`${october}&by=language`);
    expect(groups).toEqual([
      { key: 'en', ...counts(18, 17, 6, 6, 6, 6, 6, 17, 6) },
      { key: null, ...counts(5, 0, 0, 5, 5, 5, 5, 0, 0) },
    ]);
    expect(others).toEqual({ groups: 2, ...counts(8, 8, 8, 8, 5, 5, 0, 13, 5) });
  });

  it('a clinician sees the statistics of their own links only', async () => {
    expect((await own(october, ana)).total).toEqual(counts(14, 14, 14, 14, 11, 11, 6, 19, 11));
    expect((await own(october, ben)).total).toEqual(counts(17, 11, 0, 5, 5, 5, 5, 11, 0));
    expect((await own(october, dora)).total).toBeNull();
  });

  it('only an administrator sees the whole clinic, which leaves an audit entry', async () => {
    expect((await call(october, ana, '/admin')).status).toBe(403);
    expect((await call(`${october}&by=clinician`, ana)).status).toBe(400);
    // Days that no other test asks for: repeats of a request within a minute share one entry.
    await clinic('from=2026-10-01&to=2026-10-30');
    expect(await app.audited('token.statistics_all')).toMatchObject([
      { actor: { id: dora.userId }, codes: ['from', 'to', 'by', 'rows_2'] },
    ]);
  });

  it('days that were counted in advance have the same counts, until they are counted again', async () => {
    const later = new Date('2026-11-20T12:00:00.000Z');
    const kinds = ['channel', 'language', 'reminders', 'template', 'clinician'];
    const all = () => Promise.all(kinds.map((by) => clinic(`${october}&by=${by}`)));
    const without = (answers: StatisticsResponse[]) =>
      answers.map((answer) => ({ ...answer, counted_at: '' }));
    const live = await all();
    // 30 September to 18 November, ten days per run.
    for (const days of [10, 10, 10, 10, 10, 0]) expect(await app.get(CountDays).execute(later)).toBe(days);
    expect(without(await all())).toEqual(without(live));
    for (const { counted_at: at } of await all()) expect(at).toBe(later.toISOString());
    await app.prisma.token.deleteMany({
      where: { ownerId: ben.userId, createdAt: { gt: new Date('2026-10-10') } },
    });
    expect((await clinic(october)).total?.made).toBe(31);
    await app.prisma.statisticsDay.deleteMany({ where: { day: new Date('2026-10-12') } });
    expect((await clinic(october)).total?.made).toBe(15);
  });

  it('texts with the links for later documents of a request do not change any count', async () => {
    const before = await clinic(october);
    const columns = { requestId: randomUUID(), itemPosition: 2 };
    await seedLink(app, { texts: Array<'failed'>(6).fill('failed'), errorCode: '30006', columns });
    expect({ ...(await clinic(october)), counted_at: before.counted_at }).toEqual(before);
  });

  it('thanks and texts that were not accepted are not counted', async () => {
    const { id: tokenId } = await app.prisma.token.findFirstOrThrow({
      where: { ownerId: ben.userId, usedAt: { not: null } },
    });
    const text = { tokenId, phoneNumber: '', status: 'failed', createdAt: new Date('2026-10-20T12:00:00Z') };
    await app.prisma.smsSend.create({
      data: { ...text, deliveryId: randomUUID(), accepted: true, thanks: 'received' },
    });
    await app.prisma.smsSend.create({ data: { ...text, deliveryId: randomUUID(), status: null } });
    const { total, failures, other_failures: others } = await clinic(october);
    expect(total).toEqual(counts(31, 25, 14, 19, 16, 16, 11, 30, 11));
    expect([failures, others]).toMatchObject([[{ texts: 6 }], 5]);
  });
});

describe('small numbers', () => {
  it('no statistics are shown for four links', async () => {
    for (let nth = 0; nth < 4; nth += 1) await seedLink(app, { texts: ['failed'], arrived: 60 });
    expect(await own(october)).toMatchObject({
      ...{ total: null, groups: [], others: null, waits: [], failures: [], other_failures: null },
    });
  });

  it('a waiting time that is known for only four links is not shown', async () => {
    for (let nth = 0; nth < 5; nth += 1) await seedLink(app, nth === 0 ? {} : { arrived: 60 });
    const { total, waits } = await own(october);
    expect([total?.arrived, waits]).toEqual([4, []]);
  });
});

describe('the period of statistics', () => {
  it('without a period in the query, the 30 days that end today are counted', async () => {
    for (let nth = 0; nth < 5; nth += 1) await app.create();
    const { from, to, total } = await own();
    expect(Date.parse(to) - Date.parse(from)).toBe(29 * 86_400_000);
    expect(total?.made).toBe(5);
  });

  it.each([
    ['a period of a year and two days', 'from=2025-01-01&to=2026-01-02'],
    ['a period in the wrong order', 'from=2026-10-02&to=2026-10-01'],
    ['a day that does not exist', 'from=2026-02-30'],
    ['an unknown group', `${october}&by=reference`],
  ])('%s is refused', async (_what, query) => {
    expect((await call(query, ana)).status).toBe(400);
  });

  it('a leap year is accepted', async () => {
    expect((await call('from=2024-01-01&to=2024-12-31', ana)).status).toBe(200);
  });
});

describe('the recorded steps', () => {
  const row = (id: string) => app.prisma.token.findUniqueOrThrow({ where: { id } });
  type Reviewed = EventData<'document.review_changed'>;
  async function review(
    tokenId: string,
    version: number,
    change: Pick<Reviewed, 'reviewedAt'>,
  ): Promise<void> {
    const documentId = (await row(tokenId)).documentId ?? '';
    const data = { documentId, tokenId, ownerId: ana.userId, ...change };
    const about = { aggregateId: documentId, aggregateVersion: version };
    await app.publish('document', { type: 'document.review_changed', ...about, data });
  }
  const first = '2026-11-01T10:00:00.000Z';

  it('the times of the first opening and the first upload stay when the link is opened and claimed again', async () => {
    const { id, token: value, claimId } = await aLink(app).claimed().make();
    const { firstStartedAt } = await row(id);
    await app.step(claimId, 'release');
    const open = () => app.call('POST', '/links/opened', { body: { token: value } });
    await open();
    const { firstOpenedAt } = await row(id);
    expect(firstOpenedAt).toBeInstanceOf(Date);
    await app.prisma.token.update({ where: { id }, data: { openedAt: null } });
    await open();
    await app.claim(value);
    expect(await row(id)).toMatchObject({ firstOpenedAt, firstStartedAt, openedAt: expect.any(Date) });
  });

  it('a delivery is recorded with its time', async () => {
    const id = await seedLink(app, {});
    const { deliveryId } = await app.prisma.smsSend.create({
      data: { deliveryId: randomUUID(), tokenId: id, phoneNumber: '' },
    });
    await smsStatusOf(() => app)(id, deliveryId, 'delivered');
    await eventually(async () => {
      const { deliveredAt } = await app.prisma.smsSend.findUniqueOrThrow({ where: { deliveryId } });
      expect(deliveredAt).toBeInstanceOf(Date);
    });
  });

  it('a review keeps its first time when the document is filed, and ends when it is undone', async () => {
    const { id } = await aLink(app).claimed().confirmed().make();
    await review(id, 2, { reviewedAt: first });
    // Two events on their way at once may be handled in either order.
    await eventually(async () => expect(await row(id)).toMatchObject({ reviewVersion: 2 }));
    await review(id, 3, { reviewedAt: '2026-11-02T10:00:00.000Z' });
    await eventually(async () => expect(await row(id)).toMatchObject({ reviewVersion: 3 }));
    expect((await row(id)).reviewedAt?.toISOString()).toBe(first);
    await review(id, 4, { reviewedAt: null });
    await eventually(async () => expect(await row(id)).toMatchObject({ reviewVersion: 4, reviewedAt: null }));
  });

  it('an older review event, and one of the previous version, change nothing', async () => {
    const { id } = await aLink(app).claimed().confirmed().make();
    await review(id, 5, { reviewedAt: first });
    await eventually(async () => expect(await row(id)).toMatchObject({ reviewVersion: 5 }));
    const kept = { reviewVersion: 5, reviewedAt: new Date(first) };
    const handler = 'NoteDocumentReviewed.handle';
    for (const [version, change] of [[4, { reviewedAt: null }] as const, [6, {}] as const]) {
      await app.untilHandled(handler, () => review(id, version, change));
      expect(await row(id)).toMatchObject(kept);
    }
  });
});
