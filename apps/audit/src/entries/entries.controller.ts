import { Controller, Get, Query } from '@nestjs/common';
import { auditQuery, success, type AuditResponse, type AuditEntry } from '@caredrop/contracts';
import { Callers, parse, Roles } from '@caredrop/service-kit';
import type { ChainEntry } from '../chain/entry.js';
import { People } from '../people/people.js';
import { FindSubjects } from '../subjects/find-subjects.js';
import { Subjects } from '../subjects/subjects.js';
import { EntriesQueries } from './entries.queries.js';
import { ListReadAudit } from './list-read-audit.js';

@Callers('gateway')
@Roles('admin')
@Controller('admin/audit')
export class EntriesController {
  constructor(
    private readonly queries: EntriesQueries,
    private readonly people: People,
    private readonly subjects: Subjects,
    private readonly find: FindSubjects,
    private readonly listReads: ListReadAudit,
  ) {}

  @Get()
  async list(@Query() query: unknown) {
    const asked = parse(auditQuery, query);
    const { search, ...filter } = asked;
    const found = search === undefined ? undefined : await this.find.execute(search);
    const { entries, nextCursor } = await this.queries.page({ ...filter, found });
    const [people, subjects, teams] = await Promise.all([
      this.people.in(entries),
      this.subjects.in(entries),
      this.subjects.teamsIn(entries),
    ]);
    await this.listReads.recordEntriesRead(asked, entries.length);
    const searchCut = found?.cut ?? false;
    return success({
      entries: entries.map(shown),
      people,
      subjects,
      teams,
      searchCut,
      nextCursor,
    } satisfies AuditResponse);
  }
}

/** Leaves out the hashes and the source's sequence number, which the list does not show. */
function shown({
  prev: _prev,
  hash: _hash,
  sequence: _sequence,
  settings,
  ...entry
}: ChainEntry): AuditEntry {
  return { ...entry, settings };
}
