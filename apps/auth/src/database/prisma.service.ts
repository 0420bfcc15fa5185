import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { servicePool } from '@caredrop/service-kit';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { PrismaClient, type Prisma } from '../generated/prisma/client.js';

/** A transaction on this service's database. */
export type Tx = Prisma.TransactionClient;

@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  /** The same connections without Prisma, for statements on a hot path (docs/adr/0016). */
  readonly pool: Pool;

  constructor(databaseUrl: string, connections: number, silenceMs?: number) {
    const pool = servicePool(databaseUrl, connections, silenceMs);
    super({
      adapter: new PrismaPg(pool, { disposeExternalPool: true }),
      // Many simultaneous sign-ins wait for a connection rather than fail after Prisma's 2 s.
      transactionOptions: { maxWait: 10_000, timeout: 15_000 },
    });
    this.pool = pool;
  }

  /** Runs after the event handlers have stopped; the relay has its own connections. */
  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
  }
}
