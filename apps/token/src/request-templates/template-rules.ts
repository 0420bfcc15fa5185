import { templateLimits, type RequestTemplateBody } from '@caredrop/contracts';
import type { Language } from '@caredrop/patient-copy';
import { appError } from '@caredrop/service-kit';
import type { RequestTemplate } from '../generated/prisma/client.js';
import { requireOffered } from '../offered-languages/offered.js';
import type { RequestItems } from '../request-items/request-items.js';
import { foldedName, type TemplateTexts } from '../template-texts/template-texts.js';
import { storableText } from '../tokens/storable-text.js';
import { storableLabel } from '../tokens/typed-items.js';

/** Throws 409 when another template has this name, ignoring case. */
export function requireFreeName(
  templates: RequestTemplate[],
  { id, name }: Pick<RequestTemplate, 'id' | 'name'>,
): void {
  if (templates.some((one) => one.id !== id && foldedName(one.name) === foldedName(name)))
    throw appError('template_name_taken');
}

/** Throws 409 when the clinic has reached the maximum number of templates. */
export function requireBelowLimit(templates: RequestTemplate[]): void {
  const max = templateLimits.most;
  if (templates.length >= max) throw appError('templates_full', { params: { max } });
}

/** Converts what patients read to its stored form. Throws 400 as {@link storableTexts} and {@link storableItems} do. */
export const storableWords = (
  { texts, items }: Pick<RequestTemplateBody, 'texts' | 'items'>,
  offered: readonly Language[],
) => ({ texts: storableTexts(texts, offered), items: storableItems(items, offered) });

/**
 * Returns the texts without control characters. Throws 400 for a language that the clinic does not offer, for
 * instructions that are then empty, and when the default language is missing: patients read that one if there is none
 * in theirs.
 */
function storableTexts(texts: RequestTemplateBody['texts'], offered: readonly Language[]): TemplateTexts {
  for (const { language } of texts) requireOffered(language, offered);
  if (!texts.some(({ language }) => language === offered[0]?.id)) throw appError('default_language_missing');
  return texts.map(({ language, instructions, sms }) => ({
    language,
    instructions: storableText(instructions) ?? missing(),
    sms: sms && storableText(sms),
  }));
}

/**
 * Returns the documents without control characters. Throws 400 for a language that the clinic does not offer, for a
 * label that is then empty, and for one that is missing in the default language.
 */
function storableItems(
  items: RequestTemplateBody['items'],
  offered: readonly Language[],
): RequestItems | null {
  if (!items) return null;
  for (const { language } of items.flatMap(({ labels }) => labels)) requireOffered(language, offered);
  return items.map(({ optional, labels }) => {
    if (!labels.some(({ language }) => language === offered[0]?.id)) throw appError('item_label_required');
    return {
      optional,
      labels: labels.map(({ language, label }) => ({ language, label: storableLabel(label) })),
    };
  });
}

function missing(): never {
  throw appError('instructions_required');
}
