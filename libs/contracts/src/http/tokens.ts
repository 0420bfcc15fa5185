import { z } from 'zod';
import { limits } from '../limits.js';
import { problemReasons } from '../problem-reasons.js';
import { keys } from '../error-keys.js';
import {
  emptyAsAbsent,
  filterText,
  optionalText,
  pageResponse,
  pageQuerySchema,
  personSchema,
  scopeFilter,
  textInOrder,
  timestamp,
} from '../common.js';
import { documentSchema } from './documents.js';
import { linkCheckSchema } from './patient-check.js';
import { requestItemSchema, requestOverview } from './requests.js';

const tokenStatuses = ['active', 'used', 'expired', 'revoked'] as const;
export type TokenStatus = (typeof tokenStatuses)[number];

export const smsStatuses = ['delivered', 'sent', 'failed', 'other'] as const;
export type SmsStatus = (typeof smsStatuses)[number];

/**
 * `queued`: not sent yet, and retried for some days. `sent`: the clinic's mail server has accepted it, which
 * does not prove that it has arrived. `failed`: the mail server refused it, or retries ran out. `cancelled`: it was not
 * sent, because the link had ended or its address was no longer stored.
 */
export const emailStatuses = ['queued', 'sent', 'failed', 'cancelled'] as const;
export type EmailStatus = (typeof emailStatuses)[number];

const tokenFields = {
  id: z.uuid(),
  /** The link's value: 43 letters and digits. Readable in every state. */
  token: z.string(),
  patient_ref_id: z.string(),
  nickname: z.string().nullable(),
  notes: z.string().nullable(),
  status: z.enum(tokenStatuses),
  created_at: timestamp,
  expires_at: timestamp,
  hasSMS: z.boolean(),
  smsStatus: z.enum(smsStatuses).nullable(),
  smsPhoneNumber: z.string().nullable(),
  /** Status of the last email with the link, not counting reminders; absent when none was requested. */
  emailStatus: z.enum(emailStatuses).optional(),
  /** The address that the link was emailed to; absent when none is stored, and for a link that is not active. */
  emailAddress: z.string().optional(),
  /** Present when the link has no document a day after its last reminder was sent, or expired after one was sent. */
  notAnswering: z.literal(true).optional(),
  user: personSchema,
  /** Present when the link is a colleague's. */
  notMine: z.literal(true).optional(),
  /** The team that works on the link; absent when there is none. */
  team_id: z.uuid().optional(),
  /** The language in which the clinic writes to the patient; absent when none was chosen. */
  language: z.string().optional(),
  /**
   * When the link will be texted and emailed; absent when neither is scheduled, and for a link that is not
   * active.
   */
  scheduled: z.object({ sms: timestamp.optional(), email: timestamp.optional() }).optional(),
  /** When the patient asked for a new link; absent when no request is open. */
  renewal_asked_at: timestamp.optional(),
  /** Why the patient cannot send the document, as last reported; absent when no report is open. */
  problem: z.object({ reason: z.enum(problemReasons), reported_at: timestamp }).optional(),
  /**
   * The last three digits of the number that a new link can be texted to; absent when there is none.
   */
  phoneEnding: z.string().optional(),
  /**
   * The address that a new link can be emailed to, shortened: `m…@example.org`. Absent when none is kept, and when the
   * clinic's mail server has not accepted the last email with this link.
   */
  emailHint: z.string().optional(),
  /** The token that replaced this one, and when; absent while none has. */
  replaced_by: z.uuid().optional(),
  replaced_at: timestamp.optional(),
  /** Which document of a request the link is for; absent for a request for one document. */
  request: requestItemSchema.optional(),
};

/**
 * Why no further reminder is sent although the link is open: a text or email was refused or not delivered, or the
 * number is suppressed.
 */
export const reminderStops = ['failed', 'suppressed'] as const;

/** A token in a list; `uploads` is a single item with a count. */
export const tokenSchema = z.object({
  ...tokenFields,
  uploads: z.array(z.object({ count: z.number().int() })).length(1),
});
export type Token = z.infer<typeof tokenSchema>;

/** A single token; `uploads` are its documents. */
export const tokenDetailsSchema = z.object({
  ...tokenFields,
  uploads: z.array(z.lazy(() => documentSchema)),
  /**
   * Only for a used link whose document is missing after a restore, although it was not deleted
   * (docs/backup.md).
   */
  lost: z.literal(true).optional(),
  /** Only if `smsStatus` is `failed`: the reason, and what to do, in plain words. */
  smsReason: z.string().optional(),
  /** Only if `emailStatus` is `failed`: the reason, and what to do, in plain words. */
  emailReason: z.string().optional(),
  /** The patient's comment; absent when no report is open, or the report has none. */
  problemComment: z.string().optional(),
  /**
   * The request template that the link was made with, under its current name; absent when it was made without
   * one.
   */
  template: z.object({ id: z.uuid(), name: z.string() }).optional(),
  /** All documents of the link's request; absent for a request for one document. */
  request_items: requestOverview.optional(),
  /** Only for an active link with a patient check. */
  patient_check: linkCheckSchema.optional(),
});
export type TokenDetails = z.infer<typeof tokenDetailsSchema>;

