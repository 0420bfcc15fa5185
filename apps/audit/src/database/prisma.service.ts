import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { measuredPool } from '@caredrop/service-kit';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient, type Prisma } from '../generated/prisma/client.js';

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
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
  }
}
