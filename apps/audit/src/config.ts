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

const role = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const signing = z.object({
  /**
   * Ed25519 key that signs checkpoints and the segments that replace pruned entries. The serving process does not have
   * it.
   */
  AUDIT_SIGNING_KEY: json(signingKey),
  /** Public halves of earlier signing keys. */
  AUDIT_OLD_KEYS: json(z.array(oldKey)).prefault('[]'),
});

export const settings = z.object({
  ...serviceSettings.shape,
  /** The writer's role: may add and read entries, but neither change nor remove them. */
  ...databaseSettings.omit({ MIGRATE: true }).shape,
  ...eventSettings.shape,
  /** Ed25519 key that signs exports. Checkpoints have a separate key (`AUDIT_SIGNING_KEY`). */
  AUDIT_EXPORT_KEY: json(signingKey),
  /** Internal URL of the auth service. */
  AUTH_URL: httpUrl,
  /** Internal URL of the token service, which stores the patient references of links. */
  TOKEN_URL: httpUrl,
  /** Internal URL of the document service, which stores the names of documents. */
  DOCUMENT_URL: httpUrl,
  /** The database role of the signer; `migrate` grants it the rights that it needs. */
  SIGNER_ROLE: role.default('caredrop_audit_signer'),
  /** The database role that may prune; `migrate` grants it the rights that it needs. */
  RETENTION_ROLE: role.optional(),
  /**
   * URL of a syslog receiver (RFC 5424) that gets every entry and checkpoint: tls://host:6514, or tcp://host:514
   * without `REQUIRE_TLS`.
   */
  AUDIT_SYSLOG_URL: z.url({ protocol: /^(tls|tcp)$/ }).optional(),
  /** How often the chain worker checks for arrivals without being woken, and how often shipping checks for new entries. */
  CHAIN_POLL_MS: milliseconds(1000),
});
export type Config = z.infer<typeof settings>;

/** The settings of the process that signs checkpoints (`signer/main.ts`). */
export const signerSettings = z.object({
  ...serviceSettings.pick({ HOST: true, PORT: true, LOG_LEVEL: true, REQUIRE_TLS: true }).shape,
  /**
   * URL of the audit database with the signer's role, which may read the chain and add checkpoints but write nothing
   * else.
   */
  SIGNER_DATABASE_URL: postgres,
  ...signing.shape,
  /** How old an unsigned entry may get before the end of the chain is signed. */
  CHECKPOINT_EVERY_MS: milliseconds(5 * 60 * 1000),
  /** How many entries may be unsigned before the end of the chain is signed, whatever their age. */
  CHECKPOINT_EVERY_ENTRIES: z.coerce.number().int().min(1).default(1000),
  /** How often the signer reads the length of the chain. */
  SIGNER_POLL_MS: milliseconds(2000),
});
export type SignerConfig = z.infer<typeof signerSettings>;

/** The settings of the commands. A command that opens the database needs the URL of its role. */
const commandSettings = signing.partial().extend({
  REQUIRE_TLS: serviceSettings.shape.REQUIRE_TLS,
  DATABASE_URL: postgres.optional(),
  /** The tables' owner, for `migrate`, `backup` and `restore`. No serving process has it. */
  OWNER_DATABASE_URL: postgres.optional(),
  SIGNER_DATABASE_URL: postgres.optional(),
  RETENTION_DATABASE_URL: postgres.optional(),
  AUDIT_EXPORT_KEY: settings.shape.AUDIT_EXPORT_KEY.optional(),
  SIGNER_ROLE: settings.shape.SIGNER_ROLE,
  RETENTION_ROLE: settings.shape.RETENTION_ROLE,
  /** HIPAA 164.316(b)(2): at least 6 years. */
  AUDIT_KEEP_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(6 * 366),
});
export type CommandConfig = z.infer<typeof commandSettings>;

/** Injection tokens for the validated settings and the logger. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');

type Env = Record<string, string | undefined>;
export const readConfig = (env?: Env): Config => loadConfig('audit', settings, env);
/** True if a command runs with the signer's settings. */
export const isSigner = (env: Env = process.env): boolean => Boolean(env.SIGNER_DATABASE_URL);

export const readSignerConfig = (env?: Env): SignerConfig => loadConfig('audit-signer', signerSettings, env);
export const readCommandConfig = (env?: Env): CommandConfig => loadConfig('audit', commandSettings, env);
