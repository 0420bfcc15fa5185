import { gzipSync } from 'node:zlib';
import { languages } from '@caredrop/patient-copy';
import { parse } from 'parse5';
import { literalTexts } from '../lint/literal-html-text.mjs';
import { buildWith, type OtherWorkspace } from './support/other-languages.ts';
import { marks } from './support/pseudo-locale.ts';

/**
 * Checks the statement of docs/adding-a-language.md that a file in `locales/` is enough. The languages must be new ones:
 * existing ones would be overwritten.
 */
const added = [
  { tag: 'de', name: 'Pseudo', direction: 'ltr', reviewed: true },
  { tag: 'fa', name: 'Pseudo, right to left', direction: 'rtl', reviewed: true },
  { tag: 'nl', name: 'Pseudo, not reviewed', direction: 'ltr', reviewed: false },
] as const;
let workspace: OtherWorkspace;
beforeAll(() => {
  workspace = buildWith(added);
});
afterAll(() => workspace.remove());

const pages = { en: 'upload.html', de: 'upload.de.html', fa: 'upload.fa.html', nl: 'upload.nl.html' };
const scriptsOf = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file!);
/** Every language, including the added ones. */
const tags: string[] = [...languages.map(({ id }) => id), ...added.map(({ tag }) => tag)];
/** The language in the file name of a catalogue; for other scripts, the first word of the file name. */
const tagOf = (file: string) => /^\/assets\/(\w+)[.-]/.exec(file)?.[1] ?? '';
const isMarked = (text: string) => text.startsWith(marks.start) && text.endsWith(marks.end);

describe('another language', () => {
  it.each([
    ['de', 'ltr'],
    ['fa', 'rtl'],
    ['nl', 'ltr'],
  ] as const)("the patient's page is built in %s, %s, without a word of English", (tag, direction) => {
    const html = workspace.page(pages[tag]);
    expect(html).toContain(`<html lang="${tag}" dir="${direction}">`);
    const texts = literalTexts(parse(html));
    expect(texts.length).toBeGreaterThan(15);
    const names: string[] = added.map(({ name }) => name);
    const ours = texts.filter((text) => !names.includes(text));
    expect(ours.filter((text) => !/^(⟦[^⟦⟧]*⟧\s*)+$/.test(text))).toEqual([]);
  });

  it("each page loads its own catalogue next to the page's script, and no other catalogue", () => {
    const loaded = Object.values(pages).map((file) => scriptsOf(workspace.page(file)));
    for (const scripts of loaded) expect(scripts.length).toBeLessThanOrEqual(3);
    const catalogues = loaded.map((scripts) => scripts.map(tagOf).filter((tag) => tags.includes(tag)));
    expect(catalogues).toEqual([['en'], ['de'], ['fa'], ['nl']]);
    const chunk = workspace.page(loaded[1]!.find((file) => tagOf(file) === 'de')!);
    expect(chunk).toContain('Táké á phótó');
    expect(chunk).not.toContain('Take a photo');
  });

  it("the guide's captions exist in English and in an added language", () => {
    expect(workspace.page('guide/guide.en.vtt')).toContain('You do not need an account.');
    expect(workspace.page('guide/guide.de.vtt')).toContain(`\n${marks.start}Opéñ thé líñk`);
  });

  it('a language with longer sentences stays within the size limit of the first load', () => {
    const scripts = scriptsOf(workspace.page(pages.fa));
    const bytes = scripts.reduce((sum, file) => sum + gzipSync(workspace.page(file)).length, 0);
    expect(bytes).toBeLessThan(30_000);
  });

  it('the gateway serves the page and the upload result in the first offered language that the browser accepts', () => {
    const sent = workspace.evaluate(`
      import { PatientPage } from './apps/gateway/dist/pages/patient-page.js';
      import { wantedLanguage } from './apps/gateway/dist/pages/wanted-language.js';
      import { plainPage } from './apps/gateway/dist/plain-upload/plain-page.js';
      import { patientCopy, readOffered } from '@caredrop/patient-copy/sync';
      const offered = readOffered('en,de,fa');
      const page = new PatientPage('apps/web/dist', { clinicName: null, texts: {}, contact: {}, offered });
      const sent = [];
      for (const accepted of ['fa-IR, de;q=0.8', 'nl, de;q=0.8', 'nl', 'en-US, de;q=0.9', undefined]) {
        const language = wantedLanguage({ headers: { 'accept-language': accepted } }, offered);
        const { body } = await page.respond(language, undefined);
        const copy = patientCopy(language.id);
        const result = plainPage(copy, { status: 410, code: 'link_used' }, '/upload');
        sent.push([body.toString(), result].map((html) => /<html lang="([^"]+)" dir="([^"]+)">/.exec(html).slice(1).join(' ')));
        if (sent.length === 1) sent.push(/<p role="alert">([^<]*)/.exec(result)[1]);
      }
      console.log(JSON.stringify(sent));
    `);
    const [persian, sentence, ...others] = sent as [string[], string, ...string[][]];
    expect(persian).toEqual(['fa rtl', 'fa rtl']);
    expect(sentence).toMatch(/^⟦Thís líñk hás álréádý bééñ úséd\./);
    expect(others).toEqual(['de ltr', 'en-GB ltr', 'en-GB ltr', 'en-GB ltr'].map((one) => [one, one]));
  });

  it('the text message with the link exists in an added language', () => {
    const text = workspace.evaluate(`
      import { linkText } from './apps/token/dist/sms/link-texts.js';
      import { readOffered } from '@caredrop/patient-copy/sync';
      const settings = { LANGUAGES: readOffered('en,de'), CLINIC_TEXTS: {}, CLINIC_TIME_ZONE: 'Europe/London' };
      console.log(JSON.stringify(linkText('sms', { language: 'de', expiresAt: new Date() }, settings)));
    `) as string;
    expect(isMarked(text)).toBe(true);
    expect(text).toContain('{link}');
  });

  it('unreviewed languages are offered only where a clinic lists them or asks for all', () => {
    const offered = workspace.evaluate(`
      import { readOffered } from '@caredrop/patient-copy/sync';
      const ids = (setting) => readOffered(setting).map(({ id }) => id);
      console.log(JSON.stringify([ids('reviewed'), ids('nl,en'), ids('all')]));
    `) as [string[], string[], string[]];
    expect(offered[0]).toEqual(expect.arrayContaining(['en', 'de', 'fa']));
    expect(offered[0]).not.toContain('nl');
    expect(offered[1]).toEqual(['nl', 'en']);
    expect(offered[2]).toContain('nl');
  });
});

/** A larger page would keep phones waiting: `apps/web/src/budget/check-budget.mjs` also fails the build. */
describe('the page in each language', () => {
  it.each(languages.map(({ id }) => id))('the script and the page in %s are within their budgets', (id) => {
    const html = workspace.page(id === 'en' ? 'upload.html' : `upload.${id}.html`);
    const script = scriptsOf(html).reduce((sum, file) => sum + gzipSync(workspace.page(file)).length, 0);
    expect(script).toBeLessThan(30_000);
    expect(script + gzipSync(html).length).toBeLessThan(40_000);
  });
});
