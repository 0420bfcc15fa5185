import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ReissueResponse, Reminders, Token, TokenDefaults } from '@caredrop/contracts';
import { eventually } from '@caredrop/testing';
import { readConfig } from '../src/config.js';
import { HandOverReminder } from '../src/reminders/hand-over-reminder.js';
import { aLink } from './support/a-link.js';
import { aNumber, reminders } from './support/a-reminded-link.js';
import { smsStatusOf } from './support/sms-status.js';
import { ana, dora, TokenApp } from './support/token-app.js';

const texts = {
  pl: { clinicName: 'Przychodnia {x}', sms: '{clinic}: {link} do {deadline}, tel. {phone}' },
  ar: { reminder: '\u062a\u0630\u0643\u064a\u0631: {link}' },
};
let folder: string;
let app: TokenApp;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'caredrop-texts-'));
  const file = path.join(folder, 'texts.json');
  writeFileSync(file, JSON.stringify(texts));
  app = await TokenApp.start({
    LANGUAGES: 'en,pl,ar',
    CLINIC_TEXTS: file,
    CLINIC_CONTACT_PHONE: '020 7946 0123',
    RENEWAL_ANSWER_MS: '5',
  });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await app.prisma.outbox.deleteMany();
  app.notification.calls.length = 0;
  app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
});

const row = (id: string) => app.prisma.token.findUniqueOrThrow({ where: { id } });
const create = (language?: unknown) =>
  app.call<{ token: Token }>('POST', '/tokens', { as: ana, body: { patientRefId: 'P-1', language } });
const linkIn = async (language?: string) => (await create(language)).body.data.token;
const sms = (id: string, body: object = {}) =>
  app.call<{ token: Token }>('POST', `/tokens/${id}/send-sms`, {
    as: ana,
    body: { phoneNumber: aNumber(), ...body },
  });
const choose = (token: unknown, language: unknown) =>
  app.call('POST', '/links/language', { body: { token, language } });
const lastText = () => String(app.notification.calls.at(-1)?.body.body);

describe('choosing a language for a link', () => {
  it('a new link has the chosen language, or none if none was chosen', async () => {
    expect(await linkIn('pl')).toMatchObject({ language: 'pl' });
    expect(await linkIn()).not.toHaveProperty('language');
  });

  it('links created in bulk have the chosen language', async () => {
    const body = { count: 2, language: 'ar' };
    const made = await app.call<{ tokens: Token[] }>('POST', '/tokens/bulk', { as: dora, body });
    expect(made.body.data.tokens.map(({ language }) => language)).toEqual(['ar', 'ar']);
  });

  it.each(['tr', 'xx', 7, 'e'.repeat(36)])(
    'the language %j, which is not offered, is refused',
    async (language) => {
      const refused = { status: 400, body: { code: 'language_not_offered' } };
      expect(await create(language)).toMatchObject(refused);
      expect(
        await app.call('POST', '/tokens/bulk', { as: dora, body: { count: 1, language } }),
      ).toMatchObject(refused);
      const { id } = await linkIn();
      expect(await sms(id, { language })).toMatchObject(refused);
      expect(app.notification.calls).toHaveLength(0);
    },
  );

  it('the offered languages come with the defaults, the default language first', async () => {
    const { body } = await app.call<TokenDefaults>('GET', '/tokens/defaults', { as: ana });
    expect(body.data.languages).toEqual(['en', 'pl', 'ar']);
  });

  it('a reissued link keeps the language', async () => {
    const old = await linkIn('pl');
    const body = { send: false };
    const made = await app.call<ReissueResponse>('POST', `/tokens/${old.id}/reissue`, { as: ana, body });
    expect(made.body.data.token.language).toBe('pl');
  });

  it('validation returns the language of a valid link, but not of an expired one', async () => {
    const link = await linkIn('ar');
    expect((await app.validate(link.token)).body.data).toMatchObject({ language: 'ar' });
    expect((await app.validate((await linkIn()).token)).body.data).toMatchObject({ language: null });
    const expired = await aLink(app).expired().make();
    await app.prisma.token.update({ where: { id: expired.id }, data: { language: 'ar' } });
    expect((await app.validate(expired.token)).body.data).not.toHaveProperty('language');
  });

  it('a language that the clinic no longer offers counts as not chosen', async () => {
    const link = await linkIn();
    await app.prisma.token.update({ where: { id: link.id }, data: { language: 'tr' } });
    expect((await app.validate(link.token)).body.data).toMatchObject({ language: null });
    await sms(link.id);
    expect(lastText()).toMatch(/^You have been invited/);
  });
});

