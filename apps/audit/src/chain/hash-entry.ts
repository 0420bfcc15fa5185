import { createHash } from 'node:crypto';
import { canonical } from './canonical.js';
import type { ChainEntry } from './entry.js';

/** Version of what is hashed: first among the hashed fields, so that a later form cannot be taken for this one. */
const FORM = 'caredrop-audit-entry/1';

/** SHA-256 (hex) over every field of the entry and over the hash of the one before. */
export function hashEntry(entry: Omit<ChainEntry, 'hash'>): string {
  const content = {
    form: FORM,
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
