import { z } from 'zod';
import { limits } from '../limits.js';
import { roles, timestamp } from '../http/common.js';
import { auditActions, auditActorKinds, auditOutcomes, auditSubjectKinds } from './actions.js';

/**
 * What an entry may hold is shaped so that nothing else fits (design §3, checklist 50 and 51). A code begins with a
 * letter and has at most 40 of few characters: no phone number, no file name, no link value (43 characters), no line
 * break. Names are looked up when an entry is shown.
 */
export const auditCode = z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,39}$/);

export const auditSubject = z.object({ kind: z.enum(auditSubjectKinds), id: z.uuid() });
export type AuditSubject = z.infer<typeof auditSubject>;

export const auditActor = z.object({
  kind: z.enum(auditActorKinds),
  id: z.uuid().nullable(),
  role: z.enum(roles).nullable(),
});
export type AuditActor = z.infer<typeof auditActor>;

/** An address (IPv4, IPv6, or the /64 that one household has). */
export const auditAddress = z.string().regex(/^[0-9a-fA-F.:]{2,45}(\/64)?$/);
export const auditRequestId = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/);

/** Names of settings and a keyed mark of each value: tells that one changed, not to what. */
export const settingMarks = z.record(auditCode, z.string().regex(/^[0-9a-f]{16}$/));
export type SettingMarks = z.infer<typeof settingMarks>;

/**
 * Place of a record among those of its source: the stream that it was written to and its number there, from 1 and
 * without a gap. A missing number shows that a record was deleted before it was sent.
 */
export const sourceSequence = z.object({ stream: z.uuid(), number: z.number().int().min(1) });
export type SourceSequence = z.infer<typeof sourceSequence>;

/** The data of `audit.recorded`: who, what, which, when (UTC), from where, outcome, request. */
export const auditRecord = z.object({
  action: z.enum(auditActions),
  outcome: z.enum(auditOutcomes),
  /** Why not; null when it was done. */
  reason: auditCode.nullable(),
  actor: auditActor,
  subject: auditSubject.nullable(),
  /** What else the act touched: the link of a document, each document of a zip. */
  related: z.array(auditSubject).max(limits.idsPerRequestMax + 10),
  from: auditAddress.nullable(),
  requestId: auditRequestId,
  at: timestamp,
  /** Further facts, such as the names of settings that changed. */
  codes: z.array(auditCode).max(100),
  /** How many alike this one entry stands for; more than 1 only for attempts counted together. */
  count: z.number().int().min(1),
  /** Only of `service.start`. */
  settings: settingMarks.optional(),
  /** Set by the outbox; absent in records of earlier versions and of the gateway, which has no outbox. */
  sequence: sourceSequence.optional(),
});
export type AuditRecord = z.infer<typeof auditRecord>;
