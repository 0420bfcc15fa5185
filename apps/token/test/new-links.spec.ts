import { randomUUID } from 'node:crypto';
import { smsReason, type NewLinkResponse, type Sheet, type TokenDefaults } from '@caredrop/contracts';
import { aLink } from './support/a-link.js';
import { ana, ben, dora, TokenApp } from './support/token-app.js';

const PHONE = '+447700900123';
let app: TokenApp;

beforeAll(async () => {
  app = await TokenApp.start({
    LANGUAGES: 'en,ar',
    CLINIC_NAME: 'Elm Road Surgery',
    CLINIC_CONTACT_PHONE: '020 7946 0123',
  });
});
afterAll(async () => app.stop());
beforeEach(async () => {
  await app.prisma.outbox.deleteMany();
  app.notification.calls.length = 0;
  app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
});

const ask = (body: object, { key = '', as = ana } = {}) =>
  app.call<NewLinkResponse>('POST', '/tokens', {
    as,
    body: { patientRefId: 'P-1', ...body },
    headers: { 'idempotency-key': key },
  });
const texts = () => app.notification.calls.filter(({ path }) => path === '/internal/sms');
const links = () => app.prisma.token.count();

describe('a new link with a phone number', () => {
  it('a new link is texted at once, with the requested reminders', async () => {
    const { status, body } = await ask({ phoneNumber: ' 07700 900123 ', reminders: true });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ sms: 'sent', token: { hasSMS: true, smsPhoneNumber: PHONE } });
    expect(texts()).toHaveLength(1);
    const row = await app.prisma.token.findUniqueOrThrow({ where: { id: body.data.token.id } });
    expect(row.nextReminderAt).not.toBeNull();
  });

  it('a new link has no reminders unless they are requested', async () => {
    const { body } = await ask({ phoneNumber: PHONE });
    const row = await app.prisma.token.findUniqueOrThrow({ where: { id: body.data.token.id } });
    expect(row).toMatchObject({ hasSms: true, nextReminderAt: null });
  });

  it('no link is made when the number cannot be texted', async () => {
    const before = await links();
    for (const phoneNumber of ['020 7946 0123', 'ask at the desk', '0', 7]) {
      const { status, body } = await ask({ phoneNumber });
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'phone_invalid' });
    }
    expect(await links()).toBe(before);
    expect(texts()).toHaveLength(0);
  });

  it('a new link stays when its text is refused, and the response says why', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'x', code: '21614' }));
    const { status, body } = await ask({ phoneNumber: PHONE });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ sms: 'unconfirmed', token: { status: 'active', hasSMS: false } });
    expect(body.data.smsProblem).toBe(smsReason('21614'));
  });

  it('a new link stays when the notification service cannot be reached, and a repeated call texts it', async () => {
    const key = randomUUID();
    app.notification.on('/internal/sms', () => {
      throw new Error('notification is down');
    });
    const first = await ask({ phoneNumber: PHONE }, { key });
    expect(first.body.data.sms).toBe('unconfirmed');
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    const second = await ask({ phoneNumber: PHONE }, { key });
    expect(second.body.data).toMatchObject({ sms: 'sent', token: { id: first.body.data.token.id } });
    const deliveries = texts().map(({ body }) => (body as { deliveryId: string }).deliveryId);
    expect(new Set(deliveries).size).toBe(1);
  });

  it('a repeated call does not text a link that has been revoked since', async () => {
    const key = randomUUID();
    app.notification.on('/internal/sms', () => {
      throw new Error('notification is down');
    });
    const { id } = (await ask({ phoneNumber: PHONE }, { key })).body.data.token;
    await app.call('PATCH', `/tokens/${id}`, { as: ana, body: { status: 'revoked' } });
    app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
    app.notification.calls.length = 0;
    const { data } = (await ask({ phoneNumber: PHONE }, { key })).body;
    expect(texts()).toHaveLength(0);
    expect(data.token).toMatchObject({ id, status: 'revoked', hasSMS: false });
    expect(data).not.toHaveProperty('sms');
  });

  it('a new link with an empty number is not texted, and the response has no "sms"', async () => {
    const { body } = await ask({ phoneNumber: '  ' });
    expect(Object.keys(body.data)).toEqual(['token']);
    expect(texts()).toHaveLength(0);
  });
});

