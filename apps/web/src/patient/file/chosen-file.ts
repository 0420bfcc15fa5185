import { limits } from '@caredrop/contracts/limits';
import { findProblem, type FileProblem, type Remedy } from './file-rules.js';
import { isProtectedPdf } from './pdf-protection.js';
import { headBytes, sniff, type ByteKind } from './signatures.js';

/** A file as the page holds it until it is sent. */
export interface ChosenFile {
  file: File;
  kind: ByteKind;
  /** Why it cannot be sent; null when it can. */
  problem: FileProblem | null;
  /** A PDF that may need a password: shown as a warning, the file can be sent. */
  isProtected: boolean;
  /** How the file was changed on this device. */
  change: FileChange | null;
}

export interface FileChange {
  by: Remedy;
  /** Bytes. */
  sizeBefore: number;
}

export const unreadableFile: FileProblem = {
  reason: { code: 'page_file_unreadable' },
  advice: 'unreadable',
  remedy: null,
};

/**
 * Reads and checks a file. One that is small enough is copied into memory, so that exactly the bytes that
 * were checked are sent even if the original changes (a cloud folder, a deleted photo). Rejects when the file
 * cannot be read.
 */
export async function examineFile(file: File, change: FileChange | null = null): Promise<ChosenFile> {
  const whole = file.size < limits.uploadBytes;
  const bytes = new Uint8Array(await (whole ? file : file.slice(0, headBytes)).arrayBuffer());
  const head = bytes.subarray(0, headBytes);
  const { name, type, size, lastModified } = file;
  const kind = sniff(head);
  return {
    file: whole ? new File([bytes], name, { type, lastModified }) : file,
    kind,
    problem: findProblem({ name, type, size, head }),
    isProtected: kind === 'application/pdf' && isProtectedPdf(bytes),
    change,
  };
}
