import type { AuditActor, AuditRecord, AuditSubject, AuditSubjectKind } from '@caredrop/contracts';
import type { ChainEntry } from '../chain/entry.js';

/** Names as of the export; they are written next to the entries and are not hashed. */
export interface EntryNames {
  actorName: string;
  subjectName: string;
}

type Column = [string, (entry: ChainEntry & EntryNames) => string];

const text = (value: string | null | undefined): string => value ?? '';

/** Every hashed field has a column, so that a line can be verified by itself. */
const columns: Column[] = [
  ['seq', ({ seq }) => String(seq)],
  ['at', ({ at }) => at],
  ['action', ({ action }) => action],
  ['outcome', ({ outcome }) => outcome],
  ['reason', ({ reason }) => text(reason)],
  ['actor_name', ({ actorName }) => actorName],
  ['actor_kind', ({ actor }) => actor.kind],
  ['actor_id', ({ actor }) => text(actor.id)],
  ['actor_role', ({ actor }) => text(actor.role)],
  ['subject_name', ({ subjectName }) => subjectName],
  ['subject_kind', ({ subject }) => text(subject?.kind)],
  ['subject_id', ({ subject }) => text(subject?.id)],
  ['related', ({ related }) => related.map(({ kind, id }) => `${kind}:${id}`).join(' ')],
  ['from', ({ from }) => text(from)],
  ['request_id', ({ requestId }) => requestId],
  ['codes', ({ codes }) => codes.join(' ')],
  ['count', ({ count }) => String(count)],
  ['settings', ({ settings }) => (settings ? JSON.stringify(settings) : '')],
  ['source', ({ source }) => source],
  ['sequence', ({ sequence }) => (sequence ? `${sequence.stream}:${sequence.number}` : '')],
  ['id', ({ id }) => id],
  ['recorded_at', ({ recordedAt }) => recordedAt],
  ['prev', ({ prev }) => prev],
  ['hash', ({ hash }) => hash],
];

export const columnNames = columns.map(([name]) => name);

/** For exports made before sources numbered their records. */
const unnumberedNames = columnNames.filter((name) => name !== 'sequence');

/** True if these are the columns of an export from this or an earlier version. */
export const areColumns = (names: string[] = []): boolean =>
  [columnNames, unnumberedNames].some((known) => known.join() === names.join());

export const toCells = (entry: ChainEntry & EntryNames): string[] => columns.map(([, cell]) => cell(entry));

/** The entry on a line. Edited values are taken as they are: the hash reveals them. */
export function fromCells(cells: string[], names = columnNames): ChainEntry {
  const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
  const orNull = (name: string): string | null => cell(name) || null;
  const subjectKind = orNull('subject_kind') as AuditSubjectKind | null;
  return {
    seq: Number(cell('seq')),
    id: cell('id'),
    source: cell('source'),
    action: cell('action') as AuditRecord['action'],
    outcome: cell('outcome') as AuditRecord['outcome'],
    reason: orNull('reason'),
    actor: {
      kind: cell('actor_kind') as AuditActor['kind'],
      id: orNull('actor_id'),
      role: orNull('actor_role') as AuditActor['role'],
    },
    subject: subjectKind && { kind: subjectKind, id: cell('subject_id') },
    related: words(cell('related')).map(toSubject),
    from: orNull('from'),
    requestId: cell('request_id'),
    codes: words(cell('codes')),
    count: Number(cell('count')),
    settings: readSettings(cell('settings')),
    sequence: toSequence(cell('sequence')),
    at: cell('at'),
    recordedAt: cell('recorded_at'),
    prev: cell('prev'),
    hash: cell('hash'),
  };
}

const words = (value: string): string[] => value.split(' ').filter((word) => word !== '');

function toSubject(word: string): AuditSubject {
  const [kind = '', id = ''] = word.split(':');
  return { kind: kind as AuditSubjectKind, id };
}

function toSequence(value: string): ChainEntry['sequence'] {
  const [stream = '', number = ''] = value.split(':');
  return value === '' ? null : { stream, number: Number(number) };
}

function readSettings(value: string): Record<string, string> | null {
  try {
    return value === '' ? null : (JSON.parse(value) as Record<string, string>);
  } catch {
    return { unreadable: value }; // Edited by hand: no hash will match.
  }
}