describe('a repeated call that makes a link', () => {
  it('twenty simultaneous calls with one key make one link and one delivery', async () => {
    const before = await links();
    const key = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => ask({ phoneNumber: PHONE }, { key })),
    );
    expect(new Set(responses.map(({ body }) => body.data.token.id)).size).toBe(1);
    expect(await links()).toBe(before + 1);
    expect(new Set(texts().map(({ body }) => (body as { deliveryId: string }).deliveryId)).size).toBe(1);
    expect(await app.emitted('token.created')).toHaveLength(1);
  });

  it('a call by another clinician with the same key, or without a key, makes another link', async () => {
    const key = randomUUID();
    const responses = [await ask({}, { key }), await ask({}, { key, as: ben }), await ask({}), await ask({})];
    expect(new Set(responses.map(({ body }) => body.data.token.id)).size).toBe(4);
  });
});

describe('GET /tokens/defaults', () => {
  const reminders = async (query: string) => {
    const { status, body } = await app.call<TokenDefaults>('GET', `/tokens/defaults${query}`, { as: ana });
    return { status, times: body.data?.reminders?.times };
  };

  it('the defaults contain the reminders of a link that is made and texted now', async () => {
    const { times = [] } = await reminders('');
    const made = await ask({ phoneNumber: PHONE, reminders: true });
    const plan = await app.call<{ planned: string[] }>(
      'GET',
      `/tokens/${made.body.data.token.id}/reminders`,
      {
        as: ana,
      },
    );
    const days = (all: string[]) => all.map((time) => time.slice(0, 10));
    expect(times.length).toBeGreaterThan(0);
    expect(days(plan.body.data.planned)).toEqual(days(times));
  });

  it('the defaults contain fewer reminders for a link that expires soon, and impossible days are refused', async () => {
    const [{ times: usual = [] }, { times: soon = [] }] = [
      await reminders(''),
      await reminders('?expiryDays=2'),
    ];
    expect(soon.length).toBeLessThan(usual.length);
    for (const days of ['0', '366', '2.5', 'ten'])
      expect((await reminders(`?expiryDays=${days}`)).status).toBe(400);
  });
});

describe('GET /tokens/{id}/sheet', () => {
  const sheet = (id: string, as = ana) => app.call<Sheet>('GET', `/tokens/${id}/sheet`, { as });

  it('the sheet is in the link’s language and shows the deadline and the clinic’s number', async () => {
    const { body: made } = await ask({ patientRefId: 'P-77', language: 'ar' });
    const { body } = await sheet(made.data.token.id);
    expect(body.data).toMatchObject({ language: 'ar', direction: 'rtl', reference: 'P-77' });
    expect(body.data.title).toContain('Elm Road Surgery');
    expect(body.data.help).toContain('020 7946 0123');
    expect(body.data.until).toMatch(/\d\d?:\d\d/);
  });

  it('a sheet is refused for a link that has ended', async () => {
    const { id } = await aLink(app).expired().make();
    const { status, body } = await sheet(id);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'sheet_token_not_active' });
  });

  it('printing a colleague’s link as an administrator is audited', async () => {
    const { id } = await app.create(ana);
    await app.prisma.outbox.deleteMany();
    expect((await sheet(id, ben)).status).toBe(404);
    expect((await sheet(id, dora)).status).toBe(200);
    const entries = await app.emitted('audit.recorded');
    expect(entries).toEqual([
      expect.objectContaining({ action: 'token.view', outcome: 'refused' }),
      expect.objectContaining({ action: 'token.view', outcome: 'success' }),
    ]);
  });
});