describe('texts in the language of the link', () => {
  it('a text without a chosen language is in the default language of the clinic', async () => {
    const { id } = await linkIn();
    await sms(id);
    expect(lastText()).toBe('You have been invited to upload a document securely: {link}');
    expect((await row(id)).language).toBeNull();
  });

  it('a language chosen with the text is used for it and kept for the link', async () => {
    const { id } = await linkIn('pl');
    expect((await sms(id, { language: 'ar' })).body.data.token.language).toBe('ar');
    expect(lastText()).toMatch(/\p{Script=Arabic}.*\{link\}$/u);
    await sms(id);
    expect((await row(id)).language).toBe('ar');
  });

  it("the clinic's own text is filled in; values are not read as placeholders", async () => {
    const { id } = await linkIn('pl');
    await sms(id);
    expect(lastText()).toMatch(/^Przychodnia \{x\}: \{link\} do \S+, .*, tel\. 020 7946 0123$/);
  });

  it("a clinician's own text is sent with the link added, whatever the link's language", async () => {
    const { id } = await linkIn('pl');
    await sms(id, { customMessage: 'Dear A' });
    expect(lastText()).toBe('Dear A {link}');
  });

  it('the default text of each offered language is shown before a text is sent', async () => {
    const { id } = await linkIn();
    const { body } = await app.call<Reminders>('GET', `/tokens/${id}/reminders`, { as: ana });
    expect(Object.keys(body.data.texts)).toEqual(['en', 'pl', 'ar']);
    expect(body.data.texts.pl).toMatch(/^Przychodnia .*\{link\}/);
  });

  it('a language chosen with a text whose response is lost is used for its reminders and the page', async () => {
    const code = 'in_doubt';
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'No response', code }));
    const link = await linkIn('pl');
    expect((await sms(link.id, { language: 'ar', reminders: true })).status).toBe(502);
    const deliveryId = String(app.notification.calls.at(-1)?.body.deliveryId);
    await smsStatusOf(() => app)(link.id, deliveryId, 'delivered');
    const clinic = reminders(app);
    const due = await eventually(() => clinic.nextDue(link.id));
    const reminderId = await clinic.claim(await clinic.due(link.id, due), due);
    await app.get(HandOverReminder).execute(String(reminderId), due);
    expect(lastText()).toBe(texts.ar.reminder);
    expect((await app.validate(link.token)).body.data).toMatchObject({ language: 'ar' });
  });

  it('a language chosen with a text that is refused is kept for the link, and announced once', async () => {
    app.notification.on('/internal/sms', () => ({ outcome: 'refused', reason: 'No such number' }));
    const { id } = await linkIn('pl');
    for (const _ of [1, 2]) expect((await sms(id, { language: 'ar' })).status).toBe(502);
    expect((await row(id)).language).toBe('ar');
    expect(await app.emitted('token.sms_changed')).toHaveLength(1);
  });

  it('a language that the patient chooses while the text is being sent stays the link’s', async () => {
    const link = await linkIn();
    app.notification.on('/internal/sms', async () => {
      await choose(link.token, 'pl');
      return { outcome: 'accepted', status: 'sent' };
    });
    expect((await sms(link.id, { language: 'ar' })).body.data.token.language).toBe('pl');
  });

  it.each([
    [
      'pl',
      /\p{L}.* (stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia)/u,
    ],
    ['ar', /^\u062a\u0630\u0643\u064a\u0631: \{link\}$/],
  ])('a reminder of a link in %s is in that language', async (language, text) => {
    const clinic = reminders(app);
    const link = await clinic.texted();
    await app.prisma.token.update({ where: { id: link.id }, data: { language } });
    const deliveryId = await clinic.claim(await clinic.due(link.id, link.due), link.due);
    await app.get(HandOverReminder).execute(String(deliveryId), link.due);
    expect(lastText()).toMatch(text);
  });
});

