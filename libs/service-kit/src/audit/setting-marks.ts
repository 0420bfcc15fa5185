import { createHmac } from 'node:crypto';
import type { SettingMarks } from '@caredrop/contracts';

/** Settings that do not affect the service's behaviour and may differ between its replicas. */
const ofThePlace = new Set(['PORT', 'HOST', 'METRICS_PORT', 'NODE_COMPILE_CACHE']);

/**
 * One keyed hash (HMAC) per setting: shows that a value differs from the last start's, but not what it is. Keyed with a
 * secret of the service, because a short password could be guessed from its plain hash.
 */
export function settingMarks(settings: Record<string, unknown>, secret: string): SettingMarks {
  const marks = Object.entries(settings)
    .filter(([name, value]) => value !== undefined && !ofThePlace.has(name))
    .map(([name, value]) => [name, markOf(name, value, secret)] as const);
  return Object.fromEntries(marks);
}

const markOf = (name: string, value: unknown, secret: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([name, value]))
    .digest('hex')
    .slice(0, 16);
