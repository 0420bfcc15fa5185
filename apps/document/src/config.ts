import {
  count,
  databaseSettings,
  eventSettings,
  httpUrl,
  keyRing,
  loadConfig,
  milliseconds,
  serviceSettings,
} from '@caredrop/service-kit';
import { z } from 'zod';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const bytes = count;

export const settings = z
  .object({
    ...serviceSettings.shape,
    ...databaseSettings.shape,
    ...eventSettings.shape,
    AUTH_URL: httpUrl,
    TOKEN_URL: httpUrl,
    /** Origin of file URLs when nobody says which one the browser used. */
    PUBLIC_URL: httpUrl,
    /** Key-encryption keys: they wrap the data key of each document. */
    KEK_KEYS: keyRing,
    /** Keys that sign file URLs. */
    FILE_URL_KEYS: keyRing,
    FILE_URL_LIFETIME_MS: milliseconds(900_000),
    FILE_URL_STEP_MS: milliseconds(300_000),

    S3_ENDPOINT: httpUrl.optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_BUCKET: z.string().min(3),
    /** Without a key pair the SDK's own chain is used (instance role, web identity). */
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    S3_FORCE_PATH_STYLE: flag.default(false),
    /** Makes the bucket at start when it is missing; by default only outside production. */
    S3_CREATE_BUCKET: flag.optional(),
    S3_TIMEOUT_MS: milliseconds(30_000),

    /** tcp://host:port of clamd. May be left out outside production only: then nothing is scanned. */
    SCANNER_URL: z.url({ protocol: /^tcp$/ }).optional(),
    SCAN_TIMEOUT_MS: milliseconds(20_000),
    RESCAN_INTERVAL_MS: milliseconds(15_000),

    UPLOADS_IN_FLIGHT: z.coerce.number().int().min(1).default(16),
    UPLOADS_WAITING: count(256),
    UPLOAD_WAIT_MS: milliseconds(60_000),
    READS_IN_FLIGHT: z.coerce.number().int().min(1).default(8),
    BODY_IDLE_MS: milliseconds(30_000),
    BODY_TOTAL_MS: milliseconds(600_000),
    /** Slower than this over a whole window is drip-feeding. */
    BODY_MIN_BYTES_PER_SECOND: bytes(1_024),
    BODY_RATE_WINDOW_MS: milliseconds(30_000),
    /** What is still read of a refused body so that the client gets to see the answer. */
    DRAIN_BYTES: bytes(6 * 1024 * 1024),
    DRAIN_MS: milliseconds(30_000),

    /** How often the claim's lease is renewed: well within CLAIM_LEASE_MS of the token service. */
    RENEW_INTERVAL_MS: milliseconds(40_000),
    CONFIRM_RETRY_MS: milliseconds(300),
    /** An attempt open for longer than this was left behind by a process that died. */
    ATTEMPT_MAX_AGE_MS: milliseconds(3_600_000),
    /** How long after its attempt ended a write to the store may still arrive. */
    LATE_WRITE_MS: milliseconds(1_200_000),
    SWEEP_INTERVAL_MS: milliseconds(60_000),
    PURGE_INTERVAL_MS: milliseconds(5_000),

    NAMES_CACHE_MS: milliseconds(60_000),
    SESSION_CACHE_MS: milliseconds(1_000),
    /** How long uploads in flight may take to finish when the service is told to stop. */
    STOP_WITHIN_MS: milliseconds(120_000),
  })
  .refine((given) => given.NODE_ENV !== 'production' || given.SCANNER_URL !== undefined, {
    path: ['SCANNER_URL'],
    message: 'documents must be scanned in production',
  });
export type Config = z.infer<typeof settings>;

/** Injection token of the checked settings. */
export const CONFIG = Symbol('config');

export const readConfig = (env?: Record<string, string | undefined>): Config =>
  loadConfig('document', settings, env);
