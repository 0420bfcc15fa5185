import { sentences, type Sentence } from '@caredrop/contracts/sentences';
import { patternOf } from './catalogue.ts';
import type { Item } from './item.ts';
import type { FoundTest } from './read-tests.ts';

export interface Proven {
  item: Item;
  tests: FoundTest[];
  /** Titles the item names that no test has. */
  gone: string[];
}

/** The tests that prove an item, in the order of their files. */
export function findProof(item: Item, tests: readonly FoundTest[]): Proven {
  const { proof } = item;
  if ('titles' in proof) {
    const of = (part: string): FoundTest[] => tests.filter(({ title }) => title.includes(part));
    const found = new Set(proof.titles.flatMap(of));
    const gone = proof.titles.filter((part) => of(part).length === 0);
    return { item, tests: tests.filter((test) => found.has(test)), gone };
  }
  if ('sentence' in proof) return { item, tests: saying(proof.sentence, tests), gone: [] };
  return { item, tests: tests.filter(calling(proof.method, proof.path)), gone: [] };
}

/** Tests that say a sentence, or name its key; only when there is none, those that use a helper which does. */
function saying(sentence: Sentence, tests: readonly FoundTest[]): FoundTest[] {
  const key = new RegExp(`\\bmessages\\.${sentence[1].replace('.', '\\.')}\\b`);
  const words = new RegExp(patternOf(sentence, 'part'), 'g');
  const says = (text: string): boolean =>
    key.test(text) || [...text.matchAll(words)].some(([found]) => !others(sentence).has(found.slice(1, -1)));
  const direct = tests.filter(({ own }) => says(own));
  return direct.length > 0 ? direct : tests.filter(({ used }) => says(used));
}

/** ‘Your account has been disabled’ is not the sentence ‘… has been disabled’ about an account. */
const others = ([, key]: Sentence): Set<string> =>
  new Set(sentences.filter(([, other]) => other !== key).map(([, , text]) => text));

/** Calls that the client of apps/e2e makes by a method of its own. */
const helpers = new Map([['POST /upload/{token}', /\b(?:patient|anybody|api)\.upload\(/]]);

/**
 * Whether a test makes a call: by its title ('POST /tokens/:id/send-sms'), by a method of a client
 * (`api.post('/tokens')`) or by method and path side by side (`call('POST', '/tokens')`). That a service lets no
 * stranger make it, or that its description knows it, says nothing of the call.
 */
function calling(method: string, path: string): (test: FoundTest) => boolean {
  const parameter = String.raw`(?:\{\w+\}|:\w+|\$\{[^}]+\})`;
  const there = path.replaceAll(/\{\w+\}/g, parameter) + String.raw`(?=['"\x60?$,\s]|$)`;
  const start = String.raw`(?:/api|\*/api|\$\{[^}]*\}/api)?`;
  const titled = new RegExp(`(?:^|[\\s'"\`])${method} ${start}${there}`, 'm');
  const clients = new RegExp(`\\.${method.toLowerCase()}(?:<[^(]*>)?\\(\\s*['"\`]${start}${there}`);
  const beside = new RegExp(`['"]${method}['"],\\s*(?:url:\\s*)?['"\`]${start}${there}`);
  const helper = helpers.get(`${method} ${path}`);
  const closed = /prove nothing|the wrong services|nobody without an identity|knows every call/;
  return ({ own, title }) =>
    !closed.test(title) &&
    (titled.test(own) || clients.test(own) || beside.test(own) || helper?.test(own) === true);
}
