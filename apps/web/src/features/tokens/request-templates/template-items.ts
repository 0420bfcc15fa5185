import type { TemplateItems } from '@caredrop/contracts';
import { randomKey } from '../../../shared/lib/random-key.js';
import { blankItems, problemsOfItems, type Item, type ItemProblems } from '../request-items/items.js';

/** A document of the template being edited, with its label by language. */
export interface TemplateItem extends Omit<Item, 'label'> {
  labels: Record<string, string>;
}

/** The form's list for the items of a template; a blank list if the template has none. */
export const templateItemsOf = (items: TemplateItems | null | undefined, usual: string): TemplateItem[] =>
  items
    ? items.map(({ labels, optional }) => ({
        key: randomKey(),
        optional,
        labels: Object.fromEntries(labels.map(({ language, label }) => [language, label])),
      }))
    : withItems([], blankItems(), usual);

/** The list with its labels in one language. */
export const itemsIn = (items: TemplateItem[], language: string): Item[] =>
  items.map(({ labels, ...item }) => ({ ...item, label: labels[language] ?? '' }));

/** The list after it was changed in one language; documents keep their labels in the others. */
export function withItems(before: TemplateItem[], items: Item[], language: string): TemplateItem[] {
  const labels = new Map(before.map((item) => [item.key, item.labels]));
  return items.map(({ label, ...item }) => ({
    ...item,
    labels: { ...labels.get(item.key), [language]: label },
  }));
}

/** The items for the request's body. The first language, which the others fall back to, needs every label. */
export const toTemplateItems = (items: TemplateItem[], languages: string[]) =>
  items.map(({ labels, optional }) => ({
    optional,
    labels: languages
      .map((language) => ({ language, label: labels[language] ?? '' }))
      .filter(({ label }, place) => place === 0 || label.trim() !== ''),
  }));

/** Error messages by item for one language. A blank label is an error only in the default language. */
export function problemsIn(items: TemplateItem[], language: string, usual: string): ItemProblems {
  const fallback = language === usual ? '' : '-';
  return problemsOfItems(
    itemsIn(items, language).map((item) => ({ ...item, label: item.label.trim() || fallback })),
  );
}
