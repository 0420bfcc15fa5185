import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { bulkTokensBody } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import type { Principal } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { CreateToken, emitCreated } from './create-token.js';
import { bulkReferences, daysFrom } from './token.js';

/** Advisory locks of this database: one batch numbers its references at a time. */
const NUMBERING = 728_371_100;

@Injectable()
export class CreateBulkTokens {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly createToken: CreateToken,
  ) {}

  /** Makes `count` links whose references go on after the highest in use; all of them or none. */
  async execute(
    owner: Principal,
    { count, prefix, expiryDays }: z.output<typeof bulkTokensBody>,
  ): Promise<Token[]> {
    const expiresAt = daysFrom(new Date(), expiryDays);
    return this.work.run(async (tx, emit) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${NUMBERING}::bigint)`;
      const references = bulkReferences(prefix, await highestInUse(tx, prefix ?? 'PATIENT'), count);
      const rows = references.map((patientRefId) =>
        this.createToken.build(owner, { patientRefId, nickname: null, notes: null, expiresAt }),
      );
      const tokens = await tx.token.createManyAndReturn({ data: rows });
      for (const token of tokens) await emitCreated(emit, token);
      return tokens.sort(
        (a, b) => a.patientRefId.length - b.patientRefId.length || (a.patientRefId < b.patientRefId ? -1 : 1),
      );
    });
  }
}

/** The highest number behind `{prefix}-` in any reference; 0 when there is none. */
async function highestInUse(tx: Tx, prefix: string): Promise<number> {
  const start = `${prefix}-`;
  const [row] = await tx.$queryRaw<{ highest: number | null }[]>`
    SELECT max(substr("patient_ref_id", ${start.length + 1}::int)::int) AS highest FROM "tokens"
    WHERE starts_with("patient_ref_id", ${start}) AND substr("patient_ref_id", ${start.length + 1}::int) ~ '^[0-9]{1,9}$'`;
  return row?.highest ?? 0;
}
