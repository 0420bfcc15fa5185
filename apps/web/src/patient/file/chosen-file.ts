import { patientLimits } from '@caredrop/contracts/limits';
import type { AdviceCopy } from '@caredrop/patient-copy';
import { nameFor } from './file-name.js';
import { findProblem, isAccepted, type FileProblem, type Remedy } from './file-rules.js';
import { headBytes, sniff, type ByteKind } from './signatures.js';

/** A file as the page keeps it until it is sent. */
export interface ChosenFile {
  file: File;
  kind: ByteKind;
  /** Why it cannot be sent; null when it can. */
  problem: FileProblem | null;
  /** What may prevent the clinic from accepting or opening a PDF. The PDF can still be sent. */
  warning: PdfWarning | null;
  /** How the file was changed on this device. */
  change: FileChange | null;
  /** Made from a file that cannot be sent itself; the patient decides whether to use it. */
  ready: ReadyFile | null;
}

export type PdfWarning = Exclude<keyof AdviceCopy['pdf'], 'sendAnyway'> | 'password';

export interface FileChange {
  by: Remedy;
  /** Bytes. */
  sizeBefore: number;
  /** The number of pages of the resulting PDF. */
  pages?: number;
  /** Whether further pictures in the file are left out. */
  firstOnly?: boolean;
}

export interface ReadyFile {
  file: File;
  change: FileChange;
}

const unreadable = (advice: FileProblem['advice']): FileProblem => ({
  reason: { code: 'page_file_unreadable' },
  advice,
  remedy: null,
});
export const unreadableFile = unreadable('unreadable');
export const droppedFolder = unreadable('folder');

/**
 * The problem of a file that could not be read, for example because it was moved, is locked, or is stored
 * online.
 */
export const readingProblem = (error: unknown): FileProblem =>
  error instanceof DOMException && error.name === 'NotFoundError' ? unreadable('vanished') : unreadableFile;

/**
 * Reads and checks a file. One below the size limit is copied into memory, so that exactly the checked bytes are sent
 * even if the original changes (a cloud folder, a deleted photo). If the file can be sent, the copy's type, and its
 * extension if it has one, match its bytes. Rejects when the file cannot be read.
 */
export async function examineFile(file: File, change: FileChange | null = null): Promise<ChosenFile> {
  const whole = file.size < patientLimits.uploadBytes;
  const bytes = new Uint8Array(await (whole ? file : file.slice(0, headBytes)).arrayBuffer());
  const head = bytes.subarray(0, headBytes);
  const { name, type, size, lastModified } = file;
  const kind = sniff(head);
  const problem = findProblem({ type, size, head });
  const sent =
    isAccepted(kind) && !problem
      ? ([nameFor(name, kind), { type: kind, lastModified }] as const)
      : ([name, { type, lastModified }] as const);
  return {
    file: whole ? new File([bytes], ...sent) : file,
    ...{ kind, problem, change },
    ...{ warning: null, ready: null },
  };
}
