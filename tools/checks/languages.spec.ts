import { gzipSync } from 'node:zlib';
import { parse } from 'parse5';
import { literalTexts } from '../lint/literal-html-text.mjs';
import { buildWith, type OtherWorkspace } from './support/other-languages.ts';
import { marks } from './support/pseudo-locale.ts';

/** The promise of docs/adding-a-language.md: a file in `locales/` is enough. */
let workspace: OtherWorkspace;
beforeAll(() => {
  workspace = buildWith([
    { tag: 'de', name: 'Pseudo', direction: 'ltr', reviewed: true },
    { tag: 'ur', name: 'Pseudo, right to left', direction: 'rtl', reviewed: true },
    { tag: 'nl', name: 'Pseudo, not reviewed', direction: 'ltr', reviewed: false },
  ]);
});
afterAll(() => workspace.remove());

const pages = { en: 'upload.html', de: 'upload.de.html', ur: 'upload.ur.html' };
const scriptsOf = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file!);
const isMarked = (text: string) => text.startsWith(marks.start) && text.endsWith(marks.end);

describe('another language', () => {
  it.each([
    ['de', 'ltr'],
    ['ur', 'rtl'],
  ] as const)("the patient's page is built in %s, %s, without a word of English", (tag, direction) => {
    const html = workspace.page(pages[tag]);
    expect(html).toContain(`<html lang="${tag}" dir="${direction}">`);
    const texts = literalTexts(parse(html));
    expect(texts.length).toBeGreaterThan(15);
    expect(texts.filter((text) => !/^(⟦[^⟦⟧]*⟧\s*)+$/.test(text))).toEqual([]);
  });

  it("each page requests its own catalogue beside the page's script, and no other", () => {
    const [english, german, urdu] = Object.values(pages).map((file) => scriptsOf(workspace.page(file)));
    for (const scripts of [english!, german!, urdu!]) expect(scripts.length).toBeLessThanOrEqual(3);
    const catalogues = [english!, german!, urdu!].map((scripts) =>
      scripts.filter((file) => /\/(en|de|ur)-/.test(file)),
    );
    expect(catalogues.map((own) => own.map((file) => /\/(\w\w)-/.exec(file)![1]))).toEqual([
      ['en'],
      ['de'],
      ['ur'],
    ]);
    const [chunk] = catalogues[1]!;
    expect(workspace.page(chunk!)).toContain('Táké á phótó');
    expect(workspace.page(chunk!)).not.toContain('Take a photo');
  });

  it("the guide's captions exist in every language", () => {
    expect(workspace.page('guide/guide.en.vtt')).toContain('You do not need an account.');
    expect(workspace.page('guide/guide.de.vtt')).toContain(`\n${marks.start}Opéñ thé líñk`);
  });

  it('a longer language stays within the size of a first load', () => {
    const scripts = scriptsOf(workspace.page(pages.ur));
    const bytes = scripts.reduce((sum, file) => sum + gzipSync(workspace.page(file)).length, 0);
    expect(bytes).toBeLessThan(30_000);
  });

  it('the gateway serves the page and the upload result in the first reviewed language that the browser accepts', () => {
    const sent = workspace.evaluate(`
      import { PatientPage } from './apps/gateway/dist/pages/patient-page.js';
      import { wantedLanguage } from './apps/gateway/dist/pages/wanted-language.js';
      import { plainPage } from './apps/gateway/dist/plain-upload/plain-page.js';
      import { patientCopy } from '@caredrop/patient-copy/sync';
      const page = new PatientPage('apps/web/dist', null, {});
      const sent = [];
      for (const accepted of ['ur-PK, de;q=0.8', 'nl, de;q=0.8', 'nl', 'en-US, de;q=0.9', undefined]) {
        const language = wantedLanguage({ headers: { 'accept-language': accepted } });
        const { body } = await page.answer(language, undefined);
        const copy = patientCopy(language.id);
        const result = plainPage(copy, { status: 410, code: 'link_used' }, '/upload');
        sent.push([body.toString(), result].map((html) => /<html lang="([^"]+)" dir="([^"]+)">/.exec(html).slice(1).join(' ')));
        if (sent.length === 1) sent.push(/<p role="alert">([^<]*)/.exec(result)[1]);
      }
      console.log(JSON.stringify(sent));
    `);
    const [urdu, sentence, ...others] = sent as [string[], string, ...string[][]];
    expect(urdu).toEqual(['ur rtl', 'ur rtl']);
    expect(sentence).toMatch(/^⟦Thís líñk hás álréádý bééñ úséd\./);
    expect(others).toEqual(['de ltr', 'en-GB ltr', 'en-GB ltr', 'en-GB ltr'].map((one) => [one, one]));
  });

  it('the text message with the link exists in every language', () => {
    const text = workspace.evaluate(`
      import { takeLinkOut } from './apps/token/dist/sms/sms-text.js';
      import { patientCopy } from '@caredrop/patient-copy/sync';
      console.log(JSON.stringify(takeLinkOut(patientCopy('de'), null, 'T', 'https://care.example', null)));
    `) as { template: string };
    expect(isMarked(text.template)).toBe(true);
    expect(text.template).toContain('{link}');
  });
});
