import { documentMailDefaults, limits } from '@caredrop/contracts';
import {
  databaseSettings,
  eventSettings,
  freshProofScope,
  httpUrl,
  json,
  keyRing,
  loadConfig,
  milliseconds,
  serviceSettings,
} from '@caredrop/service-kit';
import { z } from 'zod';
import { requirements } from './users/second-factor-rule.js';

const seconds = (fallback: number) => z.coerce.number().int().positive().default(fallback);

const signingKey = z
  .object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    d: z.string(),
    kid: z.string().min(1).max(64),
  })
  .loose();
export type SigningKey = z.infer<typeof signingKey>;

const distinctIds = (keys: SigningKey[]) => new Set(keys.map((key) => key.kid)).size === keys.length;

/** Settings for passwords, links and the command line, shared by the service and `cli.ts`. */
const accountSettings = z.object({
  ...databaseSettings.shape,
  /** Origin of the links in emails, which is never taken from a request. */
  PUBLIC_URL: httpUrl,
  /** How long a password reset link works. */
  RESET_LINK_SECONDS: seconds(60 * 60),
  /** How long an invitation works. */
  INVITE_LINK_SECONDS: seconds(7 * 24 * 60 * 60),
  /** Minimum length of a password, in characters. */
  PASSWORD_MIN_LENGTH: z.coerce
    .number()
    .int()
    .min(limits.passwordMin)
    .max(limits.passwordMax)
    .default(limits.passwordMin),
  /** `yes`: passwords that are common, easy to guess or made of names are rejected, whatever their length. */
  REFUSE_COMMON_PASSWORDS: z.enum(['yes', 'no']).default('no'),
  /**
   * Path of a file of breached passwords, which are then rejected: lines of SHA-1 and count ordered by hash,
   * as Have I Been Pwned publishes them. Nothing is sent over the network.
   */
  BREACHED_PASSWORDS_FILE: z.string().optional(),
  /** The clinic's name. Where common passwords are rejected, so are passwords made of this name. */
  CLINIC_NAME: z.string().default('Your clinic'),
});
export type AccountConfig = z.infer<typeof accountSettings>;

export const settings = z.object({
  ...serviceSettings.shape,
  ...eventSettings.shape,
  ...accountSettings.shape,
  /** ES256 private JWKs, each with its own `kid`. The first one signs; all are published for verification. */
  SESSION_KEYS: json(z.array(signingKey).min(1, 'no key').refine(distinctIds, 'two keys share a kid')),
  /** A session ends after this long without activity. */
  SESSION_IDLE_SECONDS: seconds(30 * 60),
  /** A session ends after this long in any case. */
  SESSION_ABSOLUTE_SECONDS: seconds(12 * 60 * 60),
  /** How long before the idle limit a page warns; never more than half of that limit. */
  SESSION_WARNING_SECONDS: seconds(2 * 60),
  /** How long a proof of identity (a sign-in, or the password entered again) counts. */
  FRESH_PROOF_SECONDS: seconds(5 * 60),
  /**
   * Which actions need a fresh proof of identity: `core` (administrators, second factors), or `wide`: also disabling
   * and enabling accounts, setting absences and adding members to teams.
   */
  FRESH_PROOF_SCOPE: freshProofScope,
  /** Keys that seal the secrets of authenticator apps, and that hash known devices and attempt counters. */
  SECOND_FACTOR_KEYS: keyRing,
  /**
   * When users who have not chosen are sent emails about new documents: `at-once`, or `collected` (the first at once,
   * then at most one every 30 minutes). Set the same value for auth and notification.
   */
  NOTIFY_DEFAULT: z.enum(documentMailDefaults).default('at-once'),
  /** Which users must use a second factor. For others it is optional, unless it is required of them individually. */
  REQUIRE_SECOND_FACTOR: z.enum(requirements).default('off'),
  /** Failed sign-ins on one account before delays begin. */
  LOGIN_FREE_FAILURES: z.coerce.number().int().min(1).default(5),
  /** The first delay, which doubles with each further failure. */
  LOGIN_FIRST_WAIT_SECONDS: seconds(1),
  /** The longest delay between sign-ins after failures. */
  LOGIN_MAX_WAIT_SECONDS: seconds(30),
  /** After this many consecutive failures, the password alone no longer signs in: a link sent by email is needed. */
  LOGIN_MAX_FAILURES: z.coerce.number().int().min(10).default(100),
  /** Minimum response time of `POST /auth/forgot-password` to valid requests, so that its timing reveals nothing. */
  FORGOT_ANSWER_MS: milliseconds(300),
  /** How often expired sessions, links and attempt counters are deleted. */
  SWEEP_INTERVAL_MS: milliseconds(60 * 60 * 1000),
});
export type Config = z.infer<typeof settings>;

/** Injection tokens for the validated settings and the logger. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');

type Env = Record<string, string | undefined>;
export const readConfig = (env?: Env): Config => loadConfig('auth', settings, env);
export const readAccountConfig = (env?: Env): AccountConfig => loadConfig('auth', accountSettings, env);
