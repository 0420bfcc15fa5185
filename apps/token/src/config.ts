import {
  count,
  databaseSettings,
  eventSettings,
  freshProofScope,
  fromFile,
  httpUrl,
  interpreted,
  keyRing,
  loadConfig,
  milliseconds,
  serviceSettings,
  timeZone,
} from '@caredrop/service-kit';
import { limits } from '@caredrop/contracts';
import { placeholdersIn, readClinicTexts, readOffered } from '@caredrop/patient-copy/sync';
import { isSupportedCountry, type CountryCode } from 'libphonenumber-js/max';
import { z } from 'zod';

/** ISO 3166 country codes, from a list such as `GB,FR`. */
const countries = z
  .string()
  .default('GB')
  .transform((text) => text.split(',').map((code) => code.trim().toUpperCase()))
  .refine(
    (codes): codes is CountryCode[] => codes.every((code) => isSupportedCountry(code)),
    'not a list of country codes',
  );

const expiryDays = (fallback: number) =>
  z.coerce.number().int().min(limits.expiryDaysMin).max(limits.expiryDaysMax).default(fallback);

/**
 * Days, from a list such as `3,10,-2`: after the link was texted or emailed, or before the expiry if negative. The
 * earliest is the second day, because a reminder comes at least 48 hours after the preceding message.
 */
const reminderDays = z
  .string()
  .default('3,10,-2')
  .transform((text) => text.split(',').map((day) => Number(day.trim() || NaN)))
  .refine(
    (days) =>
      days.length <= limits.remindersMax &&
      days.every(
        (day) => Number.isInteger(day) && (day >= 2 || day <= -1) && Math.abs(day) <= limits.expiryDaysMax,
      ),
    `not a list of at most ${limits.remindersMax} days, each from 2 or negative`,
  );

