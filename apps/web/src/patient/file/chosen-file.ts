import { limits } from '@caredrop/contracts/limits';
import { copy } from '../copy.js';
import { findProblem, type FileProblem } from './file-rules.js';
import { isProtectedPdf } from './pdf-protection.js';
import { headBytes, sniff, type ByteKind } from './signatures.js';

/** A file as the page holds it until it is sent. */
export interface ChosenFile {
  file: File;
  kind: ByteKind;
  /** Why it cannot be sent; null when it can. */
  problem: FileProblem | null;
  /** A warning to show although the file can be sent. */
  warning: string | null;
  /** How the file was changed on this device. */
  note: string | null;
}

export const unreadableFile: FileProblem = {
  message: copy.unreadable,
  advice: copy.unreadableAdvice,
  remedy: null,
};

/**
 * Reads and checks a file. One that is small enough is copied into memory, so that exactly the bytes that
 * were checked are sent even if the original changes (a cloud folder, a deleted photo). Rejects when the file
 * cannot be read.
 */
export async function examineFile(file: File, note: string | null = null): Promise<ChosenFile> {
  const whole = file.size < limits.uploadBytes;
  const bytes = new Uint8Array(await (whole ? file : file.slice(0, headBytes)).arrayBuffer());
  const head = bytes.subarray(0, headBytes);
  const { name, type, size, lastModified } = file;
  const kind = sniff(head);
  return {
    file: whole ? new File([bytes], name, { type, lastModified }) : file,
    kind,
    problem: findProblem({ name, type, size, head }),
    warning: kind === 'application/pdf' && isProtectedPdf(bytes) ? copy.protectedPdf : null,
    note,
  };
}
