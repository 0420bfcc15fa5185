import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { measuredPool } from '@caredrop/service-kit';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient, type Prisma } from '../generated/prisma/client.js';
import type { WorkInFlight } from '../jobs/work-in-flight.js';

export type Tx = Prisma.TransactionClient;

/** The service's database. Closes last: after the HTTP server, the handlers and all work in flight. */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  constructor(
    databaseUrl: string,
    connections: number,
    private readonly work: WorkInFlight,
  ) {
    super({
      adapter: measuredPool(
        new PrismaPg({
          connectionString: databaseUrl,
          max: connections,
          connectionTimeoutMillis: 5000,
          keepAlive: true,
        }),
      ),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.work.finished();
    await this.$disconnect();
  }
}
