import type { DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import type { ServiceSettings } from '../config/settings.js';
import { checkDatabase } from '../database/check-database.js';
import { checkSchema } from '../database/check-schema.js';
import { runMigrations } from '../database/run-migrations.js';
import { InternalIdentity } from '../identity/internal-identity.js';
import { createLogger } from '../logging/logger.js';
import { startTelemetry } from '../telemetry/start-telemetry.js';
import { failStart, runService, type ServiceOptions } from './run-service.js';
import { shareLookups } from './share-lookups.js';

/** The settings that the start itself needs. */
export interface StartSettings extends ServiceSettings {
  AMQP_URL: string;
  DATABASE_URL?: string;
  MIGRATE?: 'start' | 'never';
}

export interface ServiceMain<Config extends StartSettings> {
  name: string;
  readConfig: () => Config;
  /** The folder of the migrations of DATABASE_URL; absent in a service without a database. */
  migrations?: string;
  /** Throws when the broker rejects this service or cannot prove its identity: messaging's `checkBroker`. */
  checkBroker: (amqpUrl: string) => Promise<void>;
  module: { with(config: Config, logger: Logger, identity: InternalIdentity): DynamicModule };
  /** Options for serving. */
  options: (
    logger: Logger,
    identity: InternalIdentity,
    config: Config,
  ) => ServiceOptions & { stopWithinMs?: number };
  /** Records the start in the audit; not awaited. */
  recordStart: (app: NestFastifyApplication, config: Config, logger: Logger) => Promise<void>;
}

/**
 * Returns the `main` of a service: reads its settings, checks its database and broker, applies migrations (unless
 * MIGRATE=never), and serves. An error that prevents the start is reported in one line, and the process exits.
 */
export function createServiceMain<Config extends StartSettings>(
  service: ServiceMain<Config>,
): () => Promise<void> {
  return () => start(service).catch(failStart);
}

async function start<Config extends StartSettings>(service: ServiceMain<Config>): Promise<void> {
  shareLookups();
  const config = service.readConfig();
  const logger = createLogger(service.name, config.LOG_LEVEL);
  await startTelemetry(service.name, config, logger);
  const identity = InternalIdentity.of(service.name, config);
  if (config.DATABASE_URL !== undefined) await checkDatabase(config.DATABASE_URL);
  await service.checkBroker(config.AMQP_URL);
  await bringUpToDate(service.migrations, config);
  const options = service.options(logger, identity, config);
  const app = await runService(service.module.with(config, logger, identity), {
    ...options,
    host: config.HOST,
    port: config.PORT,
  });
  void service.recordStart(app, config, logger);
}

async function bringUpToDate(
  migrations: string | undefined,
  { DATABASE_URL, MIGRATE }: StartSettings,
): Promise<void> {
  if (migrations === undefined || DATABASE_URL === undefined) return;
  if (MIGRATE === 'start') await runMigrations(DATABASE_URL, migrations);
  await checkSchema(DATABASE_URL, migrations);
}
