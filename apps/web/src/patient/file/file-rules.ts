import { patientLimits, readDeclaredType, type AcceptedType } from '@caredrop/contracts/limits';
import type { AdviceCopy, Failure } from '@caredrop/patient-copy';
import { sniff, type ByteKind } from './signatures.js';

/** Facts about a file that the rules need. */
export interface FileFacts {
  /** As declared by the browser; '' when unknown. */
  type: string;
  /** Bytes. */
  size: number;
  /** The first `headBytes` bytes. */
  head: Uint8Array;
}

/** One-tap fix that the device offers for a rejected photo. */
export type Remedy = 'shrink' | 'convert';

export interface FileProblem {
  reason: Failure;
  advice: Exclude<
    keyof AdviceCopy,
    'remedy' | 'shrink' | 'toPdf' | 'makePdf' | 'changedToPdf' | 'is' | 'how' | 'pdf' | 'pictures' | 'look'
  >;
  /** A fix that may be possible; offered only after it has succeeded. */
  remedy: Remedy | null;
  /** What kind of file it is, if the page should name it. */
  thing?: keyof AdviceCopy['is'] | null;
}

/**
 * Returns why this file cannot be sent; null if it can. The content decides whether it is a JPEG, PNG or PDF: a wrong name
 * is corrected, and so is a wrong declared type that is PDF, generic or an image type. A file with any other declared
 * type is rejected. The type is checked before the size, except for an accepted declared type with unrecognised content:
 * then the size is checked first, because the patient can see it.
 */
export function findProblem({ type, size, head }: FileFacts): FileProblem | null {
  const kind = sniff(head);
  if (kind === 'heic' || kind === 'other image' || !mayBeSent(type)) return rejectType(kind);
  if (size === 0) return { reason: { code: 'file_empty' }, advice: 'empty', remedy: null };
  if (size >= patientLimits.uploadBytes) return rejectSize(kind);
  return kind === 'unknown' ? rejectType(kind) : null;
}

export const isAccepted = (kind: ByteKind): kind is AcceptedType => kind.includes('/');

/** A file declared as another type of picture, such as HEIC, may still be a JPEG. */
const mayBeSent = (type: string) => readDeclaredType(type) !== null || type.startsWith('image/');

function rejectType(kind: ByteKind): FileProblem {
  const image = kind !== 'unknown' && kind !== 'application/pdf';
  const reason = { code: 'file_type_refused' };
  return image
    ? { reason, advice: 'convert', remedy: 'convert' }
    : { reason, advice: 'takePhoto', remedy: null };
}

function rejectSize(kind: ByteKind): FileProblem {
  const image = kind === 'image/jpeg' || kind === 'image/png';
  const reason = { code: 'file_too_large' };
  return image
    ? { reason, advice: 'shrinkFailed', remedy: 'shrink' }
    : { reason, advice: 'split', remedy: null };
}
