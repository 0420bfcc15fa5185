import { Readable } from 'node:stream';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { auditExportQuery, auditQuery, success, type AuditEntry } from '@caredrop/contracts';
import { Callers, parse, RecentProof, Roles } from '@caredrop/service-kit';
import type { FastifyReply } from 'fastify';
import type { ChainEntry } from '../chain/entry.js';
import { ExportEntries } from '../exports/export-entries.js';
import { People } from '../people/people.js';
import { EntriesQueries } from './entries.queries.js';

const types = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' };

@Callers('gateway')
@Roles('admin')
@Controller('admin/audit')
export class EntriesController {
  constructor(
    private readonly queries: EntriesQueries,
    private readonly people: People,
    private readonly exportEntries: ExportEntries,
  ) {}

  @Get()
  async list(@Query() query: unknown) {
    const { entries, nextCursor } = await this.queries.page(parse(auditQuery, query));
    return success({ entries: entries.map(shown), people: await this.people.in(entries), nextCursor });
  }

  /** Exports everyone's actions in one file, so it needs a fresh proof. */
  @RecentProof()
  @Get('export')
  async export(@Query() query: unknown, @Res() reply: FastifyReply) {
    const { format, ...filter } = parse(auditExportQuery, query);
    const pieces = await this.exportEntries.run(filter, format);
    const day = new Date().toISOString().slice(0, 10);
    void reply
      .headers({
        'content-type': types[format],
        'content-disposition': `attachment; filename="audit-${day}.${format}"`,
        'cache-control': 'private, no-store',
      })
      .send(Readable.from(pieces));
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
