import { z } from 'zod';
import { keyRingSchema } from '../crypto/key-ring.js';

/** Building blocks for the `config.ts` of each app. */
export const port = z.coerce.number().int().min(0).max(65535);
export const milliseconds = (fallback: number) => z.coerce.number().int().positive().default(fallback);
export const count = (fallback: number) => z.coerce.number().int().min(0).default(fallback);
export const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** A setting that holds JSON; an error names the setting, never its content. */
export const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

const publicJwk = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }).loose();
const privateJwk = publicJwk.extend({ d: z.string() });

export const keyRing = json(keyRingSchema);

/** What every service reads. */
export const serviceSettings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** This service's own Ed25519 key: how it proves to the others who it is. */
  INTERNAL_PRIVATE_KEY: json(privateJwk),
  /** Public keys of the services that may call this one, by name. */
  INTERNAL_CALLERS: json(z.record(z.string(), publicJwk)),
});
export type ServiceSettings = z.infer<typeof serviceSettings>;

/** What a service with its own database reads besides. */
export const databaseSettings = z.object({
  DATABASE_URL: z.string().startsWith('postgres'),
  /** `start`: apply migrations before serving; `never`: a separate job does. */
  MIGRATE: z.enum(['start', 'never']).default('start'),
  DATABASE_POOL: z.coerce.number().int().min(1).default(10),
});

export const eventSettings = z.object({
  AMQP_URL: z.string().startsWith('amqp'),
  /** Prefix of exchange and queues, so that several stacks can share a broker. */
  EVENTS_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .default('caredrop'),
});
