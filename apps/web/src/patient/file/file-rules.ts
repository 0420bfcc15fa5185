import { acceptedExtensions, limits, readDeclaredType, type AcceptedType } from '@caredrop/contracts/limits';
import type { Failure, LaterCopy } from '@caredrop/patient-copy';
import { sniff, type ByteKind } from './signatures.js';

/** Facts about a file that the rules need. */
export interface FileFacts {
  name: string;
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
  advice: keyof LaterCopy['advice'];
  remedy: Remedy | null;
}

/**
 * Why this file cannot be sent; null when it can. Checks the type, then the size, by the same rule as the
 * document service: bytes, declared type and extension must not contradict each other, and the bytes decide.
 * A file of unknown type is checked for size first, because that is what its owner can see.
 */
export function findProblem(facts: FileFacts): FileProblem | null {
  const kind = sniff(facts.head);
  if (readDeclaredType(facts.type) === null || kind === 'heic' || kind === 'other image')
    return refuseType(kind);
  if (facts.size === 0) return { reason: { code: 'file_empty' }, advice: 'empty', remedy: null };
  if (facts.size >= limits.uploadBytes) return refuseSize(kind);
  return kind !== 'unknown' && agrees(kind, facts) ? null : refuseType(kind);
}

function refuseType(kind: ByteKind): FileProblem {
  const image = kind !== 'unknown' && kind !== 'application/pdf';
  const reason = { code: 'file_type_refused' };
  return image
    ? { reason, advice: 'convert', remedy: 'convert' }
    : { reason, advice: 'takePhoto', remedy: null };
}

function refuseSize(kind: ByteKind): FileProblem {
  const image = kind === 'image/jpeg' || kind === 'image/png';
  const reason = { code: 'file_too_large' };
  return image ? { reason, advice: 'shrink', remedy: 'shrink' } : { reason, advice: 'split', remedy: null };
}

function agrees(kind: AcceptedType, { type, name }: FileFacts): boolean {
  const named = readDeclaredType(type);
  return (named === 'undeclared' || named === kind) && extensionAllows(name, kind);
}

/**
 * An extension of another accepted type is a contradiction; other mismatches show in the browser's declared
 * type.
 */
function extensionAllows(name: string, kind: AcceptedType): boolean {
  const extension = /\.([a-z0-9]+)\s*$/i.exec(name)?.[1]?.toLowerCase();
  if (!extension || acceptedExtensions[kind].includes(extension)) return true;
  return !Object.values(acceptedExtensions).flat().includes(extension);
}
