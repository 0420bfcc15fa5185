import { acceptedExtensions, limits, readDeclaredType, type AcceptedType } from '@caredrop/contracts/limits';
import { messages } from '@caredrop/contracts/messages';
import { words } from '../words.js';
import { sniff, type ByteKind } from './signatures.js';

/** What the rules need to know of a file. */
export interface FileFacts {
  name: string;
  /** As the browser declares it, '' when it does not know. */
  type: string;
  /** Bytes. */
  size: number;
  /** The first `headBytes` bytes. */
  head: Uint8Array;
}

/** What the device can do about a refused photo with one tap. */
export type Remedy = 'shrink' | 'convert';

export interface FileProblem {
  /** The sentence: the specification's where it has one. */
  message: string;
  advice: string;
  remedy: Remedy | null;
}

/**
 * Why this file cannot be sent; null when it can. Type, then size (api.md §4.10), with the document service's
 * own rule: bytes, declared type and extension must not contradict each other, and the bytes decide. A file
 * whose bytes show nothing known is judged by its size first, because that is what its owner can see.
 */
export function findProblem(facts: FileFacts): FileProblem | null {
  const kind = sniff(facts.head);
  if (readDeclaredType(facts.type) === null || kind === 'heic' || kind === 'other image')
    return refuseType(kind);
  if (facts.size === 0) return { message: messages.upload.empty, advice: words.emptyAdvice, remedy: null };
  if (facts.size >= limits.uploadBytes) return refuseSize(kind);
  return kind !== 'unknown' && agrees(kind, facts) ? null : refuseType(kind);
}

function refuseType(kind: ByteKind): FileProblem {
  const image = kind !== 'unknown' && kind !== 'application/pdf';
  const advice = image ? words.convertAdvice : words.takePhotoInstead;
  return { message: messages.upload.typeRefused, advice, remedy: image ? 'convert' : null };
}

function refuseSize(kind: ByteKind): FileProblem {
  const image = kind === 'image/jpeg' || kind === 'image/png';
  const advice = image ? words.shrinkAdvice : words.splitAdvice;
  return { message: messages.upload.tooLarge, advice, remedy: image ? 'shrink' : null };
}

function agrees(kind: AcceptedType, { type, name }: FileFacts): boolean {
  const named = readDeclaredType(type);
  return (named === 'undeclared' || named === kind) && extensionAllows(name, kind);
}

/** An extension of another accepted type contradicts; the rest has been told by the browser's declared type. */
function extensionAllows(name: string, kind: AcceptedType): boolean {
  const extension = /\.([a-z0-9]+)\s*$/i.exec(name)?.[1]?.toLowerCase();
  if (!extension || acceptedExtensions[kind].includes(extension)) return true;
  return !Object.values(acceptedExtensions).flat().includes(extension);
}
