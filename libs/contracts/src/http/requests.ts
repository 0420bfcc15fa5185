import { z } from 'zod';
import { textInOrder, timestamp } from '../common.js';
import { keys } from '../error-keys.js';
import { holdsAddress, inEachLanguageOnce } from './patient-texts.js';
import { limits } from '../limits.js';
import { requestLimits } from '../request-limits.js';

const { itemsMin, itemsMax, labelMax } = requestLimits;

/** What patients read of a document, such as "Insurance card". */
const itemLabel = textInOrder({ error: keys.item_label_required })
  .min(1, keys.item_label_required)
  .max(labelMax, keys.too_long)
  .refine((text) => !holdsAddress(text), keys.item_label_holds_link);

/** The patient can go on without an optional document. */
const optional = z.boolean({ error: keys.field_invalid }).default(false);

/** The documents that one request asks for, in the order in which the patient sends them. */
const severalOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item, { error: keys.items_count }).min(itemsMin, keys.items_count).max(itemsMax, keys.items_count);

/** In the language of the link. */
export const newItems = severalOf(z.object({ label: itemLabel, optional }));
export type NewItems = z.output<typeof newItems>;

/** Those of a template, with a label in each of its languages, at least in the clinic's default language. */
export const templateItems = severalOf(
  z.object({
    optional,
    labels: z
      .array(z.object({ language: z.string().min(1).max(limits.languageMax), label: itemLabel }), {
        error: keys.item_label_required,
      })
      .min(1, keys.item_label_required)
      .max(50, keys.bad_request)
      .refine(inEachLanguageOnce, keys.bad_request),
  }),
);
export type TemplateItems = z.output<typeof templateItems>;

/** The document that a link asks for, of a request for several. */
export const requestItemSchema = z.object({
  /** The request's. */
  id: z.uuid(),
  /** From 1. */
  position: z.number().int(),
  /** How many documents the request asks for. */
  count: z.number().int(),
  /** In the clinic's default language, or in another one if it was written in that only. */
  label: z.string(),
});
export type RequestItem = z.infer<typeof requestItemSchema>;

/**
 * `open`: its link can be used. `waiting`: it gets a link when the one before it has been sent. `skipped`: by the patient.
 * `ended`: its link has expired or was revoked.
 */
const itemStates = ['received', 'skipped', 'open', 'ended', 'waiting'] as const;

/** A document of a request, as its clinicians see it. */
const itemOverview = z.object({
  position: z.number().int(),
  label: z.string(),
  optional: z.boolean(),
  state: z.enum(itemStates),
  /** The last link that was made for it; absent while it waits. */
  token_id: z.uuid().optional(),
  /** Absent until a document has arrived, and once it was deleted or rejected. */
  document_id: z.uuid().optional(),
  received_at: timestamp.optional(),
});
/** In order. */
export const requestOverview = z.array(itemOverview);
export type RequestOverview = z.infer<typeof requestOverview>;

/** Words in each language in which the clinic has written them, its default first. */
export const patientWords = z.array(
  z.object({ language: z.string(), direction: z.enum(['ltr', 'rtl']), text: z.string() }),
);
export type PatientWords = z.infer<typeof patientWords>;

/** What the page of a link says about its place in a request. */
export const itemOfLink = z.object({
  position: z.number().int(),
  count: z.number().int(),
  optional: z.boolean(),
  label: patientWords,
});

/**
 * The request of a link, for its holder. Empty for a link without a request, and for one that the clinic has replaced, so that
 * an old link does not lead to the new one.
 */
export const linkRequestAnswer = z.object({
  /** Empty also before the patient check of the link is passed. */
  items: z.array(
    z.object({
      label: patientWords,
      optional: z.boolean(),
      /** `open` also for one whose link has expired, and for one that was asked for again. */
      state: z.enum(['received', 'skipped', 'open', 'waiting']),
      /** Null unless it was received. */
      receivedAt: timestamp.nullable(),
    }),
  ),
  /** How many documents have neither arrived nor been skipped, whether this link leads to them or not. */
  left: z.number().int(),
  /** The link to go on with; null when nothing is left to send, and when another link was made for it. */
  open: z
    .object({
      token: z.string(),
      position: z.number().int(),
      count: z.number().int(),
      /** Proves the patient check of this link too. Present when the check of the link that was asked about is proven. */
      proof: z.string().optional(),
    })
    .nullable(),
});
export type LinkRequest = z.infer<typeof linkRequestAnswer>;
