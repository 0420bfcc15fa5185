import { limits } from '@caredrop/contracts';
import {
  count,
  eventSettings,
  fromFile,
  httpUrl,
  interpreted,
  json,
  loadConfig,
  milliseconds,
  port,
  serviceSettings,
} from '@caredrop/service-kit';
import { readClinicTexts, readOffered } from '@caredrop/patient-copy/sync';
import { z } from 'zod';
import { isPhone } from './clinic/clinic-contact.js';
import { isRange } from './edge/client-address.js';

/** The name used for a clinic that has not configured one. Patients' pages translate it. */
export const UNNAMED_CLINIC = 'Your clinic';

/** "a, b" → ['a', 'b']. */
const list = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
    .pipe(z.array(item));

const origin = httpUrl.transform((url) => new URL(url).origin);
const perMinute = z.number().int().min(0);

const shape = z.object({
  ...serviceSettings.shape,
  ...eventSettings.shape,
  /** Internal URL of the auth service. */
  AUTH_URL: httpUrl,
  /** Internal URL of the token service. */
  TOKEN_URL: httpUrl,
  /** Internal URL of the document service. */
  DOCUMENT_URL: httpUrl,
  /** Internal URL of the notification service. */
  NOTIFICATION_URL: httpUrl,
  /** Internal URL of the audit service. */
  AUDIT_URL: httpUrl,
  /** Public URL of this gateway. Determines HSTS, the accepted origin and the origin of file URLs. */
  PUBLIC_URL: httpUrl,
  /** Further origins under which the application can be used. */
  ALLOWED_ORIGINS: list(origin),
  /** Folder with the built SPA. */
  WEB_ROOT: z.string().min(1),
  /** CIDRs of load balancers whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
  TRUSTED_PROXIES: list(z.string().refine(isRange, 'not an address or CIDR')),
  /**
   * Alternative to TRUSTED_PROXIES: the number of proxies in front of the gateway. For proxies whose addresses change;
   * safe only if nothing else can connect to the gateway.
   */
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(1).max(8).optional(),
  /** Target of "Sign up". */
  SIGNUP_URL: httpUrl.default('https://caredrop.example/signup'),
  /** The clinic's name on the pages. */
  CLINIC_NAME: z.string().trim().min(1).max(80).default(UNNAMED_CLINIC),
  /** How patients reach the clinic when a link does not work: a telephone number, shown as written. */
  CLINIC_CONTACT_PHONE: z.string().trim().max(40).refine(isPhone, 'not a telephone number').optional(),
  /** Like CLINIC_CONTACT_PHONE: an email address. */
  CLINIC_CONTACT_EMAIL: z.email().max(254).optional(),
  /** Like CLINIC_CONTACT_PHONE: opening hours, such as `Monday to Friday, 8:00 to 18:30`. */
  CLINIC_HOURS: z.string().trim().min(1).max(120).optional(),
  /**
   * Languages for patients: ids such as `en,pl,ar`, of which the first is the clinic's default; `reviewed`,
   * English first; or `all`, reviewed or not. Must match the token service's setting.
   */
  LANGUAGES: interpreted(z.string().default('reviewed'), readOffered),
  /** Path of a JSON file with the clinic's own texts by language. Must match the token service's setting. */
  CLINIC_TEXTS: fromFile(readClinicTexts, {}),
  /** Shown on the reset page; enforced by the auth service under the same name. */
  PASSWORD_MIN_LENGTH: z.coerce
    .number()
    .int()
    .min(limits.passwordMin)
    .max(limits.passwordMax)
    .default(limits.passwordMin),
  /**
   * Maximum number of calls per minute and address, as JSON by class of call, where it differs from the default; 0
   * means no limit.
   */
  RATE_LIMITS: json(
    z
      .object({
        credentials: perMinute,
        link: perMinute,
        upload: perMinute,
        read: perMinute,
        write: perMinute,
        file: perMinute,
        callback: perMinute,
      })
      .partial(),
  ).prefault('{}'),
  /** Delay of calls from an address that requests too many nonexistent links (`access/link-enumeration-limiter.ts`). */
  LINK_GUESS_WAIT_MS: milliseconds(1_000),
  /** Metrics are served on this port, on HOST, separate from the public port; not served when unset. */
  METRICS_PORT: port.optional(),
  /** A body other than a document must arrive completely within this time. */
  SMALL_BODY_MS: milliseconds(15_000),
  /** Interval of heartbeats on a live update stream. */
  LIVE_HEARTBEAT_MS: milliseconds(15_000),
  /** How long the result of a session check is cached, in milliseconds; at most a second. */
  SESSION_CACHE_MS: count(1000).refine((ms) => ms <= 1000, 'more than a second'),
  /**
   * How long uploads in progress may take to finish when the gateway is stopped: at least as long as in the document
   * service.
   */
  STOP_WITHIN_MS: milliseconds(120_000),
});

type Shape = z.infer<typeof shape>;

const knowsItsProxies = (read: Shape): boolean =>
  read.TRUSTED_PROXIES.length > 0 || read.TRUSTED_PROXY_HOPS !== undefined;

/**
 * The gateway does not terminate TLS: with https there is a proxy in front of it, and all requests come from
 * that proxy.
 */
const needsNoProxy = (read: Shape): boolean =>
  read.NODE_ENV !== 'production' || !read.PUBLIC_URL.startsWith('https:');

export const settings = shape
  .refine((read) => knowsItsProxies(read) || needsNoProxy(read), {
    path: ['TRUSTED_PROXY_HOPS'],
    message:
      'PUBLIC_URL is https, so there is a proxy in front of the gateway: set TRUSTED_PROXY_HOPS to the number of proxies, or TRUSTED_PROXIES to their addresses; otherwise rate limits and the audit see the proxy’s address for everyone',
  })
  .refine((read) => read.TRUSTED_PROXIES.length === 0 || read.TRUSTED_PROXY_HOPS === undefined, {
    path: ['TRUSTED_PROXY_HOPS'],
    message: 'TRUSTED_PROXIES is set as well: set only one of the two',
  });
export type Config = z.infer<typeof settings>;

/** Injection tokens for the validated settings and the logger. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');

export const readConfig = (env?: Record<string, string | undefined>): Config =>
  loadConfig('gateway', settings, env);
