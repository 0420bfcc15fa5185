import { brokerInspection } from '@caredrop/messaging';
import {
  diagnose,
  KeyRing,
  lookAtBroker,
  lookAtKeys,
  lookAtPeer,
  lookAtPostgres,
  lookAtSettings,
  type Env,
  type Finding,
} from '@caredrop/service-kit';
import { settings as schema } from '../config.js';
import { migrationsFolder } from '../database/migrations.js';
import { linkRows } from '../keys/link-rows.js';

/** The `doctor` checks of the token service. */
export async function examine(env: Env | undefined): Promise<Finding[]> {
  const { findings, settings } = lookAtSettings('token', schema, env);
  const { DATABASE_URL, LINK_KEYS } = settings;
  const ring = LINK_KEYS && new KeyRing(LINK_KEYS);
  const found = await diagnose([
    ...lookAtPostgres(DATABASE_URL, migrationsFolder),
    ...lookAtKeys('LINK_KEYS', DATABASE_URL, linkRows, ring && ((keyId) => ring.key(keyId) !== undefined)),
    ...lookAtBroker(brokerInspection(settings, 'token')),
    ...lookAtPeer('auth', settings.AUTH_URL),
    ...lookAtPeer('document', settings.DOCUMENT_URL),
    ...lookAtPeer('notification', settings.NOTIFICATION_URL),
  ]);
  return [...findings, ...found];
}
