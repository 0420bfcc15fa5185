import { createHash } from 'node:crypto';
import { canonical } from './canonical.js';
import type { ChainEntry } from './entry.js';

/**
 * Versions of the hashed format. The version is hashed too, so an entry of one format cannot pass for one of another.
 */
const UNNUMBERED = 'caredrop-audit-entry/1';
const NUMBERED = 'caredrop-audit-entry/2';

/** SHA-256 (hex) over every field of the entry and the previous entry's hash. */
export function hashEntry(entry: Omit<ChainEntry, 'hash'>): string {
  const content = {
    form: entry.sequence ? NUMBERED : UNNUMBERED,
    ...(entry.sequence && { sequence: entry.sequence }),
    seq: entry.seq,
    id: entry.id,
    source: entry.source,
    action: entry.action,
    outcome: entry.outcome,
    reason: entry.reason,
    actor: entry.actor,
    subject: entry.subject,
    related: entry.related,
    from: entry.from,
    requestId: entry.requestId,
    codes: entry.codes,
    count: entry.count,
    settings: entry.settings,
    at: entry.at,
    recordedAt: entry.recordedAt,
    prev: entry.prev,
  };
  return createHash('sha256').update(canonical(content)).digest('hex');
}
