import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { servicePool } from '@caredrop/service-kit';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { PrismaClient, type Prisma } from '../generated/prisma/client.js';
import type { WorkInFlight } from '../concurrency/work-in-flight.js';

export type Tx = Prisma.TransactionClient;

/** The service's database. Disconnects last: after the HTTP server, the handlers and all work in flight. */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  /** The same connections without Prisma, for statements on a hot path (docs/adr/0016). */
  readonly pool: Pool;

  constructor(
    databaseUrl: string,
    connections: number,
    private readonly work: WorkInFlight,
    silenceMs?: number,
  ) {
    const pool = servicePool(databaseUrl, connections, silenceMs);
    super({
      adapter: new PrismaPg(pool, { disposeExternalPool: true }),
    });
    this.pool = pool;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.work.finished();
    await this.$disconnect();
  }
}
