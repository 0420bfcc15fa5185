import type { Page } from '@playwright/test';
import { wholeCopy, type WholeCopy } from './whole-copy.js';

/**
 * Adds 40 % to each word and accents its vowels. Words with digits or signs inside stay unchanged: file names, numbers
 * and addresses are the same in every language. Also runs in the browser, so it must not use anything outside this
 * function.
 */
function lengthen(sentence: string): string {
  const accents: Record<string, string> = { a: 'á', e: 'é', i: 'î', o: 'ö', u: 'ü', A: 'Å', E: 'É', O: 'Ö' };
  return sentence.replace(/(?<![^\s“(⁨])\p{L}[\p{L}’]*(?![^\s”)⁩.,:;!?…])(?![.:]\S)/gu, (word) => {
    const longer = word + word.slice(-Math.ceil(word.length * 0.4)).toLowerCase();
    return longer.replace(/[aeiouAEO]/g, (vowel) => accents[vowel] ?? vowel);
  });
}

/** Applies `change` to what each sentence of a catalogue returns. Also runs in the browser. */
function changeSentences(node: unknown, change: (sentence: string) => string): unknown {
  if (typeof node === 'function')
    return (params: unknown) => change((node as (params: unknown) => string)(params));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([name, one]) => [name, changeSentences(one, change)]));
}

/** The sentences that the page shows with {@link servePseudoLocale}. */
export const pseudoCopy = async (): Promise<WholeCopy> =>
  changeSentences(await wholeCopy('en'), lengthen) as WholeCopy;

/** Serves the page's English catalogues with longer sentences. */
export const servePseudoLocale = (page: Page): Promise<unknown> =>
  page.route(/\/assets\/en(\.\w+)?-[\w-]+\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `
        import * as original from ${JSON.stringify(`${new URL(route.request().url()).pathname}?original`)};
        ${lengthen.toString()}
        ${changeSentences.toString()}
        export default changeSentences(original.default, lengthen);
        export const language = original.language;`,
    }),
  );
