import {
  messages,
  type Document,
  type DocumentStats,
  type ListFilter,
  type ReviewState,
} from '@caredrop/contracts';

export type Kind = 'image' | 'pdf' | 'other';

/** Decided by `file_type` containing 'pdf' or 'image'. */
export function kindOf({ file_type: type }: Pick<Document, 'file_type'>): Kind {
  if (type.includes('pdf')) return 'pdf';
  return type.includes('image') ? 'image' : 'other';
}

/** The totals of the given documents. */
export function documentStats(documents: Document[]): DocumentStats {
  const having = (kind: Kind) => documents.filter((document) => kindOf(document) === kind).length;
  return {
    total: documents.length,
    images: having('image'),
    pdfs: having('pdf'),
    others: having('other'),
    totalSize: documents.reduce((sum, { file_size }) => sum + file_size, 0),
  };
}

export interface DocumentFilters {
  /** Applied by the service: part of the reference, file name or comment. */
  search: string;
  patientRefId: string;
  fileType: '' | 'pdf' | 'image';
  /** Days back from now, as the value of a select. */
  dateRange: '' | '7' | '30';
  review: '' | ReviewState;
  /** Applied by the service: blank for the user's own, 'team' or 'covered'. */
  scope: string;
}

export const noFilters: DocumentFilters & Record<ListFilter<'documents'>, string> = {
  search: '',
  patientRefId: '',
  fileType: '',
  dateRange: '',
  review: '',
  scope: '',
};

/** Applies the clinician's filters to the fetched list, except the search and the scope, which the service applies. */
export function matching(documents: Document[], filters: DocumentFilters, now: number): Document[] {
  const wanted = filters.patientRefId.trim().toLowerCase();
  const since = filters.dateRange === '' ? 0 : now - Number(filters.dateRange) * 86_400_000;
  return documents.filter(
    (document) =>
      document.patient_ref_id.toLowerCase().includes(wanted) &&
      (filters.review === '' || document.review.state === filters.review) &&
      (filters.fileType === '' || kindOf(document) === filters.fileType) &&
      Date.parse(document.created_at) >= since,
  );
}

/** Newest first, whatever the order of the response. */
export const newestFirst = (documents: Document[]): Document[] =>
  [...documents].sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));

/** Why a document has no URL to open it; null if it has one. */
export function closedLabel({ file_url, lost }: Pick<Document, 'file_url' | 'lost'>): string | null {
  if (file_url !== null) return null;
  return lost ? messages.document.lostShort : messages.document.beingChecked;
}

/**
 * Returns the signed URL for saving a document: without the parameter, the audit would record an opened original.
 */
export function attachmentUrl(fileUrl: string): string {
  const url = new URL(fileUrl);
  url.searchParams.set('disposition', 'attachment');
  return url.href;
}
