import { loadRequestCopy, type RequestCopy } from '@caredrop/patient-copy';
import { fields } from '../response-fields.js';
import { readWritten, type Written } from '../instructions/written.js';
import { loadCopyPart, type CopyPart } from '../copy-part.js';
import { shownLanguage } from '../language-list.js';
import { NextDocument } from './next-document.js';
import { RequestLead } from './request-lead.js';
import { SkipDocument } from './skip-document.js';
import { SkippedLink } from './skipped-link.js';

/** The document that an open link of a request is for. */
export interface LinkDocument {
  /** From 1. */
  position: number;
  count: number;
  optional: boolean;
  label: Written[];
}

/** The parts of the page that only links of a request for several documents need. */
const parts = { Lead: RequestLead, Skip: SkipDocument, Next: NextDocument, Skipped: SkippedLink };

export type OpenedRequest = typeof parts & {
  /** Null for a link that can no longer be used. */
  document: LinkDocument | null;
  part: CopyPart<RequestCopy>;
};

/**
 * Loads the copy, so that it appears together with the screen. `data` is from the validation response of an open link.
 * Rejects when the copy cannot be loaded, not even in English.
 */
export async function openRequest(data?: unknown, language: string | null = null): Promise<OpenedRequest> {
  const part = await loadCopyPart(loadRequestCopy, language ?? shownLanguage());
  return { ...parts, part, document: data ? readDocument(data) : null };
}

function readDocument(data: unknown): LinkDocument {
  const { position, count, optional, label } = fields(data);
  return {
    position: Number(position),
    count: Number(count),
    optional: optional === true,
    label: readWritten(label),
  };
}
