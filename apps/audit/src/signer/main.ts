import { checkDatabase, checkSchema, createLogger, failStart, runService } from '@caredrop/service-kit';
import { readSignerConfig } from '../config.js';
import { migrationsFolder } from '../database/migrate.js';
import { PrismaService } from '../database/prisma.service.js';
import { rejectPowerfulRole } from '../database/reject-powerful-role.js';
import { SignerModule } from './signer.module.js';

async function main(): Promise<void> {
  const config = readSignerConfig();
  const logger = createLogger('audit-signer', config.LOG_LEVEL);
  await checkDatabase(config.SIGNER_DATABASE_URL);
  await checkSchema(config.SIGNER_DATABASE_URL, migrationsFolder);
  const prisma = new PrismaService(config.SIGNER_DATABASE_URL, 2);
  await rejectPowerfulRole(prisma, 'signer');
  const options = { logger, host: config.HOST, port: config.PORT };
  await runService(SignerModule.with(config, logger, prisma), options);
}

main().catch(failStart);
