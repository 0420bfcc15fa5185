import { randomUUID } from 'node:crypto';
import type {
  NewLinkResponse,
  RequestTemplate,
  Reminders,
  TokenDetails,
  ValidateResponse,
} from '@caredrop/contracts';
import { aFile, files } from './support/a-file.js';
import { aNumber } from './support/a-reminded-link.js';
import { ana, dora, TokenApp } from './support/token-app.js';

let app: TokenApp;

beforeAll(async () => {
  app = await TokenApp.start({ LANGUAGES: 'en,pl,ar' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.prisma.outbox.deleteMany();
  await app.prisma.requestTemplate.updateMany({ data: { archivedAt: new Date() } });
  app.notification.calls.length = 0;
  app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
});

const english = {
  language: 'en',
  instructions: 'Photograph both sides.\nUse daylight.',
  sms: 'Your card: {link}',
};
const polish = {
  language: 'pl',
  instructions: 'Sfotografuj obie strony.',
  sms: 'Karta: {link} – dziękujemy',
};
const aTemplate = (part: object = {}) => ({ name: 'Insurance card', texts: [polish, english], ...part });

const make = (part: object = {}) =>
  app.call<{ template: RequestTemplate }>('POST', '/admin/request-templates', {
    as: dora,
    body: aTemplate(part),
  });
const made = async (part: object = {}) => (await make(part)).body.data.template;
const change = (id: string, version: number, part: object = {}) =>
  app.call<{ template: RequestTemplate }>('PATCH', `/admin/request-templates/${id}`, {
    as: dora,
    body: { ...aTemplate(part), version },
  });
const archive = (id: string, version: number) =>
  app.call('POST', `/admin/request-templates/${id}/archive`, { as: dora, body: { version } });
const listed = async () =>
  (await app.call<{ templates: RequestTemplate[] }>('GET', '/request-templates', { as: ana })).body.data
    .templates;
const createLink = (body: object = {}, headers: Record<string, string> = {}) =>
  app.call<NewLinkResponse>('POST', '/tokens', { as: ana, body: { patientRefId: 'P-1', ...body }, headers });
const linkWith = async (body: object) => (await createLink(body)).body.data.token;
const seen = async (value: string) => (await app.validate(value)).body.data as unknown as ValidateResponse;
const lastText = () => String(app.notification.calls.at(-1)?.body.body);

describe('the request templates of a clinic', () => {
  it('every clinician sees a template, its default language first, with its author', async () => {
    const { body, status } = await make({ expiryDays: 7, reminders: false });
    expect(status).toBe(201);
    const [shown] = await listed();
    expect(shown).toEqual(body.data.template);
    expect(shown).toMatchObject({ name: 'Insurance card', version: 1, expiryDays: 7, reminders: false });
    expect(shown?.texts).toEqual([english, polish]);
    expect(shown?.changed_by).toEqual({ firstName: dora.firstName, lastName: dora.lastName });
  });

  it('a clinician cannot make, change or archive a template', async () => {
    const { id } = await made();
    const calls = [
      app.call('POST', '/admin/request-templates', { as: ana, body: aTemplate({ name: 'Form' }) }),
      app.call('PATCH', `/admin/request-templates/${id}`, { as: ana, body: { ...aTemplate(), version: 1 } }),
      app.call('POST', `/admin/request-templates/${id}/archive`, { as: ana, body: { version: 1 } }),
    ];
    for (const { status } of await Promise.all(calls)) expect(status).toBe(403);
  });

  it.each([
    ['default_language_missing', { texts: [polish] }],
    ['language_not_offered', { texts: [english, { ...polish, language: 'tr' }] }],
    ['instructions_required', { texts: [{ ...english, instructions: ' \n ' }] }],
    ['instructions_required', { texts: [{ ...english, instructions: '\u0007' }] }],
    ['bad_request', { texts: [english, english] }],
  ])('a template is refused with %s', async (code, part) => {
    expect(await make(part)).toMatchObject({ status: 400, body: { code } });
    expect(await listed()).toHaveLength(0);
  });

  it('names are compared ignoring case, and a name is free again when its template is archived', async () => {
    const { id, version } = await made({ name: 'X-ray Ä' });
    expect(await make({ name: 'x-RAY ä' })).toMatchObject({
      status: 409,
      body: { code: 'template_name_taken' },
    });
    expect((await archive(id, version)).status).toBe(200);
    expect((await make({ name: 'x-RAY ä' })).status).toBe(201);
  });

  it('a change based on an older version is refused and changes nothing', async () => {
    const { id, version } = await made();
    expect((await change(id, version, { name: 'Card' })).body.data.template.version).toBe(2);
    const late = { status: 409, body: { code: 'template_changed' } };
    expect(await change(id, version)).toMatchObject(late);
    expect(await archive(id, version)).toMatchObject(late);
    expect((await change(randomUUID(), 1)).status).toBe(404);
    expect((await listed()).map(({ name }) => name)).toEqual(['Card']);
  });

  it('only one of several concurrent calls creates a template with the same name', async () => {
    const all = await Promise.all([make(), make(), make()]);
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('a clinic cannot have more than a hundred templates', async () => {
    const data = Array.from({ length: 100 }, (_, n) => ({ id: randomUUID(), name: `Form ${n}` }));
    await app.prisma.requestTemplate.createMany({ data });
    expect(await make()).toMatchObject({
      status: 409,
      body: { code: 'templates_full', params: { max: 100 } },
    });
  });

  it('each change of a template is audited without its text', async () => {
    const { id } = await made();
    await change(id, 1);
    await archive(id, 2);
    for (const [action, version] of Object.entries({ create: 1, change: 2, archive: 2 })) {
      const [entry] = await app.audited(`request_template.${action}`);
      expect(entry).toMatchObject({
        subject: { kind: 'request_template', id },
        codes: [`version.${version}`],
      });
      expect(entry?.actor).toMatchObject({ id: dora.userId });
    }
    const written = JSON.stringify(await app.prisma.outbox.findMany());
    expect(written).not.toContain('Insurance');
    expect(written).not.toContain('Photograph');
  });
});

describe('a link that is made with a template', () => {
  it('the patient reads the template’s instructions in every language, the default first', async () => {
    const { id } = await made();
    const { token } = await linkWith({ templateId: id });
    expect((await seen(token)).instructions).toEqual([
      { language: 'en', direction: 'ltr', text: english.instructions },
      { language: 'pl', direction: 'ltr', text: polish.instructions },
    ]);
    expect(await seen((await linkWith({})).token)).not.toHaveProperty('instructions');
  });

  it('changing or archiving the template later does not change what the patient reads', async () => {
    const { id } = await made();
    const link = await linkWith({ templateId: id });
    const before = await seen(link.token);
    await change(id, 1, { name: 'Card', texts: [{ ...english, instructions: 'Only the front.' }] });
    expect((await seen((await linkWith({ templateId: id })).token)).instructions).toEqual([
      { language: 'en', direction: 'ltr', text: 'Only the front.' },
    ]);
    await archive(id, 2);
    expect(await seen(link.token)).toEqual(before);
    const { body } = await app.call<{ token: TokenDetails }>('GET', `/tokens/${link.id}`, { as: ana });
    expect(body.data.token.template).toEqual({ id, name: 'Card' });
  });

  it.each(['unknown', 'archived'])('an %s template is refused, and no link is made', async (which) => {
    const { id, version } = await made();
    if (which === 'archived') await archive(id, version);
    const templateId = which === 'archived' ? id : randomUUID();
    const before = await app.prisma.token.count();
    expect(await createLink({ templateId })).toMatchObject({
      status: 400,
      body: { code: 'template_unknown' },
    });
    expect(await app.prisma.token.count()).toBe(before);
  });

  it('a template that has a newer version than the clinician has read is refused, and no link is made', async () => {
    const { id } = await made();
    await change(id, 1, { texts: [{ ...english, instructions: 'Only the front.' }] });
    const before = await app.prisma.token.count();
    expect(await createLink({ templateId: id, templateVersion: 1 })).toMatchObject({
      status: 409,
      body: { code: 'template_outdated' },
    });
    expect(await app.prisma.token.count()).toBe(before);
    const { token } = await linkWith({ templateId: id, templateVersion: 2 });
    expect((await seen(token)).instructions?.[0]?.text).toBe('Only the front.');
  });

  it('a call that is repeated after the template was changed returns its link', async () => {
    const { id } = await made();
    const key = { 'idempotency-key': randomUUID() };
    const body = { templateId: id, templateVersion: 1 };
    const first = await createLink(body, key);
    await change(id, 1);
    expect((await createLink(body, key)).body.data.token.id).toBe(first.body.data.token.id);
  });

  it('a call that is repeated after the template was archived returns its link', async () => {
    const { id, version } = await made();
    const key = { 'idempotency-key': randomUUID() };
    const first = await createLink({ templateId: id }, key);
    await archive(id, version);
    expect((await createLink({ templateId: id }, key)).body.data.token.id).toBe(first.body.data.token.id);
  });

  it('the text uses the template’s wording in the languages it has, and the clinic’s default wording in others', async () => {
    const { id } = await made();
    const words = async (language: string) => {
      await linkWith({ templateId: id, phoneNumber: aNumber(), language });
      return lastText();
    };
    expect(await words('pl')).toBe(polish.sms);
    expect(await words('')).toBe(english.sms);
    const { id: plain } = await linkWith({ language: 'ar', phoneNumber: aNumber() });
    const usual = lastText();
    expect(await words('ar')).toBe(usual);
    const { body } = await app.call<Reminders>('GET', `/tokens/${plain}/reminders`, { as: ana });
    expect(body.data.texts.pl).not.toBe(polish.sms);
  });

  it('a link keeps the text message of its template version when the template is changed later', async () => {
    const { id } = await made();
    const link = await linkWith({ templateId: id });
    await change(id, 1, { texts: [{ ...english, sms: 'Another card: {link}' }] });
    const { body } = await app.call<Reminders>('GET', `/tokens/${link.id}/reminders`, { as: ana });
    expect(body.data.texts).toMatchObject({ en: english.sms, pl: polish.sms });
  });

  it('a text message without a placeholder gets the link at its end', async () => {
    const { id } = await made({ texts: [{ ...english, sms: 'Please send it' }] });
    const link = await linkWith({ templateId: id });
    const { body } = await app.call<Reminders>('GET', `/tokens/${link.id}/reminders`, { as: ana });
    expect(body.data.texts.en).toBe('Please send it {link}');
  });

  it('a replacement link has the same instructions, even when the document is requested again', async () => {
    const { id } = await made();
    const link = await linkWith({ templateId: id });
    await change(id, 1, { texts: [{ ...english, instructions: 'Only the front.' }] });
    const before = (await seen(link.token)).instructions;
    const reissued = await app.call<NewLinkResponse>('POST', `/tokens/${link.id}/reissue`, {
      as: ana,
      body: { send: false },
    });
    const second = reissued.body.data.token;
    expect((await seen(second.token)).instructions).toEqual(before);
    const { claimId, sent } = await app.confirm(second.token);
    await app.complete(claimId, sent);
    await app.prisma.token.update({ where: { id: second.id }, data: { documentState: 'present' } });
    const again = await app.call<NewLinkResponse>('POST', `/tokens/${second.id}/ask-again`, {
      as: ana,
      body: { reason: 'blurred', send: false },
    });
    expect(await seen(again.body.data.token.token)).toMatchObject({
      askedAgain: { reason: 'blurred' },
      instructions: before,
    });
  });
});

describe('a file of requests with templates', () => {
  const allowance = { configured: true, left: 100, retryAfterSeconds: 3600, suppressed: [] };

  it('each row gets the template version that the check found, ignoring the case of its name', async () => {
    app.notification.on('/internal/sms/allowance', () => allowance);
    const clinic = files(app);
    const { id } = await made();
    const rows = aFile([
      { template: ' insurance CARD ', language: 'pl' },
      { template: 'Insurance' },
      { template: '', language: 'pl' },
    ]);
    const check = await clinic.check({ rows });
    expect(check.rows.map(({ code }) => code)).toEqual([undefined, 'template_unknown', undefined]);
    expect(check.rows[0]?.segments).toBe(2);
    const job = await clinic.send(rows);
    await change(id, 1, { texts: [{ ...english, instructions: 'Only the front.' }] });
    await archive(id, 2);
    await clinic.sweepAll();
    const sent = await clinic.rows(job.id);
    expect(sent.map(({ state }) => state)).toEqual(['sent', 'failed', 'sent']);
    const links = await Promise.all(
      sent.flatMap(({ tokenId }) =>
        tokenId ? [app.call<{ token: TokenDetails }>('GET', `/tokens/${tokenId}`, { as: ana })] : [],
      ),
    );
    const [withTemplate, without] = links.map(({ body }) => body.data.token);
    expect((await seen(withTemplate?.token ?? '')).instructions?.[0]?.text).toBe(english.instructions);
    expect(without).not.toHaveProperty('template');
    const bodies = app.notification.calls.map(({ body }) => body.body).filter(Boolean);
    expect(bodies).toContain(polish.sms);
  });
});
