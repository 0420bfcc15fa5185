import type { S3Access } from './backing/object-store/start-object-store.js';

/**
 * The environment variables through which tests find the backing services: set by `npm test` or by Jest's
 * global set-up.
 */
export const variables = {
  postgresUrl: 'TEST_POSTGRES_URL',
  amqpUrl: 'TEST_AMQP_URL',
  s3Endpoint: 'TEST_S3_ENDPOINT',
  s3Region: 'TEST_S3_REGION',
  s3AccessKeyId: 'TEST_S3_ACCESS_KEY_ID',
  s3SecretAccessKey: 'TEST_S3_SECRET_ACCESS_KEY',
} as const;

/** The real services that the current tests may use. */
export interface Backing {
  /** Superuser URL of a Postgres server, on which `createTestDatabase` creates databases. */
  readonly postgresUrl: string;
  readonly amqpUrl: string;
  readonly s3: S3Access;
}

/** Addresses of the backing services. Reading one that was not started throws: jest.config.mjs does not list it. */
export function backing(): Backing {
  return {
    get postgresUrl() {
      return required(variables.postgresUrl, 'postgres');
    },
    get amqpUrl() {
      return required(variables.amqpUrl, 'rabbitmq');
    },
    get s3() {
      return {
        endpoint: required(variables.s3Endpoint, 's3'),
        region: required(variables.s3Region, 's3'),
        accessKeyId: required(variables.s3AccessKeyId, 's3'),
        secretAccessKey: required(variables.s3SecretAccessKey, 's3'),
      };
    },
  };
}

function required(name: string, service: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: add '${service}' to backing in this package's jest.config.mjs`);
  return value;
}
