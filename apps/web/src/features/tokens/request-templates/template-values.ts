import {
  requestTemplateBody,
  sentencesByField,
  smsSegments,
  templateTextBody,
  type RequestTemplate,
} from '@caredrop/contracts';
import { languages } from '@caredrop/patient-copy';
import { uploadLink } from '../../../shared/config/paths.js';
import type { ItemProblems } from '../request-items/items.js';
import { problemsIn, templateItemsOf, toTemplateItems, type TemplateItem } from './template-items.js';

export interface TextValues {
  language: string;
  instructions: string;
  sms: string;
}
export interface TemplateValues {
  name: string;
  expiryDays: string;
  reminders: boolean;
  texts: TextValues[];
  /** Whether a request asks for several documents, which `items` lists. */
  several: boolean;
  items: TemplateItem[];
}
export interface TemplateProblems {
  name?: string | undefined;
  expiryDays?: string | undefined;
  /** By language. */
  texts: Record<string, Partial<Record<'instructions' | 'sms', string>>>;
  /** By language, then by item. */
  items: Record<string, ItemProblems>;
}

export const noText = (language: string): TextValues => ({ language, instructions: '', sms: '' });

/** The form's values for a template, or for a new one in the clinic's default language. */
export function valuesOf(template: RequestTemplate | undefined, usual: string): TemplateValues {
  const items = templateItemsOf(template?.items, usual);
  if (!template)
    return { name: '', expiryDays: '', reminders: true, texts: [noText(usual)], several: false, items };
  const { name, expiryDays, reminders } = template;
  const texts = template.texts.map((text) => ({ ...text, sms: text.sms ?? '' }));
  const hasUsual = texts.some(({ language }) => language === usual);
  return {
    name,
    expiryDays: String(expiryDays ?? ''),
    reminders: reminders ?? true,
    texts: hasUsual ? texts : [noText(usual), ...texts],
    several: Boolean(template.items),
    items,
  };
}

const languagesOf = (texts: TextValues[]) => texts.map(({ language }) => language);

/** The request's body. An empty number of days means the clinic's default; the schema checks any other input. */
export const toBody = ({ expiryDays: typed, several, items, ...rest }: TemplateValues) => ({
  ...rest,
  items: several ? toTemplateItems(items, languagesOf(rest.texts)) : null,
  expiryDays: typed.trim() === '' ? null : /^\d+$/.test(typed.trim()) ? Number(typed) : NaN,
});

/** The errors of the shared schema; null when the form may be sent. */
export function problemsOf(values: TemplateValues): TemplateProblems | null {
  const parsed = requestTemplateBody.safeParse(toBody(values));
  if (parsed.success) return null;
  const texts = values.texts.map((text) => {
    const { error } = templateTextBody.safeParse(text);
    return [text.language, error ? sentencesByField(error) : {}];
  });
  const { name, expiryDays } = sentencesByField(parsed.error);
  return {
    name,
    expiryDays,
    texts: Object.fromEntries(texts) as TemplateProblems['texts'],
    items: values.several ? itemProblems(values) : {},
  };
}

function itemProblems({ texts, items }: TemplateValues): TemplateProblems['items'] {
  const [usual = '', ...others] = languagesOf(texts);
  return Object.fromEntries(
    [usual, ...others].map((language) => [language, problemsIn(items, language, usual)]),
  );
}

/** The number of SMS segments that the provider bills, with a link of the usual length filled in. */
export function segmentsOf(sms: string): number {
  const text = sms.includes('{link}') ? sms : `${sms} {link}`;
  return smsSegments(text.replaceAll('{link}', uploadLink('x'.repeat(43))));
}

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  languages.find(({ id }) => id === language)?.direction ?? 'ltr';
