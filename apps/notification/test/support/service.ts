import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { RabbitEventServer, UnitOfWork } from '@caredrop/messaging';
import { createLogger, createService, InternalIdentity } from '@caredrop/service-kit';
import { backing, serviceKeysFor } from '@caredrop/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { AddressInfo } from 'node:net';
import { AppModule } from '../../src/app.module.js';
import { readConfig } from '../../src/config.js';
import type { Tx } from '../../src/database/prisma.service.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { addFormBody } from '../../src/sms/form-body.js';
import { keys, publicKeys } from './keys.js';

export type Environment = Record<string, string>;

/** Settings of a service under test, with short durations. */
export function environment(given: Environment): Environment {
  return {
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'debug',
    MIGRATE: 'never',
    DATABASE_POOL: '8',
    INTERNAL_PRIVATE_KEY: JSON.stringify(keys.notification.privateKey),
    SERVICE_KEYS: JSON.stringify(serviceKeysFor(keys.notification.publicKey, publicKeys)),
    AMQP_URL: backing().amqpUrl,
    EVENTS_NAMESPACE: `notification-${randomUUID().slice(0, 8)}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Harbour Surgery <no-reply@clinic.example>',
    CLINIC_NAME: 'Harbour Surgery',
    PUBLIC_URL: 'https://drop.clinic.example',
    AUTH_URL: 'http://127.0.0.1:1',
    TOKEN_URL: 'http://127.0.0.1:1',
    MAIL_POLL_MS: '100',
    MAIL_RETRY_MS: '50',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'emulator-auth-token',
    TWILIO_FROM: '+447700900000',
    TWILIO_API_URL: 'http://127.0.0.1:1',
    TWILIO_STATUS_CALLBACK_URL: 'http://127.0.0.1:1/api/twilio/status',
    ...given,
  };
}

export interface RunningService {
  app: NestFastifyApplication;
  url: string;
  prisma: PrismaService;
  work: UnitOfWork<Tx>;
  /** Everything it logged. */
  logged: () => string;
  stop: () => Promise<void>;
}

/** The whole service in this process, with its real parts. */
export async function startService(env: Environment): Promise<RunningService> {
  const config = readConfig(env);
  const lines: string[] = [];
  const destination = new PassThrough();
  destination.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const logger = createLogger('notification', config.LOG_LEVEL, destination);
  const identity = InternalIdentity.of('notification', config);
  const module = AppModule.with(config, logger, identity);
  const app = await createService(module, {
    logger,
    identity,
    events: RabbitEventServer,
    prepare: addFormBody,
  });
  await app.startAllMicroservices();
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    app,
    url: `http://127.0.0.1:${String(port)}`,
    prisma: app.get(PrismaService),
    work: app.get<UnitOfWork<Tx>>(UnitOfWork),
    logged: () => lines.join(''),
    stop: () => app.close(),
  };
}
