import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { servicePool } from '@caredrop/service-kit';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { PrismaClient, type Prisma } from '../generated/prisma/client.js';

export type Tx = Prisma.TransactionClient;

/** Disconnects last: workers finish their current work while the application closes. */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  /** The same connections without Prisma, for statements on a hot path (docs/adr/0016). */
  readonly pool: Pool;

  constructor(databaseUrl: string, connections: number, silenceMs?: number) {
    const pool = servicePool(databaseUrl, connections, silenceMs);
    super({
      // Prisma's default of 2 s would fail requests in a burst that only need to wait a moment.
      transactionOptions: { maxWait: 10_000, timeout: 15_000 },
      adapter: new PrismaPg(pool, { disposeExternalPool: true }),
    });
    this.pool = pool;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
  }
}
