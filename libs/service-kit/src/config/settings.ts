import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { KeyRingFile } from '../crypto/key-ring-file.js';
import { telemetrySettings } from '../telemetry/telemetry-settings.js';
import { keyRingSchema, type KeyRingSettings } from '../crypto/key-ring-settings.js';

/** Building blocks for the `config.ts` of each app. */
export const port = z.coerce.number().int().min(0).max(65535);
export const milliseconds = (fallback: number) => z.coerce.number().int().positive().default(fallback);
export const count = (fallback: number) => z.coerce.number().int().min(0).default(fallback);
export const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** An IANA time zone, for example Europe/London. */
export const timeZone = z.string().refine(isTimeZone, 'not a time zone, for example Europe/London');

/** A setting that contains JSON; an error names the setting, never its content. */
export const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'not valid JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** A setting that `read` interprets; when `read` throws, its message explains what is wrong. */
export const interpreted = <Value>(
  text: z.ZodType<string, string | undefined>,
  read: (text: string) => Value,
) =>
  text.transform((given, context) => {
    try {
      return read(given);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });

/** The path of a file whose text `read` interprets; `absent` when the setting is not set. */
export const fromFile = <Value>(read: (text: string) => Value, absent: Value) =>
  interpreted(z.string().default(''), (path) => (path === '' ? absent : read(textOf(path))));

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Error('the file cannot be read');
  }
}

const publicJwk = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }).loose();
const oneOrMoreKeys = z
  .union([publicJwk, z.array(publicJwk).min(1)])
  .transform((keys) => (Array.isArray(keys) ? keys : [keys]));
const privateJwk = publicJwk.extend({ d: z.string() });

const FILE = 'file:';

/** A key ring: JSON, or `file:<path>` of a file that contains it and may change while the service runs. */
export const keyRing = z.string().transform((text, context): KeyRingSettings | KeyRingFile => {
  if (text.startsWith(FILE)) return ringFile(text.slice(FILE.length), context);
  const ring = json(keyRingSchema).safeParse(text);
  if (ring.success) return ring.data;
  for (const { message } of ring.error.issues) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

function ringFile(path: string, context: z.RefinementCtx): KeyRingFile {
  try {
    return new KeyRingFile(path);
  } catch {
    context.addIssue({ code: 'custom', message: 'the file does not exist or is not a key ring' });
    return z.NEVER;
  }
}

/** Settings that every service reads. */
export const serviceSettings = z.object({
  /** In `production`, checks are stricter, and the demo's data and conveniences are disabled. */
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  /** Address to listen on. */
  HOST: z.string().default('127.0.0.1'),
  /** Port the service listens on; 0 picks a free one. */
  PORT: port,
  /** Lowest level of the JSON log lines on stdout. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /**
   * `yes`: the service does not start if its database, broker, object store, key service, mail server, Twilio server,
   * syslog receiver or public URL is configured without verified TLS.
   */
  REQUIRE_TLS: z.enum(['yes', 'no']).default('no'),
  /** This service's own Ed25519 key, which proves its identity to other services. */
  INTERNAL_PRIVATE_KEY: json(privateJwk),
  /**
   * Ed25519 public keys of all services as a JSON object: each service's name with its key, or with a list of keys
   * while its key is being rotated. Must be the same for every service, because services use these keys to verify who
   * made a call and who published an event. Which service may call a route is defined in the code.
   */
  SERVICE_KEYS: json(z.record(z.string(), oneOrMoreKeys)),
  /**
   * `accept`: a user named by the gateway without auth's signature is trusted; only for use while version 0.1 still
   * runs (docs/upgrades.md).
   */
  PRINCIPALS_UNVOUCHED: z.enum(['refuse', 'accept']).default('refuse'),
  ...telemetrySettings.shape,
});
export type ServiceSettings = z.infer<typeof serviceSettings>;

/** Additional settings of services with a database. */
export const databaseSettings = z.object({
  /** URL of the service's own Postgres database with role and password: postgres://role:password@host:5432/database. */
  DATABASE_URL: z.string().startsWith('postgres'),
  /**
   * `start`: apply migrations before serving; `never`: they are applied elsewhere, such as in an init
   * container.
   */
  MIGRATE: z.enum(['start', 'never']).default('start'),
  /** Maximum number of connections to the database, per replica; publishing events takes up to two more. */
  DATABASE_POOL: z.coerce.number().int().min(1).default(10),
});

export const eventSettings = z.object({
  /** URL of the broker with user and password: amqp://user:password@host:5672, or amqps:// for TLS. */
  AMQP_URL: z.string().startsWith('amqp'),
  /** Prefix of exchanges and queues, so that several stacks can share a broker. */
  EVENTS_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .default('caredrop'),
  /**
   * `declare`: each service declares its exchanges and queues; `check`: the broker already has them (docs/deploy.md).
   */
  EVENTS_TOPOLOGY: z.enum(['declare', 'check']).default('declare'),
  /**
   * `accept`: events without a signature are accepted; only for use while a version before 0.2.0 still publishes
   * (docs/upgrades.md).
   */
  EVENTS_UNSIGNED: z.enum(['refuse', 'accept']).default('refuse'),
  /**
   * Delays between attempts of a failing event handler, in milliseconds; after the last attempt the event is
   * dead-lettered. Must be the same in all services.
   */
  EVENTS_RETRY_DELAYS_MS: z
    .string()
    .regex(/^\d+(,\d+)*$/, 'not milliseconds with commas between them')
    .default('1000,10000,60000,600000,3600000')
    .transform((text) => text.split(',').map(Number)),
});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
