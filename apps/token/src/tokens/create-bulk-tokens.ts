import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { bulkTokensBody } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { auditSubject, likeLiteral, recordAuditEvent, type Principal } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { Prisma, type Token } from '../generated/prisma/client.js';
import { requireOffered } from '../offered-languages/offered.js';
import { TokenMetrics } from '../metrics.js';
import { CreateToken, emitCreated } from './create-token.js';
import { bulkReferences, daysFrom } from './token.js';

/** Key of the advisory lock under which one batch at a time numbers its references. */
export const NUMBERING = 728_371_100;

@Injectable()
export class CreateBulkTokens {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly createToken: CreateToken,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Pick<Config, 'BULK_TOKEN_EXPIRY_DAYS' | 'LANGUAGES'>,
  ) {}

  /**
   * Creates `count` links whose references continue after the highest one in use; creates all of them or
   * none.
   */
  async execute(
    owner: Principal,
    {
      count,
      prefix,
      expiryDays = this.config.BULK_TOKEN_EXPIRY_DAYS,
      language,
    }: z.output<typeof bulkTokensBody>,
  ): Promise<Token[]> {
    requireOffered(language, this.config.LANGUAGES);
    const expiresAt = daysFrom(new Date(), expiryDays);
    const made = await this.work.run(async (tx, emit) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${NUMBERING}::bigint)`;
      const references = bulkReferences(prefix, await highestInUse(tx, prefix ?? 'PATIENT'), count);
      const rows = references.map((patientRefId) =>
        this.createToken.build(owner, { patientRefId, nickname: null, notes: null, expiresAt, language }),
      );
      const tokens = await tx.token.createManyAndReturn({ data: rows });
      for (const token of tokens) await emitCreated(emit, token);
      const related = tokens.map(({ id }) => auditSubject.token(id));
      await recordAuditEvent(emit, { action: 'token.create_bulk', related });
      return tokens.sort(
        (a, b) => a.patientRefId.length - b.patientRefId.length || (a.patientRefId < b.patientRefId ? -1 : 1),
      );
    });
    if (language !== null) this.metrics.languages.inc({ language, by: 'clinician' }, made.length);
    return made;
  }
}

/** The highest number after `{prefix}-` in any reference, of any length; 0 when there is none. */
async function highestInUse(tx: Tx, prefix: string): Promise<bigint> {
  const start = `${prefix}-`;
  // Counts characters as Postgres does, which differs from JavaScript.
  const rest = Prisma.sql`substr("patient_ref_id", char_length(${start}::text) + 1)`;
  const [row] = await tx.$queryRaw<{ highest: string | null }[]>`
    SELECT max(${rest}::numeric)::text AS highest FROM "tokens"
    WHERE "patient_ref_id" LIKE ${`${likeLiteral(start)}%`} AND ${rest} ~ '^[0-9]+$'`;
  return BigInt(row?.highest ?? 0);
}
