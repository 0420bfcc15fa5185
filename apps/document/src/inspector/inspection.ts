import type { PdfFinding } from '@caredrop/pdf-inspector';
import type { Opened, RejectionReason } from './protocol.js';

/** One body to inspect. */
export interface InspectionJob {
  contentType: string;
  /** Must not change until the inspection ends. */
  body: Buffer;
  maxPixels: number;
  /** Returns memory for a file without its metadata, large enough for its encrypted object. */
  takeBuffer(): Buffer;
}

export type Inspection =
  | { outcome: 'refused'; reason: RejectionReason }
  | ({ outcome: 'inspected'; findings: PdfFinding[]; stripped: Buffer | null } & Omit<Opened, 'step'>)
  /** The inspector ended before it finished; contains its findings up to then. */
  | ({ outcome: 'unfinished' } & Partial<Omit<Opened, 'step'>>);

/** Why an inspector process ended. */
export type EndReason = 'time' | 'memory' | 'crash' | 'reply' | 'outside';

/** An inspector exited while processing a file. */
export class InspectorEnded extends Error {
  /** What it had found before it stopped, if it got that far. */
  opened?: Opened;

  constructor(
    readonly reason: EndReason,
    options?: ErrorOptions,
  ) {
    super(`an inspector exited while processing a file: ${reason}`, options);
    this.name = 'InspectorEnded';
  }
}
