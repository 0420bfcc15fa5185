import type { AuditRecord, SourceSequence } from '@caredrop/contracts';

/** An act as the chain keeps it: what was told, and its place. Times are ISO 8601 in UTC with milliseconds. */
export interface ChainEntry extends Omit<AuditRecord, 'settings' | 'sequence'> {
  /** Place among the records of `source`; null when the source gave none. */
  sequence: SourceSequence | null;
  settings: Record<string, string> | null;
  /** From 1, without a gap. */
  seq: number;
  /** The event that told of it. */
  id: string;
  /** The service that told of it. */
  source: string;
  recordedAt: string;
  /** The hash of the entry before; of the first, {@link GENESIS}. */
  prev: string;
  hash: string;
}

/** What the first entry follows. */
export const GENESIS = '0'.repeat(64);
