import { createHash, type JsonWebKey } from 'node:crypto';
import { isSignedBy, signStatement, type Signed } from '../chain/signing.js';
import { GENESIS, type ChainEntry } from '../chain/entry.js';

export const EXPORT_FORMAT = 'caredrop-audit-export/1';

/** Header of an export. `contiguous`: whether it contains every entry from its first to its last. */
export interface ExportHead {
  format: typeof EXPORT_FORMAT;
  madeAt: string;
  filter: Record<string, string>;
  contiguous: boolean;
}

export interface ProofStatement extends ExportHead {
  count: number;
  first: number;
  last: number;
  /** The hash before the first entry. */
  prev: string;
  /** SHA-256 over the hashes of all entries, in order. */
  digest: string;
}
export type Proof = ProofStatement & Signed & { publicKey: JsonWebKey };

/** Collects the data that is signed at the end of an export, while the export is written. */
export class ProofMaker {
  private readonly digest = createHash('sha256');
  private count = 0;
  private first: ChainEntry | undefined;
  private last: ChainEntry | undefined;

  add(entry: ChainEntry): void {
    this.digest.update(entry.hash);
    this.count += 1;
    this.first ??= entry;
    this.last = entry;
  }

  finish(head: ExportHead): ProofStatement {
    return {
      ...head,
      count: this.count,
      first: this.first?.seq ?? 0,
      last: this.last?.seq ?? 0,
      prev: this.first?.prev ?? GENESIS,
      digest: this.digest.digest('hex'),
    };
  }
}

export function signProof(key: JsonWebKey, publicKey: JsonWebKey, statement: ProofStatement): Proof {
  return { ...statement, ...signStatement(key, EXPORT_FORMAT, statement), publicKey };
}

export function isProofSigned({ keyId, signature, publicKey, ...statement }: Proof): boolean {
  return isSignedBy([publicKey], EXPORT_FORMAT, statement, { keyId, signature });
}