const shape = z.object({
  ...serviceSettings.shape,
  ...databaseSettings.shape,
  ...eventSettings.shape,
  /** Internal URL of the auth service. */
  AUTH_URL: httpUrl,
  /** Internal URL of the document service. */
  DOCUMENT_URL: httpUrl,
  /** Internal URL of the notification service. */
  NOTIFICATION_URL: httpUrl,
  /** Origin of the links in text messages and emails. */
  PUBLIC_URL: httpUrl,
  /** Keys that seal the stored copies of links and the keys of patient checks. */
  LINK_KEYS: keyRing,
  /** How long a claim stays valid without being renewed. */
  CLAIM_LEASE_MS: milliseconds(120_000),
  /**
   * Maximum lifetime of a claim, including renewals. Must be longer than the document service's BODY_TOTAL_MS plus the
   * time for inspecting, scanning and storing a document, and shorter than its ATTEMPT_MAX_AGE_MS.
   */
  CLAIM_MAX_MS: milliseconds(900_000),
  /** A confirmed claim this old is settled by asking the document service. */
  SETTLE_AFTER_MS: milliseconds(15_000),
  /**
   * Which actions need a fresh proof of identity: `wide` adds assigning links and the export of links and of
   * the results of a file (docs/adr/0023).
   */
  FRESH_PROOF_SCOPE: freshProofScope,
  /**
   * `once`: a patient's request for a new link is fulfilled without a clinician's action, if the link expired at most
   * 14 days ago, its last text was delivered or its last email was accepted by the mail server, its owner is enabled,
   * the patient has no open report about it, and it was not itself created automatically.
   */
  AUTO_RENEW: z.enum(['off', 'once']).default('off'),
  /**
   * Minimum response time of `POST /links/renewals`, `/links/problems`, `/links/language`, `/links/opened` and
   * `/links/check`, so that their timing reveals nothing.
   */
  RENEWAL_ANSWER_MS: milliseconds(300),
  /**
   * Whether clinicians can thank patients by text for a document. While it is `on`, the number of a link that was
   * texted is kept until the patient is thanked, or until the document is deleted, rejected or lost, for at most 14
   * days after the document arrived.
   */
  THANKS: z.enum(['off', 'on']).default('off'),
  /** How often scheduled jobs run, such as those that mark expired links and settle stale claims. */
  SWEEP_INTERVAL_MS: milliseconds(5_000),
  /** Countries whose mobile numbers can be texted, as two-letter codes separated by commas. */
  SMS_COUNTRIES: countries,
  /** How many emails with a link one clinician can send in a day; reminders for the clinician's links count. */
  EMAIL_PER_CLINICIAN_PER_DAY: count(100),
  /** How many emails with a link, reminders included, can be sent to one address in a day. */
  EMAIL_PER_ADDRESS_PER_DAY: count(5),
  /**
   * Languages for patients: ids such as `en,pl,ar`, of which the first is the clinic's default; `reviewed`,
   * English first; or `all`, reviewed or not. Must match the gateway's setting.
   */
  LANGUAGES: interpreted(z.string().default('reviewed'), readOffered),
  /** Path of a JSON file with the clinic's own texts by language. Must match the gateway's setting. */
  CLINIC_TEXTS: fromFile(readClinicTexts, {}),
  /** The clinic's name in emails with a link, on printed sheets, and for `{clinic}` in the clinic's own texts. */
  CLINIC_NAME: z.string().trim().min(1).max(80).optional(),
  /**
   * The clinic's telephone number in emails with a link, on printed sheets, and for `{phone}` in the clinic's own
   * texts.
   */
  CLINIC_CONTACT_PHONE: z.string().trim().max(40).optional(),
  /** Whether patients can be reminded of a link that was texted or emailed to them. */
  REMINDERS: z.enum(['on', 'off']).default('on'),
  /**
   * When patients are reminded: days after the link was texted or emailed; negative numbers are days before it
   * expires. At most three.
   */
  REMINDER_DAYS: reminderDays,
  /** The clinic's time zone, for deadlines, days, and the hours in which reminders are sent (08:00 to 20:00). */
  CLINIC_TIME_ZONE: timeZone.default('Europe/London'),
  /**
   * Whether clinicians can make links that ask for the patient's date of birth. Links created while it was on keep
   * asking after it is turned off.
   */
  PATIENT_CHECK: z.enum(['off', 'on']).default('off'),
  /** How often the service checks for due reminders. */
  REMINDER_INTERVAL_MS: milliseconds(15_000),
  /** How often the service checks for rows of files of requests and for scheduled messages that can be sent. */
  SENDING_INTERVAL_MS: milliseconds(1_000),
  /** Days until a single link expires, unless its creator chooses otherwise. */
  TOKEN_EXPIRY_DAYS: expiryDays(30),
  /** Days until links that are created in bulk expire, unless their creator chooses otherwise. */
  BULK_TOKEN_EXPIRY_DAYS: expiryDays(90),
});

/** The clinic's own texts that use a placeholder without a configured value. */
function unfilledTexts({ CLINIC_TEXTS, CLINIC_NAME, CLINIC_CONTACT_PHONE }: z.infer<typeof shape>): string[] {
  return Object.entries(CLINIC_TEXTS).flatMap(([id, { clinicName, sms = '', reminder = '' }]) =>
    Object.entries({ sms, reminder }).flatMap(([key, text]) => {
      const used = placeholdersIn(text);
      const name = used.includes('clinic') && !clinicName && !CLINIC_NAME;
      const phone = used.includes('phone') && !CLINIC_CONTACT_PHONE;
      return [
        ...(name ? [`${id}.${key} has {clinic}, but CLINIC_NAME is not set`] : []),
        ...(phone ? [`${id}.${key} has {phone}, but CLINIC_CONTACT_PHONE is not set`] : []),
      ];
    }),
  );
}

export const settings = shape.superRefine((read, context) => {
  for (const message of unfilledTexts(read))
    context.addIssue({ code: 'custom', path: ['CLINIC_TEXTS'], message });
});
export type Config = z.infer<typeof settings>;

/** Injection tokens for the validated settings and the logger. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');

export const readConfig = (env?: Record<string, string | undefined>): Config =>
  loadConfig('token', settings, env);
