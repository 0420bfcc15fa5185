import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { servicePool } from '@caredrop/service-kit';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient, type Prisma } from '../generated/prisma/client.js';

export type Tx = Prisma.TransactionClient;

@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  constructor(databaseUrl: string, connections: number, silenceMs?: number) {
    const pool = servicePool(databaseUrl, connections, silenceMs);
    super({
      adapter: new PrismaPg(pool, { disposeExternalPool: true }),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
  }
}
