import type { AcceptedType } from '@caredrop/contracts/limits';
import type { PdfFinding } from '@caredrop/pdf-inspector';
import type { PageSize } from '../drawing/page-size.js';
import type { UndrawableReason } from '../drawing/undrawable.js';
import type { UnchangedRun } from './unchanged-run.js';

/**
 * The messages between the document service and an inspector process: one request, followed by the patient's
 * whole body; then `refused`, or `opened` followed by `inspected`. See docs/adr/0019-inspector-processes.md.
 * A request to measure or draw a stored document has the same form (docs/adr/0048-safe-copies.md).
 */
export interface InspectionRequest {
  task: 'inspect';
  /** The declared type of the body, which contains its boundary. */
  contentType: string;
  maxPixels: number;
}

/** Why a body is refused. */
export const rejectionReasons = [
  'file_required',
  'file_empty',
  'file_too_large',
  'form_unreadable',
  'comment_too_long',
  'type_refused',
  'too_many_pixels',
  'picture_incomplete',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

interface Refused {
  step: 'refused';
  reason: RejectionReason;
}

/** The form has been read and the file's type is known; the file is not inspected yet. */
export interface Opened {
  step: 'opened';
  /** Offset of the file in the body, bytes. */
  start: number;
  size: number;
  fileName: string;
  type: AcceptedType;
  comment: string | null;
}

export interface Inspected {
  step: 'inspected';
  findings: PdfFinding[];
  /**
   * Null if nothing was removed. Otherwise the frame's bytes are the file without its metadata, except for this run,
   * which the service takes from the file as received.
   */
  stripped: UnchangedRun | null;
}

/** A request to measure or draw, followed by the decrypted document. */
export type DrawingRequest =
  /** The reply is `measured`, or `undrawable`. */
  | { task: 'measure'; type: AcceptedType }
  /** The reply is `drawn` with a JPEG, or `undrawable`. `page` starts at 0. */
  | { task: 'draw'; type: AcceptedType; page: number; box: PageSize };

/** Sizes of the first pages, and the total number of pages. */
export interface Measured {
  step: 'measured';
  sizes: PageSize[];
  pages: number;
}

/** Size of the JPEG in pixels. */
interface Drawn extends PageSize {
  step: 'drawn';
}

/** The file cannot be drawn. */
interface NotDrawn {
  step: 'undrawable';
  reason: UndrawableReason;
}
export type DrawingReply = Measured | Drawn | NotDrawn;

/** An inspector's first frame: from then on, time counts towards the limits of its file. */
export const READY = { step: 'ready' };
export const isReady = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'step' in message && message.step === READY.step;

export type Reply = Refused | Opened | Inspected;

/**
 * Maximum length of a body's declared type, characters. A body with a longer one does not count as a form.
 */
export const CONTENT_TYPE_MAX = 512;
