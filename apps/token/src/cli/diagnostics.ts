import { brokerInspection } from '@caredrop/messaging';
import {
  diagnose,
  KeyRing,
  checkBroker,
  checkKeys,
  checkPeer,
  checkPostgres,
  checkSettings,
  type Env,
  type CheckResult,
} from '@caredrop/service-kit';
import { settings as schema } from '../config.js';
import { migrationsFolder } from '../database/migrations.js';
import { linkRows } from '../keys/link-rows.js';

/** The `doctor` checks of the token service. */
export async function runDiagnostics(env: Env | undefined): Promise<CheckResult[]> {
  const { results, settings } = checkSettings('token', schema, env);
  const { DATABASE_URL, LINK_KEYS } = settings;
  const ring = LINK_KEYS && new KeyRing(LINK_KEYS);
  const found = await diagnose([
    ...checkPostgres(DATABASE_URL, migrationsFolder),
    ...checkKeys('LINK_KEYS', DATABASE_URL, linkRows, ring && ((keyId) => ring.key(keyId) !== undefined)),
    ...checkBroker(brokerInspection(settings, 'token')),
    ...checkPeer('auth', settings.AUTH_URL),
    ...checkPeer('document', settings.DOCUMENT_URL),
    ...checkPeer('notification', settings.NOTIFICATION_URL),
  ]);
  return [...results, ...found];
}
