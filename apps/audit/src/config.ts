import {
  databaseSettings,
  eventSettings,
  httpUrl,
  json,
  loadConfig,
  milliseconds,
  serviceSettings,
} from '@caredrop/service-kit';
import { z } from 'zod';

const signingKey = z
  .object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string() })
  .loose();
const oldKey = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }).loose();

const postgres = z.string().startsWith('postgres');

const signing = z.object({
  /** Ed25519: signs checkpoints, exports and what stands for pruned entries. */
  AUDIT_SIGNING_KEY: json(signingKey),
  /** Public halves of keys that signed earlier. */
  AUDIT_OLD_KEYS: json(z.array(oldKey)).prefault('[]'),
});

export const settings = z
  .object({
    ...serviceSettings.shape,
    /** The writer: may add and read entries, and neither change nor remove one. */
    ...databaseSettings.shape,
    ...eventSettings.shape,
    ...signing.shape,
    /** Where the auth service is, as seen from here. */
    AUTH_URL: httpUrl,
    /** The tables' owner; needed with MIGRATE=start only. In production a job migrates (`cli.js migrate`). */
    OWNER_DATABASE_URL: postgres.optional(),
    /** The role that may prune; it is granted what it needs when the owner migrates. */
    RETENTION_ROLE: z
      .string()
      .regex(/^[a-z_][a-z0-9_]{0,62}$/)
      .optional(),
    /** How old an unsigned entry may get before the chain's end is signed. */
    CHECKPOINT_EVERY_MS: milliseconds(5 * 60 * 1000),
    /** How many entries may be unsigned before the chain's end is signed, whatever their age. */
    CHECKPOINT_EVERY_ENTRIES: z.coerce.number().int().min(1).default(1000),
    /** A syslog receiver (RFC 5424) that gets every entry and checkpoint: tls://host:6514 or tcp://host:514. */
    AUDIT_SYSLOG_URL: z.url({ protocol: /^(tls|tcp)$/ }).optional(),
    /** How often the chain looks for arrivals that nobody woke it for. */
    CHAIN_POLL_MS: milliseconds(1000),
  })
  .refine((read) => read.MIGRATE === 'never' || read.OWNER_DATABASE_URL !== undefined, {
    path: ['OWNER_DATABASE_URL'],
    message: 'needed with MIGRATE=start: the writer may not make tables',
  });
export type Config = z.infer<typeof settings>;

/** What the commands read: each asks for the URL of the role that it needs. */
export const commandSettings = signing.partial().extend({
  DATABASE_URL: postgres.optional(),
  OWNER_DATABASE_URL: postgres.optional(),
  RETENTION_DATABASE_URL: postgres.optional(),
  RETENTION_ROLE: settings.shape.RETENTION_ROLE,
  /** HIPAA 164.316(b)(2): at least 6 years. */
  AUDIT_KEEP_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(6 * 366),
});
export type CommandConfig = z.infer<typeof commandSettings>;

/** Injection token of the checked settings. */
export const CONFIG = Symbol('config');

type Env = Record<string, string | undefined>;
export const readConfig = (env?: Env): Config => loadConfig('audit', settings, env);
export const readCommandConfig = (env?: Env): CommandConfig => loadConfig('audit', commandSettings, env);
