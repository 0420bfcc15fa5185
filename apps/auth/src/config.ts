import { limits } from '@caredrop/contracts';
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
import { requirements } from './second-factor/second-factor-rule.js';

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

/** What passwords, links and the command line need: shared by the service and `cli.ts`. */
export const accountSettings = z.object({
  ...databaseSettings.shape,
  /** Origin of the links in mails: never taken from a request. */
  PUBLIC_URL: httpUrl,
  /** How long a reset link works. */
  RESET_LINK_SECONDS: seconds(60 * 60),
  /** How long an invitation works. */
  INVITE_LINK_SECONDS: seconds(7 * 24 * 60 * 60),
  /** Characters that a password must have at least. */
  PASSWORD_MIN_LENGTH: z.coerce
    .number()
    .int()
    .min(limits.passwordMin)
    .max(limits.passwordMax)
    .default(limits.passwordMin),
  /** `yes` refuses passwords that are common, in leaked lists, or made of names, whatever their length. */
  REFUSE_COMMON_PASSWORDS: z.enum(['yes', 'no']).default('no'),
  /** A password may not be made of the clinic's name where common ones are refused. */
  CLINIC_NAME: z.string().default('Your clinic'),
});
export type AccountConfig = z.infer<typeof accountSettings>;

export const settings = z.object({
  ...serviceSettings.shape,
  ...eventSettings.shape,
  ...accountSettings.shape,
  /** ES256 private JWKs, each with its own `kid`: the first signs, all are published for checking. */
  SESSION_KEYS: json(z.array(signingKey).min(1, 'no key').refine(distinctIds, 'two keys share a kid')),
  /** A session ends after this long without an act of its user. */
  SESSION_IDLE_SECONDS: seconds(30 * 60),
  /** A session ends after this long whatever its user does. */
  SESSION_ABSOLUTE_SECONDS: seconds(12 * 60 * 60),
  /** So long before the idle limit a page warns; never more than half of that limit. */
  SESSION_WARNING_SECONDS: seconds(2 * 60),
  /** A proof of who somebody is (signing in, or the password again) counts for this long. */
  FRESH_PROOF_SECONDS: seconds(5 * 60),
  /** Which acts need a proof: `core` (administrators, second factors), or `wide`: disabling accounts as well. */
  FRESH_PROOF_SCOPE: freshProofScope,
  /** Seals the secrets of authenticator apps. */
  SECOND_FACTOR_KEYS: keyRing,
  /** Whom the clinic asks for a second factor; the others may choose. */
  REQUIRE_SECOND_FACTOR: z.enum(requirements).default('off'),
  /** Failed sign-ins on one account before waiting begins, the first wait and the longest. */
  LOGIN_FREE_FAILURES: z.coerce.number().int().min(1).default(5),
  /** The first wait; it doubles. */
  LOGIN_FIRST_WAIT_SECONDS: seconds(1),
  /** The longest wait between sign-ins after failures. */
  LOGIN_MAX_WAIT_SECONDS: seconds(30),
  /** After so many failed sign-ins in a row the password alone no longer signs in: a link by mail is needed. */
  LOGIN_MAX_FAILURES: z.coerce.number().int().min(10).default(100),
  /** `POST /auth/forgot-password` never answers sooner, so that its time tells nothing. */
  FORGOT_ANSWER_MS: milliseconds(300),
  /** How often sessions, links and failures that are over are removed. */
  SWEEP_INTERVAL_MS: milliseconds(60 * 60 * 1000),
});
export type Config = z.infer<typeof settings>;

/** Injection tokens of the checked settings and of the logger. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');

type Env = Record<string, string | undefined>;
export const readConfig = (env?: Env): Config => loadConfig('auth', settings, env);
export const readAccountConfig = (env?: Env): AccountConfig => loadConfig('auth', accountSettings, env);