const tokenStatsSchema = z.object({
  total: z.number().int(),
  active: z.number().int(),
  used: z.number().int(),
  expired: z.number().int(),
  revoked: z.number().int(),
  expiringToday: z.number().int(),
  expiringThisWeek: z.number().int(),
});
export type TokenStats = z.infer<typeof tokenStatsSchema>;

export const tokensResponse = z.object({
  tokens: z.array(tokenSchema),
  ...pageResponse,
  stats: tokenStatsSchema.optional(),
});
export type TokensResponse = z.infer<typeof tokensResponse>;
export const tokenResponse = z.object({ token: tokenSchema });
export const tokenDetailsResponse = z.object({ token: tokenDetailsSchema });

const patientRef = textInOrder({ error: keys.patient_ref_required })
  .min(1, keys.patient_ref_required)
  .max(limits.patientRefMax, keys.too_long);

/** Days until a link expires. Absent means the clinic's default; null, '', 0, 366 and 2.5 are rejected. */
const expiryDays = z
  .number({ error: keys.expiry_days_invalid })
  .int(keys.expiry_days_invalid)
  .min(limits.expiryDaysMin, keys.expiry_days_invalid)
  .max(limits.expiryDaysMax, keys.expiry_days_invalid)
  .optional();

/** The id of a language that the clinic offers; absent, null or '' means that none is chosen. */
const languageId = z
  .string({ error: keys.language_not_offered })
  .trim()
  .max(limits.languageMax, keys.language_not_offered)
  .nullish()
  .transform((id) => id || null);

/** With `expiryDays`, the reminders are those of a link that expires after that many days. */
export const tokenDefaultsQuery = z.object({
  expiryDays: z.coerce.number().pipe(expiryDays.unwrap()).optional(),
});

/** The clinic's defaults for new links, and the languages that it offers, default language first. */
export const tokenDefaults = z.object({
  languages: z.array(z.string()).min(1),
  expiryDays: z.number().int(),
  bulkExpiryDays: z.number().int(),
  /** Whether new links can have a patient check; absent in earlier versions. */
  patientCheck: z.boolean().optional(),
  /** When a patient is reminded if the link is made and sent now. Absent in earlier versions. */
  reminders: z.object({ times: z.array(timestamp), timeZone: z.string() }).optional(),
});
export type TokenDefaults = z.infer<typeof tokenDefaults>;

export const createTokenBody = z.object({
  patientRefId: patientRef,
  nickname: optionalText(limits.nicknameMax),
  notes: optionalText(limits.notesMax),
  expiryDays,
  language: languageId,
});
export type CreateTokenBody = z.input<typeof createTokenBody>;

export const revokeTokenBody = z.object({
  status: z.literal('revoked', { error: keys.only_revocation }),
});

/** A new expiry, counted from now. */
export const extendTokenBody = z.object({ days: expiryDays.unwrap() });

/**
 * Assigns a link. An absent `userId` or `teamId` leaves the value unchanged; `teamId` null removes the link from its
 * team.
 */
export const assignTokenBody = z
  .object({
    userId: z.uuid({ error: keys.field_invalid }).optional(),
    teamId: z.uuid({ error: keys.field_invalid }).nullable().optional(),
  })
  .refine(({ userId, teamId }) => userId !== undefined || teamId !== undefined, keys.assign_nothing);
export type AssignTokenBody = z.infer<typeof assignTokenBody>;

/**
 * `send`: whether to text the new link to the old link's number, and to email it to the old link's address if the
 * clinic's mail server has accepted the last email with the old link.
 */
export const reissueTokenBody = z.object({
  send: z.boolean(),
  /**
   * The time of the patient's report that the clinician has read. A link with another open report is not replaced
   * (409); absent if no report was shown.
   */
  reported_at: timestamp.optional(),
  /** Whether the patient is reminded of the new link; if absent, `wanted` of the old link's reminders decides. */
  reminders: z.boolean({ error: keys.reminders_invalid }).optional(),
});

/**
 * The new link. `sms` is `unconfirmed` when its text was refused, or when it is not known whether it was accepted;
 * `smsProblem` then gives the reason. The link exists in every case.
 */
export const reissueResponse = z.object({
  token: tokenSchema,
  sms: z.enum(['none', 'sent', 'unconfirmed']),
  smsProblem: z.string().optional(),
});
export type ReissueResponse = z.infer<typeof reissueResponse>;

