import { z } from 'zod';
import { auditActions, auditActorKinds, auditOutcomes } from '../audit/actions.js';
import { auditRecord } from '../audit/entry.js';
import { keys } from '../error-keys.js';
import { emptyAsAbsent, filterText, pageResponse, pageQuerySchema, timestamp } from '../common.js';

const day = z.preprocess(emptyAsAbsent, z.iso.date(keys.field_invalid).optional());

/** Filters for the list of audit entries and for its exports. */
const auditFilter = z.object({
  /** A user's id, or one of `patient`, `system`, `anonymous`. */
  who: z.preprocess(emptyAsAbsent, z.string().trim().max(64).optional()),
  action: z.preprocess(emptyAsAbsent, z.enum(auditActions).optional()),
  outcome: z.preprocess(emptyAsAbsent, z.enum(auditOutcomes).optional()),
  /** Id of anything that an entry is about or names as related, such as a link or a user; or an HTTP request's id. */
  subject: z.preprocess(emptyAsAbsent, z.string().trim().max(64).optional()),
  /** Part of a patient's reference, or of a person's name or email. */
  search: filterText(200),
  /** First and last day in UTC, both inclusive. */
  since: day,
  until: day,
});
export type AuditFilter = z.infer<typeof auditFilter>;

/** GET /admin/audit: newest first; 50 without `limit`, since the whole audit may cover years. */
export const auditQuery = auditFilter.extend(pageQuerySchema.shape);
export type AuditQuery = z.infer<typeof auditQuery>;

export const auditFormats = ['csv', 'json'] as const;
export const auditExportQuery = auditFilter.extend({ format: z.enum(auditFormats).default('json') });

const name = z.object({ firstName: z.string(), lastName: z.string() });

const auditEntrySchema = auditRecord.omit({ sequence: true }).extend({
  /** Position in the chain, from 1. */
  seq: z.number().int(),
  id: z.uuid(),
  /** The service that reported it. */
  source: z.string(),
  recordedAt: timestamp,
  settings: z.null().or(auditRecord.shape.settings),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditResponse = z.object({
  entries: z.array(auditEntrySchema),
  /** Current names, by the ids of the users in `entries`; unknown users are left out. */
  people: z.record(z.uuid(), name),
  /**
   * Current names of the links and documents that are the subject of an entry, by id; unknown ones are left out.
   * `fileName` is null for a link, and for a document that no longer exists.
   */
  subjects: z.record(z.uuid(), z.object({ reference: z.string(), fileName: z.string().nullable() })),
  /** Current names, by the ids of the teams in `entries`. */
  teams: z.record(z.uuid(), z.string()).default({}),
  /**
   * Whether more links or people match `search` than were considered; if so, only entries that name the newest of them
   * are listed.
   */
  searchCut: z.boolean(),
  ...pageResponse,
});
export type AuditResponse = z.infer<typeof auditResponse>;

/** Values of `who` for actors without an account. */
export const auditNobodies = auditActorKinds.filter((kind) => kind !== 'user');
