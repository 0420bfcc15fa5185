import { newItems, requestLimits, sentencesByField, type NewItems } from '@caredrop/contracts';
import { randomKey } from '../../../shared/lib/random-key.js';

/** An item of the list being edited. */
export interface Item {
  /** Stays the same when the document is moved. */
  key: string;
  label: string;
  optional: boolean;
}

/** Error messages by the key of an item. */
export type ItemProblems = Record<string, string>;

export const blankItem = (): Item => ({ key: randomKey(), label: '', optional: false });

/** The smallest list that a request can have. */
export const blankItems = (): Item[] => Array.from({ length: requestLimits.itemsMin }, blankItem);

/** Returns the list with one item moved by one place. Moving it beyond either end changes nothing. */
export function withMoved(items: Item[], key: string, by: -1 | 1): Item[] {
  const from = items.findIndex((item) => item.key === key);
  const to = from + by;
  const [one, other] = [items[from], items[to]];
  if (!one || !other) return items;
  return items.map((item) => (item === one ? other : item === other ? one : item));
}

/** The errors of the shared schema; empty when the list may be sent. */
export function problemsOfItems(items: Item[]): ItemProblems {
  const { error } = newItems.safeParse(items);
  const byPlace = error ? sentencesByField(error) : {};
  return Object.fromEntries(
    items.flatMap(({ key }, place) => {
      const sentence = byPlace[place];
      return sentence === undefined ? [] : [[key, sentence]];
    }),
  );
}

/** Keeps the problems of items whose label has not changed. */
export function problemsLeft(problems: ItemProblems, before: Item[], after: Item[]): ItemProblems {
  const labels = new Map(after.map(({ key, label }) => [key, label]));
  const same = before.filter(({ key, label }) => labels.get(key) === label);
  return Object.fromEntries(same.flatMap(({ key }) => (problems[key] ? [[key, problems[key]]] : [])));
}

export const toNewItems = (items: Item[]): NewItems => newItems.parse(items);
