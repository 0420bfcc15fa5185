import { z } from 'zod';
import { limits } from '../limits.js';
import { keys } from '../error-keys.js';
import {
  emptyAsAbsent,
  filterText,
  idsBody,
  pageResponse,
  pageQuerySchema,
  personSchema,
  scopeFilter,
  timestamp,
} from '../common.js';
import { requestItemSchema } from './requests.js';

/** The token as it was when the document was accepted; `status` is always `used`. */
const tokenSnapshotSchema = z.object({
  token: z.string(),
  status: z.enum(['active', 'used', 'expired', 'revoked']),
  created_at: timestamp,
  expires_at: timestamp,
});

/** What the clinic has done with a document. Set by a person, never by opening the document. */
const reviewStates = ['new', 'reviewed', 'filed'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** `by` and `at`: the person who set the state, and when; null while the document is new. */
export const reviewSchema = z.object({
  state: z.enum(reviewStates),
  by: personSchema.nullable(),
  at: timestamp.nullable(),
});
export type Review = z.infer<typeof reviewSchema>;

export const documentSchema = z.object({
  id: z.uuid(),
  file_name: z.string(),
  file_type: z.string(),
  /** Size in bytes, as downloaded. */
  file_size: z.number().int(),
  /** An absolute, signed, short-lived URL; null while the document is being scanned, and when it is lost. */
  file_url: z.string().nullable(),
  /** Only for a document whose file a restore could not recover (docs/backup.md). */
  lost: z.literal(true).optional(),
  patient_ref_id: z.string(),
  comment: z.string().nullable(),
  created_at: timestamp,
  token_id: z.uuid(),
  tokens: tokenSnapshotSchema,
  user: personSchema,
  /** Present when the document is a colleague's. */
  not_mine: z.literal(true).optional(),
  /** The team that works on the document; absent when there is none. */
  team_id: z.uuid().optional(),
  review: reviewSchema,
  /** When the document was asked for again, and the id of the new link; absent if it was not. */
  asked_again: z.object({ at: timestamp, token_id: z.uuid() }).optional(),
  /** Which document of a request this is; absent for a request for one document. */
  request: requestItemSchema.optional(),
  /** Whether the caller has opened the document. */
  seen: z.boolean(),
});
export type Document = z.infer<typeof documentSchema>;

const documentStatsSchema = z.object({
  total: z.number().int(),
  images: z.number().int(),
  pdfs: z.number().int(),
  others: z.number().int(),
  totalSize: z.number().int(),
});
export type DocumentStats = z.infer<typeof documentStatsSchema>;

export const documentsResponse = z.object({
  uploads: z.array(documentSchema),
  ...pageResponse,
  stats: documentStatsSchema.optional(),
});
export type DocumentsResponse = z.infer<typeof documentsResponse>;
export const documentResponse = z.object({ document: documentSchema });

const reviewFilter = { review: z.preprocess(emptyAsAbsent, z.enum(reviewStates).optional()) };
export const documentsQuery = pageQuerySchema.extend({
  ...reviewFilter,
  /** Absent means the caller's own documents. */
  scope: scopeFilter,
  /** Part of the reference, file name or comment. */
  search: filterText(200),
});
export type DocumentsQuery = z.infer<typeof documentsQuery>;
const documentFileTypes = ['image', 'pdf', 'other'] as const;
const documentDateRanges = ['today', 'week', 'month', 'year'] as const;
export const adminDocumentsQuery = pageQuerySchema.extend({
  ...reviewFilter,
  patientRefId: filterText(limits.patientRefMax),
  userId: z.preprocess(emptyAsAbsent, z.string().optional()),
  fileType: z.preprocess(emptyAsAbsent, z.enum(documentFileTypes).optional()),
  dateRange: z.preprocess(emptyAsAbsent, z.enum(documentDateRanges).optional()),
});
export type AdminDocumentsQuery = z.infer<typeof adminDocumentsQuery>;

/** `from`: the state that the caller was shown. If the current state differs, the call fails with 409. */
export const reviewBody = z.object({ state: z.enum(reviewStates), from: z.enum(reviewStates) });
export type ReviewBody = z.infer<typeof reviewBody>;
export const reviewResponse = z.object({ review: reviewSchema });

/**
 * The safe copy of a document: sizes of the pages that can be shown, in points or pixels, and the total
 * number of pages.
 */
export const pagesResponse = z.object({
  pages: z.array(z.object({ width: z.number(), height: z.number() })),
  total: z.number().int(),
});
export type PagesResponse = z.infer<typeof pagesResponse>;
/** Width in screen pixels; the returned page is at least that wide, within limits. */
export const pageQuery = z.object({ width: z.coerce.number().int().min(1).max(10_000).default(960) });

export const downloadBody = idsBody(keys.download_empty);
export const bulkDeleteBody = idsBody(keys.deletion_empty);
export const deletedResponse = z.object({ deleted: z.number().int() });

/** Response of POST /upload/{token}: the patient's receipt. */
const uploadReceipt = z.object({
  file_name: z.string(),
  file_size: z.number().int(),
  patientRefId: z.string(),
  receivedAt: timestamp,
});
export type UploadReceipt = z.infer<typeof uploadReceipt>;
export const uploadResponse = z.object({ upload: uploadReceipt });
