import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/prisma.service.js';

/** The database's clock, so that replicas agree on when a collection is over. */
@Injectable()
export class DatabaseClock {
  async now(tx: Pick<Tx, '$queryRaw'>): Promise<Date> {
    const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT now()`;
    if (!row) throw new Error('The database returned no time');
    return row.now;
  }
}
