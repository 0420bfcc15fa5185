import { z } from 'zod';
import { textInOrder, timestamp } from '../common.js';
import { keys } from '../error-keys.js';
import { holdsAddress, inEachLanguageOnce } from './patient-texts.js';
import { limits } from '../limits.js';
import { requestLimits } from '../request-limits.js';

const { itemsMin, itemsMax, labelMax } = requestLimits;

/** The name of a document that patients read, such as "Insurance card". */
const itemLabel = textInOrder({ error: keys.item_label_required })
  .min(1, keys.item_label_required)
  .max(labelMax, keys.too_long)
  .refine((text) => !holdsAddress(text), keys.item_label_holds_link);

/** The patient can continue without sending an optional document. */
const optional = z.boolean({ error: keys.field_invalid }).default(false);

/** The documents that one request asks for, in the order in which the patient sends them. */
const severalOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item, { error: keys.items_count }).min(itemsMin, keys.items_count).max(itemsMax, keys.items_count);

/** The items of a new request, with labels in the link's language. */
export const newItems = severalOf(z.object({ label: itemLabel, optional }));
export type NewItems = z.output<typeof newItems>;

/** A template's items, with labels in each of its languages, at least in the clinic's default language. */
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

/** Which of several requested documents a link asks for. */
export const requestItemSchema = z.object({
  /** Id of the request. */
  id: z.uuid(),
  /** Position in the request, from 1. */
  position: z.number().int(),
  /** How many documents the request asks for. */
  count: z.number().int(),
  /** Label in the clinic's default language, or in another language if it was written only in that one. */
  label: z.string(),
});
export type RequestItem = z.infer<typeof requestItemSchema>;

/**
 * `open`: its link can be used. `waiting`: it gets a link when the document before it has been sent or skipped.
 * `skipped`: the patient skipped it. `ended`: its link has expired or was revoked. A document that arrived and was then
 * asked for again is `open`; once the new link has ended, it is `received`, or `skipped` or `ended` if all its
 * documents were rejected or lost.
 */
const itemStates = ['received', 'skipped', 'open', 'ended', 'waiting'] as const;

/** A document of a request, as its clinicians see it. */
const itemOverview = z.object({
  position: z.number().int(),
  label: z.string(),
  optional: z.boolean(),
  state: z.enum(itemStates),
  /** The last link that was made for the document; absent while it is waiting. */
  token_id: z.uuid().optional(),
  /**
   * The last document that arrived and was neither rejected nor lost, whatever the item's state. Absent until one
   * arrives, and once it is deleted.
   */
  document_id: z.uuid().optional(),
  received_at: timestamp.optional(),
});
/** In the order of the request. */
export const requestOverview = z.array(itemOverview);
export type RequestOverview = z.infer<typeof requestOverview>;

/** A text in each language in which the clinic has written it, its default language first. */
export const patientWords = z.array(
  z.object({ language: z.string(), direction: z.enum(['ltr', 'rtl']), text: z.string() }),
);
export type PatientWords = z.infer<typeof patientWords>;

/** What the page of a link shows about its position in a request. */
export const itemOfLink = z.object({
  position: z.number().int(),
  count: z.number().int(),
  optional: z.boolean(),
  label: patientWords,
});

/**
 * The request that a link belongs to, for the link's holder. `items` is empty and `open` is null for a link without
 * a request, and once the clinic has revoked or replaced this link or replaced a later one: an old link must not
 * reveal a new one.
 */
export const linkRequestResponse = z.object({
  /** For a link with a patient check, also empty unless `open` has a `proof`. */
  items: z.array(
    z.object({
      label: patientWords,
      optional: z.boolean(),
      /** `open` includes documents whose link has expired and documents that were asked for again. */
      state: z.enum(['received', 'skipped', 'open', 'waiting']),
      /** Null unless the document was received. */
      receivedAt: timestamp.nullable(),
    }),
  ),
  /** How many documents are `open` or `waiting`, whether or not this link leads to them. */
  left: z.number().int(),
  /** The link to continue with; null when nothing is left to send, or when the current document's link was revoked. */
  open: z
    .object({
      token: z.string(),
      position: z.number().int(),
      count: z.number().int(),
      /**
       * A proof for the patient check of this link. Present when the call carried a valid proof for the link it was
       * made with.
       */
      proof: z.string().optional(),
    })
    .nullable(),
  /**
   * When the clinic sent the new link, or made it if it has not sent it, and whether it has sent it; absent for a link that
   * was not replaced.
   */
  replaced: z.object({ at: timestamp, sent: z.boolean() }).optional(),
});
export type LinkRequest = z.infer<typeof linkRequestResponse>;
