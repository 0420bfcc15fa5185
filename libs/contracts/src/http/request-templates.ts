import { z } from 'zod';
import { optionalText, personSchema, textInOrder, timestamp } from '../common.js';
import { keys } from '../error-keys.js';
import { limits } from '../limits.js';
import { templateLimits } from '../template-limits.js';
import { holdsAddress, inEachLanguageOnce } from './patient-texts.js';
import { templateItems } from './requests.js';
import { createTokenBody } from './tokens.js';

/** In a text message, `{link}` stands for the link. Any other braces would reach the patient. */
const onlyLinkPlace = (text: string | null): boolean => !/[{}]/.test((text ?? '').replaceAll('{link}', ''));

/** The words for patients in one language. */
export const templateTextBody = z.object({
  language: z.string({ error: keys.language_not_offered }).min(1).max(limits.languageMax),
  /** Plain text with line breaks, shown on the page of the link. */
  instructions: textInOrder({ error: keys.instructions_required })
    .min(1, keys.instructions_required)
    .max(templateLimits.instructionsMax, keys.too_long)
    .refine((text) => !holdsAddress(text), keys.instructions_hold_link),
  /** Replaces the clinic's default text message; `{link}` stands for the link. */
  sms: optionalText(limits.smsTextMax).refine(onlyLinkPlace, keys.template_braces),
});

const templateNameBody = textInOrder({ error: keys.template_name_required })
  .min(1, keys.template_name_required)
  .max(templateLimits.nameMax, keys.too_long);

/** One text in each language, at least in the clinic's default language. */
export const requestTemplateBody = z.object({
  name: templateNameBody,
  texts: z
    .array(templateTextBody, { error: keys.instructions_required })
    .min(1, keys.instructions_required)
    .max(50, keys.bad_request)
    .refine(inEachLanguageOnce, keys.bad_request),
  /** Null or absent: a request asks for one document. */
  items: templateItems.nullish().transform((items) => items ?? null),
  /** The expiry that the form for a new link suggests; null or absent means the clinic's default. */
  expiryDays: createTokenBody.shape.expiryDays.nullish().transform((days) => days ?? null),
  reminders: z
    .boolean({ error: keys.reminders_invalid })
    .nullish()
    .transform((planned) => planned ?? null),
});
export type RequestTemplateBody = z.output<typeof requestTemplateBody>;

/** The version that the change is based on; refused with 409 if there is a newer one. */
const onVersion = { version: z.number().int().min(1) };
export const changeTemplateBody = requestTemplateBody.extend(onVersion);
export const archiveTemplateBody = z.object(onVersion);

const requestTemplateSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** One entry per language, the clinic's default language first. */
  texts: z.array(z.object({ language: z.string(), instructions: z.string(), sms: z.string().nullable() })),
  /** Null if a request asks for one document. Absent in earlier versions. */
  items: templateItems.nullish(),
  expiryDays: z.number().int().nullable(),
  reminders: z.boolean().nullable(),
  version: z.number().int(),
  /** Who wrote this version, and when. */
  changed_by: personSchema,
  changed_at: timestamp,
});
export type RequestTemplate = z.infer<typeof requestTemplateSchema>;
/** Sorted by name. */
export const requestTemplatesResponse = z.object({ templates: z.array(requestTemplateSchema) });
export const requestTemplateResponse = z.object({ template: requestTemplateSchema });
