import type { JsonWebKey } from 'node:crypto';
import type { Head } from '../chain/link-entries.js';
import { isSignedBy, signStatement, type Signed } from '../chain/signing.js';

const KIND = 'caredrop-audit-segment/1';

/** Replaces pruned entries: the chain's state before and after them, and their times. */
export interface SegmentStatement {
  firstSeq: number;
  lastSeq: number;
  prev: string;
  lastHash: string;
  firstRecorded: string;
  lastRecorded: string;
  prunedAt: string;
}
export type Segment = SegmentStatement & Signed;

export function signSegment(key: JsonWebKey, statement: SegmentStatement): Segment {
  return { ...statement, ...signStatement(key, KIND, statement) };
}

export function isSegmentSigned(keys: JsonWebKey[], { keyId, signature, ...statement }: Segment): boolean {
  return isSignedBy(keys, KIND, statement, { keyId, signature });
}

export const afterSegment = ({ lastSeq, lastHash }: Segment): Head => ({ seq: lastSeq, hash: lastHash });
