import { Inject, Injectable } from '@nestjs/common';
import type { AuditFilter, auditFormats, Person } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, recordAuditEvent } from '@caredrop/service-kit';
import type { ChainEntry } from '../chain/entry.js';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { EntriesQueries, isRange, type EntryFilter } from '../entries/entries.queries.js';
import { FindSubjects } from '../subjects/find-subjects.js';
import { People } from '../people/people.js';
import type { EntryNames } from './entry-columns.js';
import { EXPORT_FORMAT, type ExportHead } from './proof.js';
import { writeExport, writers } from './write-export.js';

export type ExportFormat = (typeof auditFormats)[number];

@Injectable()
export class ExportEntries {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly queries: EntriesQueries,
    private readonly people: People,
    private readonly find: FindSubjects,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns the file in chunks, once the audit entry of this export is committed. */
  async execute(asked: AuditFilter, format: ExportFormat, now = new Date()): Promise<AsyncGenerator<string>> {
    const { search, ...rest } = asked;
    const found = search === undefined ? undefined : await this.find.execute(search);
    // An incomplete file would be mistaken for a complete one.
    if (found?.cut) throw appError('audit_search_wide');
    const filter = { ...rest, found };
    const given = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const head: ExportHead = {
      format: EXPORT_FORMAT,
      madeAt: now.toISOString(),
      filter: Object.fromEntries(given),
      contiguous: isRange(filter),
    };
    const codes = [format, ...given.map(([name]) => name)];
    await recordAuditEvent(this.work.emit, { action: 'audit.export', codes });
    return writeExport(writers[format], head, this.named(filter), this.config.AUDIT_EXPORT_KEY);
  }

  private async *named(filter: EntryFilter): AsyncGenerator<ChainEntry & EntryNames> {
    for await (const entries of this.queries.batches(filter)) {
      const people = await this.people.in(entries);
      for (const entry of entries) yield { ...entry, ...namesOf(entry, people) };
    }
  }
}

function namesOf({ actor, subject }: ChainEntry, people: Record<string, Person>): EntryNames {
  return {
    actorName: actor.id ? fullName(people[actor.id]) : '',
    subjectName: subject?.kind === 'user' ? fullName(people[subject.id]) : '',
  };
}

const fullName = (name: Person | undefined): string => (name ? `${name.firstName} ${name.lastName}` : '');
