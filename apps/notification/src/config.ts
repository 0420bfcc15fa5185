import { documentMailDefaults } from '@caredrop/contracts';
import {
  count,
  databaseSettings,
  eventSettings,
  httpUrl,
  loadConfig,
  milliseconds,
  serviceSettings,
  timeZone,
} from '@caredrop/service-kit';
import { z } from 'zod';

const mailSettings = z.object({
  /** smtp://user:password@host:587 or smtps://…:465 */
  SMTP_URL: z.string().regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'),
  /** Sender as shown to recipients, such as `Caredrop <no-reply@clinic.example>`. */
  MAIL_FROM: z.string().includes('@'),
  /** The clinic's name in emails to staff. */
  CLINIC_NAME: z.string().max(80).default('Caredrop'),
  /** Origin of the links in emails. */
  PUBLIC_URL: httpUrl,
  /** Internal URL of the auth service. */
  AUTH_URL: httpUrl,
  /** Internal URL of the token service. */
  TOKEN_URL: httpUrl,
  /** Time zone of times in emails to staff; it is always shown beside them. */
  MAIL_TIME_ZONE: timeZone.default('UTC'),
  /**
   * When users who have not chosen are sent emails about new documents: `at-once`, or `collected` (the first at once,
   * then at most one every 30 minutes). Set the same value for auth and notification.
   */
  NOTIFY_DEFAULT: z.enum(documentMailDefaults).default('at-once'),
  /** Time zone of the clinic: daily emails are sent at 07:30 there. */
  CLINIC_TIME_ZONE: timeZone.default('Europe/London'),
  /** Number of emails that a replica sends at the same time. */
  MAIL_CONCURRENCY: z.coerce.number().int().min(1).max(100).default(16),
  /** How often the worker checks for due emails without being woken. */
  MAIL_POLL_MS: milliseconds(1_000),
  /** Timeout of one attempt to send an email. */
  MAIL_TIMEOUT_MS: milliseconds(30_000),
  /**
   * An email claimed by a process that died is claimed again after this time. Must be longer than one attempt
   * (MAIL_TIMEOUT_MS).
   */
  MAIL_LEASE_MS: milliseconds(90_000),
  /**
   * First delay before a failed email is retried; doubles up to a minute. After a permanent rejection, 60 times as long,
   * up to an hour; an email to a patient whose address the mail server refuses permanently is not retried.
   */
  MAIL_RETRY_MS: milliseconds(1_000),
  /** An email that could not be sent for this long is counted as failed and not retried. */
  MAIL_GIVE_UP_HOURS: z.coerce.number().positive().default(72),
});

const smsSettings = z.object({
  /** The Twilio account. Text messages need the account, its token and a sender; set all three or none. */
  TWILIO_ACCOUNT_SID: z.string().startsWith('AC').optional(),
  /** Authenticates our calls and verifies the callbacks. */
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  /** E.164 number, alphanumeric sender, or the SID of a messaging service (MG…). */
  TWILIO_FROM: z.string().min(1).optional(),
  /** URL of another server with Twilio's API; if empty, Twilio's own. */
  TWILIO_API_URL: httpUrl.optional(),
  /**
   * Public address of POST /twilio/status exactly as Twilio calls it, because Twilio's signature covers it. Required
   * with an account.
   */
  TWILIO_STATUS_CALLBACK_URL: httpUrl.optional(),
  /**
   * A text is in doubt if Twilio has not responded within this time. Must be shorter than the token service's timeout
   * (20 s).
   */
  TWILIO_TIMEOUT_MS: milliseconds(12_000),
  /** How many texts one clinician can send in a day, which begins at midnight UTC. */
  SMS_PER_CLINICIAN_PER_DAY: count(100),
  /** How many texts can be sent to one number in a day. */
  SMS_PER_NUMBER_PER_DAY: count(5),
  /** How often texts in doubt are checked. */
  SMS_RECONCILE_MS: milliseconds(60_000),
  /** How long after its last status a text without a final status is looked up at the provider. */
  SMS_CHECK_AFTER_MS: milliseconds(900_000),
  /** A text in doubt that is still unknown to the provider after this time counts as never accepted. */
  SMS_LOST_AFTER_MS: milliseconds(3_600_000),
});

/**
 * The settings of an account: setting only some of them is an error. The callback's address may be set
 * without them.
 */
const ofAccount = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;

export const settings = z
  .object({
    ...serviceSettings.shape,
    ...databaseSettings.shape,
    ...eventSettings.shape,
    ...mailSettings.shape,
    ...smsSettings.shape,
    /** How long settled deliveries (ids, times and codes) are kept. */
    DELIVERIES_KEPT_DAYS: z.coerce.number().int().min(1).default(90),
  })
  .superRefine((given, context) => {
    if (!ofAccount.some((name) => given[name] !== undefined)) return;
    for (const name of [...ofAccount, 'TWILIO_STATUS_CALLBACK_URL'] as const)
      if (given[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: 'not set' });
  });
export type Config = z.infer<typeof settings>;

export interface TwilioAccount {
  accountSid: string;
  authToken: string;
  from: string;
  statusCallbackUrl: string;
}

/** The account for text messages; null if SMS is not configured. */
export function twilioAccount(config: Config): TwilioAccount | null {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = config;
  const { TWILIO_STATUS_CALLBACK_URL: statusCallbackUrl } = config;
  if (!accountSid || !authToken || !from || !statusCallbackUrl) return null;
  return { accountSid, authToken, from, statusCallbackUrl };
}

/** Injection tokens for the validated settings and the logger. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');

/** Throws InvalidConfiguration naming every setting that is missing or invalid. */
export const readConfig = (env?: Record<string, string | undefined>): Config =>
  loadConfig('notification', settings, env);