/** When the link is to be sent, as an instant with an offset from UTC; absent means now. */
export const sendAt = z.iso.datetime({ offset: true, error: keys.send_at_invalid }).optional();

/** The channels by which a link can be sent later. */
export const sendChannels = ['sms', 'email'] as const;
export type SendChannel = (typeof sendChannels)[number];

export const sendSmsBody = z.object({
  phoneNumber: z
    .string({ error: keys.phone_required })
    .trim()
    .min(1, keys.phone_required)
    .max(40, keys.phone_invalid),
  customMessage: optionalText(limits.smsTextMax),
  /**
   * The language of the default text; it also becomes the link's language. If absent, the link's language
   * does not change.
   */
  language: languageId,
  /**
   * Whether the patient is reminded at the times that `GET /tokens/{id}/reminders` returns. Absent means no.
   */
  reminders: z.boolean({ error: keys.reminders_invalid }).optional(),
  /** Scheduling again replaces what is scheduled; sending now cancels it. */
  sendAt,
});

export const sendEmailBody = z.object({
  email: z
    .string({ error: keys.email_required })
    .trim()
    .min(1, keys.email_required)
    .max(limits.emailMax, keys.email_address_invalid)
    .pipe(z.email(keys.email_address_invalid)),
  /** Same as in `sendSmsBody`. */
  language: languageId,
  /** Same as in `sendSmsBody`; reminders go by email, unless the link was also texted and the text has not failed. */
  reminders: z.boolean({ error: keys.reminders_invalid }).optional(),
  sendAt,
});

/** An address; null if it is empty or absent. */
export const optionalEmail = z
  .string({ error: keys.email_address_invalid })
  .trim()
  .nullish()
  .transform((address) => address || null)
  .pipe(sendEmailBody.shape.email.nullable());

/** A link's reminders since it was last sent, and the texts and reminders that would apply if it were sent now. */
export const remindersResponse = z.object({
  /** When the patient is reminded if the link is texted or emailed now. Empty if reminders are off. */
  ifTextedNow: z.array(timestamp),
  /** `status` is null while it is not known. A reminder without a channel, as in earlier versions, is a text. */
  sent: z.array(
    z.object({
      at: timestamp,
      status: z.enum(smsStatuses).nullable(),
      channel: z.enum(sendChannels).optional(),
    }),
  ),
  /** How the planned reminders are sent; absent in earlier versions, which only text. */
  channel: z.enum(sendChannels).optional(),
  /**
   * Empty when no reminders are planned, when they are off, paused, stopped or all sent, when the link has ended, and
   * while a report that the link is not the patient's is open.
   */
  planned: z.array(timestamp),
  paused: z.boolean(),
  stopped: z.enum(reminderStops).nullable(),
  /**
   * Whether a link that replaces this one has reminders unless the caller decides otherwise: this one had them, and they
   * were neither paused nor stopped. Absent in earlier versions.
   */
  wanted: z.boolean().optional(),
  /** The default text with the link in each language that the clinic offers; `{link}` stands for the link. */
  texts: z.record(z.string(), z.string()),
  /** The clinic's time zone, for displaying these times. */
  timeZone: z.string(),
});
export type Reminders = z.infer<typeof remindersResponse>;

/** An absent `count` means the default; null, '', 0, 101, 2.5 and "ten" are rejected. */
export const bulkTokensBody = z.object({
  count: z
    .number({ error: keys.bulk_count_invalid })
    .int(keys.bulk_count_invalid)
    .min(limits.bulkCountMin, keys.bulk_count_invalid)
    .max(limits.bulkCountMax, keys.bulk_count_invalid)
    .default(limits.bulkCountDefault),
  prefix: optionalText(limits.bulkPrefixMax),
  expiryDays,
  language: languageId,
});

const expiryRanges = ['today', 'week', 'month'] as const;
/** `newest`: by creation, newest first. `expiry`: by expiry, earliest first. */
const tokenSorts = ['newest', 'expiry'] as const;
export type TokenSort = (typeof tokenSorts)[number];

const tokenFilters = pageQuerySchema.extend({
  status: z.preprocess(emptyAsAbsent, z.enum(tokenStatuses).optional()),
  search: filterText(500),
  expiryRange: z.preprocess(emptyAsAbsent, z.enum(expiryRanges).optional()),
});

/** Filters and order of a clinician's lists; `search` also searches nicknames and notes. */
export const tokensQuery = tokenFilters.extend({
  /** Absent means the caller's own links. */
  scope: scopeFilter,
  sort: z.preprocess(emptyAsAbsent, z.enum(tokenSorts).optional()),
});
export type TokensQuery = z.infer<typeof tokensQuery>;

export const monitorQuery = tokenFilters.extend({
  userId: z.preprocess(emptyAsAbsent, z.string().optional()),
});
export type MonitorQuery = z.infer<typeof monitorQuery>;
