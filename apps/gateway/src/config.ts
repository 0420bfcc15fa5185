import { limits } from '@caredrop/contracts';
import {
  count,
  eventSettings,
  httpUrl,
  json,
  loadConfig,
  milliseconds,
  port,
  serviceSettings,
} from '@caredrop/service-kit';
import { z } from 'zod';
import { isRange } from './edge/client-address.js';

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
  /** Where the auth service is, as seen from here. */
  AUTH_URL: httpUrl,
  /** Where the token service is, as seen from here. */
  TOKEN_URL: httpUrl,
  /** Where the document service is, as seen from here. */
  DOCUMENT_URL: httpUrl,
  /** Where the notification service is, as seen from here. */
  NOTIFICATION_URL: httpUrl,
  /** Where the audit service is, as seen from here. */
  AUDIT_URL: httpUrl,
  /** Where people reach this gateway: decides links, HSTS and the origin of file addresses. */
  PUBLIC_URL: httpUrl,
  /** Further origins under which the application may be used. */
  ALLOWED_ORIGINS: list(origin),
  /** Folder with the built SPA. */
  WEB_ROOT: z.string().min(1),
  /** CIDRs of load balancers whose X-Forwarded-For and X-Forwarded-Proto are believed. */
  TRUSTED_PROXIES: list(z.string().refine(isRange, 'not an address or CIDR')),
  /** Instead of them: how many proxies stand before the gateway, where their addresses change and nothing else can connect. */
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(1).max(8).optional(),
  /** Where "Sign up" leads. */
  SIGNUP_URL: httpUrl.default('https://caredrop.example/signup'),
  /** Who the pages speak for. */
  CLINIC_NAME: z.string().trim().min(1).max(80).default('Your clinic'),
  /** Shown on the reset page; enforced by the auth service under the same name. */
  PASSWORD_MIN_LENGTH: z.coerce
    .number()
    .int()
    .min(limits.passwordMin)
    .max(limits.passwordMax)
    .default(limits.passwordMin),
  /** Calls per minute and address that differ from the defaults, by class, as JSON; 0 is no limit. */
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
  /** What a caller who asks for links that do not exist waits before each further one (`access/link-guesses.ts`). */
  LINK_GUESS_WAIT_MS: milliseconds(1_000),
  /** Metrics are served here, on HOST, apart from the public port; without it nowhere. */
  METRICS_PORT: port.optional(),
  /** A body that is no document has to be here whole within this. */
  SMALL_BODY_MS: milliseconds(15_000),
  /** Between signs of life on a live update stream. */
  LIVE_HEARTBEAT_MS: milliseconds(15_000),
  /** How long an answer about a session is believed, milliseconds; never more than a second (design §2). */
  SESSION_CACHE_MS: count(1000).refine((ms) => ms <= 1000, 'more than a second'),
});

type Shape = z.infer<typeof shape>;

const knowsItsProxies = (read: Shape): boolean =>
  read.TRUSTED_PROXIES.length > 0 || read.TRUSTED_PROXY_HOPS !== undefined;

/** The gateway itself speaks no TLS: where people reach it by https, a proxy does, and all requests come from it. */
const needsNoProxy = (read: Shape): boolean =>
  read.NODE_ENV !== 'production' || !read.PUBLIC_URL.startsWith('https:');

export const settings = shape
  .refine((read) => knowsItsProxies(read) || needsNoProxy(read), {
    path: ['TRUSTED_PROXY_HOPS'],
    message:
      'PUBLIC_URL is https, so a proxy stands before the gateway: say how many, or their addresses in TRUSTED_PROXIES; without it everybody has the proxy’s address, limits and audit included',
  })
  .refine((read) => read.TRUSTED_PROXIES.length === 0 || read.TRUSTED_PROXY_HOPS === undefined, {
    path: ['TRUSTED_PROXY_HOPS'],
    message: 'TRUSTED_PROXIES is set as well: keep one of the two',
  });
export type Config = z.infer<typeof settings>;

/** Injection tokens of the checked settings and of the logger. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');

export const readConfig = (env?: Record<string, string | undefined>): Config =>
  loadConfig('gateway', settings, env);
