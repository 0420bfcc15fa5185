import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { measuredPool } from '@caredrop/service-kit';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient, type Prisma } from '../generated/prisma/client.js';

export type Tx = Prisma.TransactionClient;

/** Disconnects last: workers finish what they hold while the application closes. */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  constructor(databaseUrl: string, connections: number) {
    super({
      // Prisma's own 2 s would fail requests in a burst that a moment's patience serves.
      transactionOptions: { maxWait: 10_000, timeout: 15_000 },
      adapter: measuredPool(
        new PrismaPg({
          connectionString: databaseUrl,
          max: connections,
          connectionTimeoutMillis: 5000,
        }),
      ),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
  }
}
