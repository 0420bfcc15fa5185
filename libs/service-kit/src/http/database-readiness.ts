import type { FactoryProvider, Type } from '@nestjs/common';
import { READINESS, type ReadinessCheck } from './health.controller.js';

interface Database {
  $queryRaw(sql: TemplateStringsArray): Promise<unknown>;
}

/** A service is ready while its database responds. `client`: its PrismaClient, which must be a provider. */
export const databaseReadiness = (client: Type<Database>): FactoryProvider<ReadinessCheck> => ({
  provide: READINESS,
  inject: [client],
  useFactory: (database: Database) => () => database.$queryRaw`SELECT 1`,
});
