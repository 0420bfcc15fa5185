import type { AuditActor, AuditRecord, AuditSubject, SettingMarks } from '@caredrop/contracts';
import type { ChainEntry } from '../chain/entry.js';
import { Prisma, type Entry } from '../generated/prisma/client.js';

/** Converts a row to an entry, with every column. */
export function toEntry(row: Entry): ChainEntry {
  return {
    seq: Number(row.seq),
    id: row.id,
    source: row.source,
    action: row.action as AuditRecord['action'],
    outcome: row.outcome as AuditRecord['outcome'],
    reason: row.reason,
    actor: {
      kind: row.actorKind as AuditActor['kind'],
      id: row.actorId,
      role: row.actorRole as AuditActor['role'],
    },
    subject:
      row.subjectKind === null && row.subjectId === null
        ? null
        : ({ kind: row.subjectKind, id: row.subjectId } as AuditSubject),
    related: row.related as unknown as AuditSubject[],
    from: row.fromAddress,
    requestId: row.requestId,
    codes: row.codes as string[],
    count: row.count,
    settings: row.settings as SettingMarks | null,
    sequence:
      row.sourceStream === null ? null : { stream: row.sourceStream, number: Number(row.sourceNumber) },
    at: row.at.toISOString(),
    recordedAt: row.recordedAt.toISOString(),
    prev: row.prev,
    hash: row.hash,
  };
}

export function toRow(entry: ChainEntry): Prisma.EntryCreateManyInput {
  const { actor, subject, from, settings, sequence, ...same } = entry;
  return {
    ...same,
    actorKind: actor.kind,
    actorId: actor.id,
    actorRole: actor.role,
    subjectKind: subject?.kind ?? null,
    subjectId: subject?.id ?? null,
    fromAddress: from,
    settings: settings ?? Prisma.DbNull,
    sourceStream: sequence?.stream ?? null,
    sourceNumber: sequence?.number ?? null,
  };
}
