import type { ServiceName } from '../../stack/service-names.ts';
import { serviceNames } from '../../stack/service-names.ts';

type Settings = Record<ServiceName, Record<string, string>>;

const unlimited = { credentials: 0, link: 0, upload: 0, read: 0, write: 0, file: 0, callback: 0 };
const many = '100000000';

/**
 * Production settings, logging included, without the limits that would only slow down the load generator: it has one
 * address, and sends in a minute what a clinic's patients send in a month.
 */
export function benchSettings(sinks: { smtpUrl: string; scannerUrl: string }, metricsPort: number): Settings {
  const production = Object.fromEntries(
    serviceNames.map((name) => [name, { NODE_ENV: 'production', LOG_LEVEL: 'info' }]),
  ) as Partial<Settings> as Settings;
  Object.assign(production.gateway, {
    RATE_LIMITS: JSON.stringify(unlimited),
    LINK_GUESS_WAIT_MS: '1',
    METRICS_PORT: String(metricsPort),
  });
  Object.assign(production.document, {
    SCANNER_URL: sinks.scannerUrl,
    UPLOADS_PER_CLINICIAN_PER_DAY: many,
    UPLOADS_PER_DAY: many,
  });
  Object.assign(production.notification, { SMTP_URL: sinks.smtpUrl });
  return production;
}

/** Production requires a scanner, so uploads without one are measured in development mode. Nothing else differs. */
export const withoutScanner = { NODE_ENV: 'development', SCANNER_URL: '' };
