import { brokerInspection } from '@caredrop/messaging';
import { diagnosticsOf, checkBroker, checkKeyRing, checkPeer, checkPostgres } from '@caredrop/service-kit';
import { settings as schema } from '../config.js';
import { migrationsFolder } from '../database/migrations.js';
import { checkRows, linkRows } from '../keys/link-rows.js';

/** The `doctor` checks of the token service. */
export const runDiagnostics = diagnosticsOf('token', schema, (settings) => {
  const { DATABASE_URL, LINK_KEYS } = settings;
  return [
    ...checkPostgres(DATABASE_URL, migrationsFolder),
    ...checkKeyRing('LINK_KEYS', DATABASE_URL, linkRows, LINK_KEYS),
    ...checkKeyRing('LINK_KEYS', DATABASE_URL, checkRows, LINK_KEYS),
    ...checkBroker(brokerInspection(settings, 'token')),
    ...checkPeer('auth', settings.AUTH_URL),
    ...checkPeer('document', settings.DOCUMENT_URL),
    ...checkPeer('notification', settings.NOTIFICATION_URL),
  ];
});
