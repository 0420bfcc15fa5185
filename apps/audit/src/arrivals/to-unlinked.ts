import { randomUUID } from 'node:crypto';
import type { AuditRecord, AuditSubject, SettingMarks } from '@caredrop/contracts';
import type { Unlinked } from '../chain/link-entries.js';
import { settingChanges } from '../chain/setting-changes.js';
import type { Arrival } from './accept-arrival.js';

/** The setting marks of a service's last start before this batch; null if it has never started. */
export type StartBefore = (source: string) => SettingMarks | null;

/**
 * Converts arrivals to entries, in order. A start whose settings differ from those of the previous start becomes an
 * entry for the start, followed by entries for the changed settings.
 */
export function toUnlinked(arrivals: Arrival[], startBefore: StartBefore): Unlinked[] {
  const started = new Map<string, SettingMarks>();
  return arrivals.flatMap((arrival) => {
    const entry = unlinked(arrival);
    if (entry.action !== 'service.start' || !entry.settings) return [entry];
    const before = started.get(entry.source) ?? startBefore(entry.source);
    started.set(entry.source, entry.settings);
    const changed = settingChanges(before, entry.settings);
    return changed.length === 0 ? [entry] : [entry, ...changeEntries(entry, changed)];
  });
}

function unlinked({ id, source, record }: Arrival): Unlinked {
  const { settings = null } = record;
  return { ...record, ...idsAsStored(record), settings, id, source };
}

/**
 * Callers may send ids in upper case, but Postgres returns them in lower case. The hash must cover the form that is
 * read back; otherwise the entry would look as if it had been changed.
 */
function idsAsStored({
  actor,
  subject,
  related,
  sequence,
}: AuditRecord): Pick<Unlinked, 'actor' | 'subject' | 'related' | 'sequence'> {
  return {
    actor: { ...actor, id: actor.id?.toLowerCase() ?? null },
    subject: subject && lowerCase(subject),
    related: related.map(lowerCase),
    sequence: sequence ? { ...sequence, stream: sequence.stream.toLowerCase() } : null,
  };
}

const lowerCase = ({ kind, id }: AuditSubject): AuditSubject => ({ kind, id: id.toLowerCase() });

const PER_ENTRY = 100;

function changeEntries(start: Unlinked, changed: string[]): Unlinked[] {
  const parts = Array.from({ length: Math.ceil(changed.length / PER_ENTRY) }, (_, part) => part);
  return parts.map((part) => ({
    ...start,
    // Random: a source that could predict the id could stop the chain by sending a record with the same id.
    id: randomUUID(),
    action: 'settings.change',
    codes: changed.slice(part * PER_ENTRY, (part + 1) * PER_ENTRY),
    settings: null,
    sequence: null, // Derived here, so it has no number: the source numbered only the start.
  }));
}
