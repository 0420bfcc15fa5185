import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { PdfPolicy } from '@caredrop/pdf-inspector';
import {
  count,
  databaseSettings,
  eventSettings,
  freshProofScope,
  httpUrl,
  keyRing,
  loadConfig,
  milliseconds,
  serviceSettings,
} from '@caredrop/service-kit';
import { z } from 'zod';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const bytes = count;
const pdfRule = z.enum(['refuse', 'allow']);

/** An absolute path on this machine, and not its root. */
const isFolderUrl = (text: string): boolean => /^file:\/\/\/[^/?#][^?#]*$/.test(text);

export const settings = z
  .object({
    ...serviceSettings.shape,
    ...databaseSettings.shape,
    ...eventSettings.shape,
    /** Internal URL of the auth service. */
    AUTH_URL: httpUrl,
    /** Internal URL of the token service. */
    TOKEN_URL: httpUrl,
    /** Origin of file URLs for requests that do not state the origin that the browser used. */
    PUBLIC_URL: httpUrl,
    /**
     * Key-encryption keys: they wrap the data key of each document. With KMS, they only unwrap data keys that they
     * wrapped earlier.
     */
    KEK_KEYS: keyRing,
    /** How data keys are wrapped: `config` (KEK_KEYS) or `kms` (AWS KMS). */
    KEK_PROVIDER: z.enum(['config', 'kms']).default('config'),
    /** ID or ARN (not an alias) of the symmetric KMS key; required with `kms`. */
    KMS_KEY_ID: z
      .string()
      .refine((id) => !/(^|:)alias\//.test(id), 'an alias can later point to another key')
      .optional(),
    /** Region of KMS. */
    KMS_REGION: z.string().default('us-east-1'),
    /** Endpoint of KMS if it is not AWS's default for that region; for example, a VPC endpoint. */
    KMS_ENDPOINT: httpUrl.optional(),
    /** Keys that sign file URLs. */
    FILE_URL_KEYS: keyRing,
    /** Maximum lifetime of a document's signed URL. */
    FILE_URL_LIFETIME_MS: milliseconds(900_000),
    /**
     * URLs that are signed within the same interval of this length expire at the same time, so that an unchanged
     * preview keeps its URL and is not reloaded. Limited to a third of `FILE_URL_LIFETIME_MS`.
     */
    FILE_URL_STEP_MS: milliseconds(300_000),

    /**
     * Where objects are stored: `s3:` (the bucket that the S3_ settings name) or a folder on a local disk, such
     * as `file:///var/lib/caredrop/objects`. One machine at a time may write to a folder (docs/adr/0039).
     */
    STORE_URL: z
      .url({ protocol: /^(s3|file)$/ })
      .refine((url) => url === 's3:' || isFolderUrl(url), 'it is neither s3: nor a folder')
      .default('s3:'),
    /** Endpoint of the bucket; by default AWS in S3_REGION. */
    S3_ENDPOINT: httpUrl.optional(),
    /** Region of the bucket. */
    S3_REGION: z.string().default('us-east-1'),
    /** The bucket, used by this installation alone. Required unless STORE_URL names a folder. */
    S3_BUCKET: z.string().min(3).optional(),
    /** Access key of the bucket. Without a key pair, the SDK's default chain is used (instance role, web identity). */
    S3_ACCESS_KEY_ID: z.string().optional(),
    /** Secret key that belongs to S3_ACCESS_KEY_ID. */
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    /** `true` for stores that expect the bucket in the path and not in the host name. */
    S3_FORCE_PATH_STYLE: flag.default(false),
    /** Whether the bucket is created at start if it is missing; by default only outside production. */
    S3_CREATE_BUCKET: flag.optional(),
    /** Timeout of one attempt; a call to the bucket is attempted up to three times. */
    S3_TIMEOUT_MS: milliseconds(30_000),
    /** After the store has reported that it is full, new uploads are rejected for this long. */
    S3_FULL_PAUSE_MS: milliseconds(10_000),

    /** tcp://host:port of clamd. Optional only outside production, where nothing is scanned without it. */
    SCANNER_URL: z.url({ protocol: /^tcp$/ }).optional(),
    /** Timeout for connecting to the scanner. */
    SCAN_CONNECT_MS: milliseconds(2_000),
    /** Timeout for sending each part of a document to the scanner. */
    SCAN_STREAM_MS: milliseconds(5_000),
    /** Timeout for the scanner's response once it has the whole document. */
    SCAN_TIMEOUT_MS: milliseconds(20_000),
    /** How often the service checks for documents that are waiting for a scan. */
    RESCAN_INTERVAL_MS: milliseconds(15_000),

    /**
     * Which actions need a fresh proof of identity: `wide` adds administrators' zips and bulk deletion
     * (docs/adr/0023).
     */
    FRESH_PROOF_SCOPE: freshProofScope,

    /**
     * JavaScript in a PDF, and any XFA form. The PDF_ settings are a policy (docs/adr/0011): by default,
     * everything that they name is refused, except a PDF that cannot be parsed.
     */
    PDF_JAVASCRIPT: pdfRule.default('refuse'),
    /** Programs and files that a PDF would start. */
    PDF_LAUNCH: pdfRule.default('refuse'),
    /** Anything that makes a PDF contact another computer or open a URL without the reader's action. */
    PDF_REMOTE: pdfRule.default('refuse'),
    /** Files inside a PDF. */
    PDF_ATTACHMENTS: pdfRule.default('refuse'),
    /** PDFs that cannot be read without a password. */
    PDF_PASSWORD: pdfRule.default('refuse'),
    /** PDFs that are truncated. */
    PDF_INCOMPLETE: pdfRule.default('refuse'),
    /**
     * PDFs that cannot be inspected: their objects are packed in an unusual way, they exceed INSPECTION_MS or another
     * limit, or they crash the inspector.
     */
    PDF_UNCHECKABLE: pdfRule.default('refuse'),
    /** PDFs that cannot be parsed at all. */
    PDF_UNREADABLE: pdfRule.default('allow'),
    /**
     * Processor time that inspecting one file may take. The inspector process is killed if it uses more, or when 12
     * times as long has elapsed.
     */
    INSPECTION_MS: milliseconds(5_000),
    /** Processes that inspect files, per replica; by default one per processor, at least 2 and at most 4. */
    INSPECTORS: z.coerce.number().int().min(1).optional(),
    /** Resident memory of one inspector process, MiB; beyond it the process is killed. */
    INSPECTOR_MEMORY_MB: z.coerce.number().int().min(128).default(320),
    /** An inspector process is replaced after this many files; with 1, no two patients' files share a process. */
    INSPECTOR_FILES: z.coerce.number().int().min(1).default(100),
    /**
     * Maximum number of pixels in an image. The default allows the largest phone sensor (200 megapixels) and A4 at 1200
     * dpi; when decoded, 200 megapixels take 800 MB on the reader's machine.
     */
    IMAGE_MAX_PIXELS: count(200_000_000),

    /**
     * Documents accepted for one clinician in a day (UTC). Guards against runaway senders, not against normal
     * use.
     */
    UPLOADS_PER_CLINICIAN_PER_DAY: count(5_000),
    /** Documents accepted for all clinicians together in a day (UTC). */
    UPLOADS_PER_DAY: count(100_000),
    /**
     * How long a count of today's documents is cached. The quota can be exceeded by the uploads that other
     * replicas accept in that time, and by those in progress.
     */
    QUOTA_RECOUNT_MS: milliseconds(5_000),

    /** Uploads handled at once, per replica; each takes up to 14 MiB. */
    UPLOADS_IN_FLIGHT: z.coerce.number().int().min(1).default(16),
    /** Uploads that may wait for a place, per replica. */
    UPLOADS_WAITING: count(256),
    /** How long an upload waits for a place before the client is asked to retry. */
    UPLOAD_WAIT_MS: milliseconds(60_000),
    /** Documents decrypted at once, per replica. */
    READS_IN_FLIGHT: z.coerce.number().int().min(1).default(8),
    /** A body is rejected if no byte of it arrives for this long. */
    BODY_IDLE_MS: milliseconds(30_000),
    /** Maximum time for receiving a whole body; must be well below CLAIM_MAX_MS of the token service. */
    BODY_TOTAL_MS: milliseconds(600_000),
    /** A body whose average rate over a whole window is below this is rejected. */
    BODY_MIN_BYTES_PER_SECOND: bytes(1_024),
    /** The window over which BODY_MIN_BYTES_PER_SECOND is measured. */
    BODY_RATE_WINDOW_MS: milliseconds(30_000),
    /** The minimum rate while other uploads wait for a place; about the rate needed for 5 MiB within BODY_TOTAL_MS. */
    BODY_PRESSED_BYTES_PER_SECOND: bytes(8 * 1024),
    /** The window over which BODY_PRESSED_BYTES_PER_SECOND is measured. */
    BODY_PRESSED_WINDOW_MS: milliseconds(5_000),
    /** How much of a rejected body is still read, so that the client receives the response. */
    DRAIN_BYTES: bytes(6 * 1024 * 1024),
    /** Maximum time to keep reading a rejected body. */
    DRAIN_MS: milliseconds(30_000),

    /** How often the claim's lease is renewed; must be well below CLAIM_LEASE_MS of the token service. */
    RENEW_INTERVAL_MS: milliseconds(40_000),
    /**
     * Delay before a failed claim, confirmation, release or settlement is retried, multiplied by the number of
     * tries so far.
     */
    CONFIRM_RETRY_MS: milliseconds(300),
    /** An attempt open for longer than this counts as left behind, for example by a process that died. */
    ATTEMPT_MAX_AGE_MS: milliseconds(3_600_000),
    /** How long after the end of its attempt a write to the store may still arrive. */
    LATE_WRITE_MS: milliseconds(1_200_000),
    /** How often the service checks for attempts that were left behind. */
    SWEEP_INTERVAL_MS: milliseconds(60_000),
    /** `reconcile` does not delete unknown objects younger than this. */
    ORPHAN_MIN_AGE_MS: milliseconds(3_600_000),
    /** How often the service checks for objects to delete. */
    PURGE_INTERVAL_MS: milliseconds(5_000),
    /**
     * Delay before a deletion is retried after it failed or its process died; doubles with each retry, to at most 60
     * times this value.
     */
    PURGE_RETRY_MS: milliseconds(60_000),

    /** How long a clinician's name is cached. */
    NAMES_CACHE_MS: milliseconds(60_000),
    /** How long the result of a session check is cached, in milliseconds; at most a second. */
    SESSION_CACHE_MS: milliseconds(1_000).refine((ms) => ms <= 1_000, 'more than a second'),
    /** How long uploads in progress may take to finish when the service is stopped. */
    STOP_WITHIN_MS: milliseconds(120_000),
  })
  .refine((given) => given.NODE_ENV !== 'production' || given.SCANNER_URL !== undefined, {
    path: ['SCANNER_URL'],
    message: 'production requires a malware scanner',
  })
  .refine((given) => given.STORE_URL !== 's3:' || given.S3_BUCKET !== undefined, {
    path: ['S3_BUCKET'],
    message: 'STORE_URL does not name a folder',
  })
  .refine((given) => given.KEK_PROVIDER !== 'kms' || given.KMS_KEY_ID !== undefined, {
    path: ['KMS_KEY_ID'],
    message: 'KEK_PROVIDER=kms requires a key',
  });
export type Config = z.infer<typeof settings>;

/** Injection tokens for the validated settings and the logger. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');

export const readConfig = (env?: Record<string, string | undefined>): Config =>
  loadConfig('document', settings, env);

/** The folder that objects are stored in; undefined when they are stored in S3. */
export const storeFolderOf = ({ STORE_URL }: Pick<Config, 'STORE_URL'>): string | undefined =>
  STORE_URL === 's3:' ? undefined : fileURLToPath(STORE_URL);

export const pdfPolicyOf = (config: Config): PdfPolicy => ({
  javascript: config.PDF_JAVASCRIPT,
  launch: config.PDF_LAUNCH,
  remote: config.PDF_REMOTE,
  incomplete: config.PDF_INCOMPLETE,
  attachments: config.PDF_ATTACHMENTS,
  password: config.PDF_PASSWORD,
  uncheckable: config.PDF_UNCHECKABLE,
  unreadable: config.PDF_UNREADABLE,
});

export const inspectorsOf = ({ INSPECTORS }: Config): number =>
  INSPECTORS ?? Math.min(4, Math.max(2, availableParallelism()));
