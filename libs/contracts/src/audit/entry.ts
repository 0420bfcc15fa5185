import { z } from 'zod';
import { limits } from '../limits.js';
import { roles, timestamp } from '../common.js';
import { auditActions, auditActorKinds, auditOutcomes, auditSubjectKinds } from './actions.js';

/**
 * Restricts what an entry can hold, to keep personal data out. A code begins with a letter and has at most 40
 * characters of a small set: no phone number, email address, link value (43 characters) or sentence fits. Names
 * are looked up when an entry is displayed.
 */
export const auditCode = z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,39}$/);

const auditSubject = z.object({ kind: z.enum(auditSubjectKinds), id: z.uuid() });
export type AuditSubject = z.infer<typeof auditSubject>;

const auditActor = z.object({
  kind: z.enum(auditActorKinds),
  id: z.uuid().nullable(),
  role: z.enum(roles).nullable(),
});
export type AuditActor = z.infer<typeof auditActor>;

/** An IPv4 address, or the /64 network of an IPv6 address, which usually belongs to one household. */
const auditAddress = z.string().regex(/^[0-9a-fA-F.:]{2,45}(\/64)?$/);
const auditRequestId = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/);

const SETTINGS_MAX = 500;

/** A keyed hash (HMAC) of each setting's value, by name: shows that a value changed, not what it is. */
export const settingMarks = z
  .record(auditCode, z.string().regex(/^[0-9a-f]{16}$/))
  .refine((marks) => Object.keys(marks).length <= SETTINGS_MAX);
export type SettingMarks = z.infer<typeof settingMarks>;

/**
 * The record's position among its source's records: the stream that it was written to, and its number in that stream.
 * Numbers start at 1 and have no gaps. A number that stays missing shows that a record never reached the audit, for
 * example because it was deleted before it was sent.
 */
const sourceSequence = z.object({ stream: z.uuid(), number: z.number().int().min(1) });
export type SourceSequence = z.infer<typeof sourceSequence>;

/** The largest value of Postgres's `integer`. */
const COUNT_MAX = 2 ** 31 - 1;

/** Postgres has no year 0. Times before 2000 are not accepted. */
const auditTime = timestamp.refine((time) => time >= '2000');

/**
 * The data of `audit.recorded`: actor, action, subject, time (UTC), address, outcome and request. Every field is limited
 * to what the audit's table accepts: the chain would stop at a record that cannot be inserted.
 */
export const auditRecord = z.object({
  action: z.enum(auditActions),
  outcome: z.enum(auditOutcomes),
  /** Why the action was denied or failed; null on success. */
  reason: auditCode.nullable(),
  actor: auditActor,
  subject: auditSubject.nullable(),
  /** Further subjects of the action, such as the link that a document arrived through, or each document in a zip. */
  related: z.array(auditSubject).max(limits.idsPerRequestMax + 10),
  from: auditAddress.nullable(),
  requestId: auditRequestId,
  at: auditTime,
  /** Further facts, such as the names of settings that changed. */
  codes: z.array(auditCode).max(100),
  /**
   * How many actions the entry stands for; more than 1 only for aggregated attempts, repeated list reads, replayed
   * events, and records that the gateway dropped (`access.unrecorded`). For `audit.prune`, the number of entries that
   * were removed.
   */
  count: z.number().int().min(1).max(COUNT_MAX),
  /** Only for `service.start`. */
  settings: settingMarks.optional(),
  /**
   * Set by the outbox; absent in records of earlier versions and in those that do not pass through an outbox: the
   * gateway's, and those of `audit.prune`.
   */
  sequence: sourceSequence.optional(),
});
export type AuditRecord = z.infer<typeof auditRecord>;
