import type { AuditRecord, SourceSequence } from '@caredrop/contracts';

/**
 * An action as the chain stores it: the record and its place. Times are ISO 8601 in UTC with milliseconds.
 */
export interface ChainEntry extends Omit<AuditRecord, 'settings' | 'sequence'> {
  /** Number among the records of `source`; null when the source sent none. */
  sequence: SourceSequence | null;
  settings: Record<string, string> | null;
  /** From 1, without gaps. */
  seq: number;
  /**
   * The id of the event, or of the gateway's record, that reported it; random for entries about changed settings and
   * about pruning.
   */
  id: string;
  /** The service that reported it. */
  source: string;
  recordedAt: string;
  /** The previous entry's hash; {@link GENESIS} for the first entry. */
  prev: string;
  hash: string;
}

/** The previous hash of the first entry. */
export const GENESIS = '0'.repeat(64);
