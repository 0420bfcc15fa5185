import type { AdminDocumentsQuery, Document, Person, Review } from '@caredrop/contracts';
import type { DocumentRow } from './documents.queries.js';

const DAY_MS = 86_400_000;
const days = { week: 7, month: 30, year: 365 };

/** today = since 00:00 UTC; week, month, year = the last 7, 30, 365 days. */
export function startOfRange(range: NonNullable<AdminDocumentsQuery['dateRange']>, now: Date): Date {
  if (range === 'today') return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  return new Date(now.getTime() - days[range] * DAY_MS);
}

interface Shown {
  /** Current names, by user id; for a missing one the name in the row is used. */
  names: Map<string, Person>;
  fileUrl: string | null;
  seen: boolean;
  /** The user who reads it; null for a service. */
  readerId: string | null;
}

/** A row as the API shows it. It has no URL while it is being scanned or when it is lost. */
export function toDocument(row: DocumentRow, { names, fileUrl, seen, readerId }: Shown): Document {
  return {
    id: row.id,
    file_name: row.fileName,
    file_type: row.fileType,
    file_size: row.fileSize,
    file_url: row.state === 'ready' ? fileUrl : null,
    ...(row.state === 'lost' && { lost: true as const }),
    patient_ref_id: row.patientRefId,
    comment: row.comment,
    created_at: row.createdAt.toISOString(),
    token_id: row.tokenId,
    tokens: {
      token: row.link,
      status: 'used',
      created_at: row.tokenCreatedAt.toISOString(),
      expires_at: row.tokenExpiresAt.toISOString(),
    },
    user: names.get(row.ownerId) ?? { firstName: row.ownerFirstName, lastName: row.ownerLastName },
    ...(readerId !== null && readerId !== row.ownerId && { not_mine: true as const }),
    ...(row.teamId !== null && { team_id: row.teamId }),
    review: toReview(row, names),
    ...(row.askedAgainAt &&
      row.askedAgainBy && {
        asked_again: { at: row.askedAgainAt.toISOString(), token_id: row.askedAgainBy },
      }),
    ...(row.requestId !== null && row.requestItem && { request: { id: row.requestId, ...row.requestItem } }),
    seen,
  };
}

type ReviewRow = Pick<
  DocumentRow,
  'reviewState' | 'reviewedAt' | 'reviewedBy' | 'reviewerFirstName' | 'reviewerLastName'
>;

function toReview(row: ReviewRow, names: Map<string, Person>): Review {
  const stored = { firstName: row.reviewerFirstName ?? '', lastName: row.reviewerLastName ?? '' };
  return {
    state: row.reviewState,
    by: row.reviewedBy === null ? null : (names.get(row.reviewedBy) ?? stored),
    at: row.reviewedAt?.toISOString() ?? null,
  };
}
