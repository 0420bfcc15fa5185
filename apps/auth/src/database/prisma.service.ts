import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { measuredPool } from '@caredrop/service-kit';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient, type Prisma } from '../generated/prisma/client.js';

/** A transaction of this service's database. */
export type Tx = Prisma.TransactionClient;

@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  constructor(databaseUrl: string, connections: number) {
    super({
      adapter: measuredPool(
        new PrismaPg({
          connectionString: databaseUrl,
          max: connections,
          connectionTimeoutMillis: 5000,
        }),
      ),
      // Many who sign in at once wait for a connection rather than be turned away after Prisma's 2 s.
      transactionOptions: { maxWait: 10_000, timeout: 15_000 },
    });
  }

  /** After event handlers and the relay have ended, which happens one step earlier. */
  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
  }
}
