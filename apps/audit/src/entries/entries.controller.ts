import { Controller, Get, Query } from '@nestjs/common';
import { auditQuery, success, type AuditEntry } from '@caredrop/contracts';
import { Callers, parse, Roles } from '@caredrop/service-kit';
import type { ChainEntry } from '../chain/entry.js';
import { People } from '../people/people.js';
import { EntriesQueries } from './entries.queries.js';

@Callers('gateway')
@Roles('admin')
@Controller('admin/audit')
export class EntriesController {
  constructor(
    private readonly queries: EntriesQueries,
    private readonly people: People,
  ) {}

  @Get()
  async list(@Query() query: unknown) {
    const { entries, nextCursor } = await this.queries.page(parse(auditQuery, query));
    return success({ entries: entries.map(shown), people: await this.people.in(entries), nextCursor });
  }
}

/** Hashes and numbers are for exports only. */
function shown({
  prev: _prev,
  hash: _hash,
  sequence: _sequence,
  settings,
  ...entry
}: ChainEntry): AuditEntry {
  return { ...entry, settings };
}
