import { z } from 'zod';
import { personSchema, timestamp } from '../common.js';
import { keys } from '../error-keys.js';
import { sendingLimits } from '../sending-limits.js';
import { createTokenBody, emailStatuses, sendAt, sendChannels } from './tokens.js';

const cell = z.string().max(sendingLimits.cellMax, keys.too_long).default('');

/**
 * A row as it appears in the file. An invalid cell fails the row, with a reason; a cell longer than `cellMax` fails the
 * whole call.
 */
const sendingRow = z.object({
  /** Line in the file, shown to people; the header is line 1. */
  line: z.number().int().min(1).max(1_000_000),
  reference: cell,
  /** A row has a phone number, an email address or both; with both it is texted and emailed. */
  phone: cell,
  email: cell,
  language: cell,
  nickname: cell,
  /** A number of days, or the last day on which the link works: `2026-12-31`, `31/12/2026` or `31.12.2026`. */
  due: cell,
  /** The name of a request template. */
  template: cell,
});
export type SendingRow = z.input<typeof sendingRow>;

/** The rows of a file, and defaults for values that a row leaves blank. */
export const sendingJobBody = z.object({
  rows: z
    .array(sendingRow, { error: keys.sending_rows_invalid })
    .min(1, keys.sending_rows_invalid)
    .max(sendingLimits.rowsMax, keys.sending_rows_invalid),
  language: createTokenBody.shape.language,
  expiryDays: createTokenBody.shape.expiryDays,
  /** The team for all links, with the same rules as for one link. */
  teamId: z.uuid({ error: keys.field_invalid }).nullish(),
  reminders: z.boolean({ error: keys.reminders_invalid }).optional(),
  /** When the job starts; absent means at once. */
  sendAt,
});
export type SendingJobBody = z.input<typeof sendingJobBody>;

/** Why the row is not sent, as a code and as a sentence; both are absent if nothing prevents it. */
const rowProblem = { code: z.string().optional(), problem: z.string().optional() };

const channels = z.array(z.enum(sendChannels));

const sendingRowCheck = z.object({
  line: z.number().int(),
  ...rowProblem,
  /** How the link is sent; absent for a row that is not sent. */
  channels: channels.optional(),
  /** Why today's limits postpone the row to another day; absent if `sendAt` is on a later day. */
  waits: z.object({ code: z.string(), reason: z.string() }).optional(),
  segments: z.number().int(),
});

/** What would happen if the file were sent now, or at `sendAt`. Nothing is stored. */
export const sendingCheckResponse = z.object({
  /** In the order of the request's rows. */
  rows: z.array(sendingRowCheck),
  sendable: z.number().int(),
  /** Segments of the texts of all sendable rows, by the alphabet that each text needs. */
  segments: z.object({ gsm: z.number().int(), ucs2: z.number().int() }),
  /** How many texts the caller may still send today; further rows with a text are put off until tomorrow. */
  leftToday: z.number().int(),
  /** How many sendable rows have an email address, and how many emails the caller may still send today. */
  emails: z.object({ count: z.number().int(), leftToday: z.number().int() }),
});
export type SendingCheck = z.infer<typeof sendingCheckResponse>;

const sendingJobStates = ['scheduled', 'running', 'paused', 'cancelled', 'done'] as const;

/** Why a running job currently sends nothing. */
export const sendingWaits = ['limit', 'number', 'provider', 'owner'] as const;

const sendingJobSchema = z.object({
  id: z.uuid(),
  user: personSchema,
  state: z.enum(sendingJobStates),
  created_at: timestamp,
  /** When a scheduled job starts; absent in every other state. */
  startAt: timestamp.optional(),
  ended_at: timestamp.nullable(),
  /** When the file and its rows are deleted; for a job that has not ended, when it is cancelled at the latest. */
  kept_until: timestamp,
  counts: z.object({
    total: z.number().int(),
    /** Rows that have not been started. */
    waiting: z.number().int(),
    /** Rows whose link exists but whose text has not been accepted yet; their emails are already queued. */
    sending: z.number().int(),
    /** Rows whose text was accepted; for rows without a number, those whose email is queued or sent. */
    sent: z.number().int(),
    /** Rows whose text may or may not have been sent. */
    unconfirmed: z.number().int(),
    failed: z.number().int(),
    cancelled: z.number().int(),
    /**
     * How many emails are still queued, and how many failed in rows that are also texted. A row that is only emailed is
     * itself counted as `failed`. Absent in responses of older versions.
     */
    emails: z.object({ queued: z.number().int(), failed: z.number().int() }).optional(),
  }),
  waits: z.object({ until: timestamp, reason: z.enum(sendingWaits) }).optional(),
  /** Paused because the database was restored: some messages may have been sent already. */
  restored: z.literal(true).optional(),
});
export type SendingJob = z.infer<typeof sendingJobSchema>;

export const sendingJobResponse = z.object({ job: sendingJobSchema });
export const sendingJobsResponse = z.object({ jobs: z.array(sendingJobSchema) });

const sendingRowStates = ['waiting', 'sending', 'sent', 'unconfirmed', 'failed', 'cancelled'] as const;
export type SendingRowState = (typeof sendingRowStates)[number];

const sendingRowResult = z.object({
  line: z.number().int(),
  reference: z.string(),
  state: z.enum(sendingRowStates),
  ...rowProblem,
  /** How the link is or was sent; absent for a row that did not get that far. */
  channels: channels.optional(),
  /** Absent until the email is queued, and for a row without an address. `problem` says why it was not sent. */
  email: z.object({ status: z.enum(emailStatuses), problem: z.string().optional() }).optional(),
  tokenId: z.uuid().optional(),
});
export type SendingRowResult = z.infer<typeof sendingRowResult>;
export const sendingRowsResponse = z.object({ rows: z.array(sendingRowResult) });

/** Includes the value of each link, for the file that the browser saves. */
export const sendingResultsResponse = z.object({
  rows: z.array(sendingRowResult.extend({ token: z.string().optional() })),
});
export type SendingResults = z.infer<typeof sendingResultsResponse>;