describe('POST /links/language', () => {
  it("a patient's choice is kept for texts and the page, and audited once as the patient's", async () => {
    const link = await linkIn('pl');
    await app.prisma.outbox.deleteMany();
    for (const _ of [1, 2]) expect((await choose(link.token, 'ar')).status).toBe(202);
    expect((await row(link.id)).language).toBe('ar');
    expect(await app.emitted('token.sms_changed')).toEqual([{ tokenId: link.id, ownerId: ana.userId }]);
    expect(await app.audited('token.language_chosen')).toMatchObject([
      { outcome: 'success', subject: { kind: 'token', id: link.id }, actor: { kind: 'patient' } },
    ]);
  });

  it('choices are limited per link and hour, and a choice over the limit changes nothing', async () => {
    const link = await linkIn('pl');
    await app.prisma.outbox.deleteMany();
    for (let at = 0; at < 60; at++) await choose(link.token, at % 2 ? 'pl' : 'ar');
    expect(await choose(link.token, 'ar')).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect((await row(link.id)).language).toBe('pl');
    expect(await app.emitted('token.sms_changed')).toHaveLength(60);
    expect((await choose(link.token, 'pl')).status).toBe(202);
  });

  it('the response is the same for active, used, expired, revoked, unknown and malformed links', async () => {
    const active = await linkIn();
    const used = await aLink(app).claimed().confirmed().make();
    const expired = await aLink(app).expired().make();
    const revoked = await linkIn();
    await app.call('PATCH', `/tokens/${revoked.id}`, { as: ana, body: { status: 'revoked' } });
    const dead = [used, expired, revoked];
    const responses = [await choose(active.token, 'xx'), await choose(active.token, 'tr')];
    for (const token of [active.token, ...dead.map((link) => link.token), 'x'.repeat(43), '', '%00'])
      responses.push(await choose(token, 'pl'));
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(responses[0]).toMatchObject({ status: 202, body: { data: { received: true } } });
    expect((await row(active.id)).language).toBe('pl');
    for (const { id } of dead) expect((await row(id)).language).toBeNull();
  });

  it('the response takes the same minimum time for known and unknown links', async () => {
    const slow = await TokenApp.start({ LANGUAGES: 'en,pl', RENEWAL_ANSWER_MS: '250' });
    try {
      for (const token of [(await slow.create()).token, 'x'.repeat(43), '']) {
        const start = performance.now();
        await slow.call('POST', '/links/language', { body: { token, language: 'pl' } });
        expect(performance.now() - start).toBeGreaterThanOrEqual(245);
      }
    } finally {
      await slow.stop();
    }
  });

  it('a refused choice is audited with its reason but never the value of the link', async () => {
    const own = await TokenApp.start({ LANGUAGES: 'en,pl', RENEWAL_ANSWER_MS: '5' });
    const link = await aLink(own).expired().make();
    for (const token of [link.token, 'not-a-link'])
      await own.call('POST', '/links/language', { body: { token, language: 'pl' } });
    const entries = await own.audited('token.language_chosen');
    await own.stop();
    expect(entries).toMatchObject([
      { outcome: 'refused', reason: 'link_not_active', subject: { id: link.id } },
      { outcome: 'refused', reason: 'link_unknown', subject: null },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${link.token}|not-a-link`));
  });

  it.each([{}, { token: 'x' }, { token: 'x', language: 7 }])(
    'the body %j is refused with 400',
    async (body) => {
      expect((await app.call('POST', '/links/language', { body })).status).toBe(400);
    },
  );
});

describe('the settings of languages', () => {
  const start = (settings: Record<string, string>) => () => readConfig({ ...app.env, ...settings });
  const file = (content: unknown) => {
    const name = path.join(folder, 'other.json');
    writeFileSync(name, JSON.stringify(content));
    return name;
  };

  it('the service does not start with a language that has no catalogue', () => {
    expect(start({ LANGUAGES: 'en,xx' })).toThrow(
      /LANGUAGES is not valid \(there is no catalogue for "xx"; /,
    );
  });

  it('reviewed languages are offered by default, English first', () => {
    const { LANGUAGES: _set, ...env } = app.env;
    expect(readConfig(env).LANGUAGES[0]?.id).toBe('en');
    expect(readConfig(env).LANGUAGES.every(({ reviewed }) => reviewed)).toBe(true);
  });

  it('the service does not start if a text has placeholders without configured values, and the error names them', () => {
    const CLINIC_TEXTS = file({ pl: { reminder: '{clinic} {phone} {link}' } });
    const attempt = start({ CLINIC_TEXTS, CLINIC_CONTACT_PHONE: '' });
    expect(attempt).toThrow('pl.reminder has {clinic}, but CLINIC_NAME is not set');
    expect(attempt).toThrow('pl.reminder has {phone}, but CLINIC_CONTACT_PHONE is not set');
  });

  it('the service does not start if the file of texts is missing or has an invalid text', () => {
    expect(start({ CLINIC_TEXTS: path.join(folder, 'none.json') })).toThrow('the file cannot be read');
    expect(start({ CLINIC_TEXTS: file({ pl: { sms: 'Hello' } }) })).toThrow('pl.sms: {link} is missing');
  });
});
