import { brokerInspection } from '@caredrop/messaging';
import { diagnosticsOf, checkBroker, checkKeys, checkPeer, checkPostgres } from '@caredrop/service-kit';
import { settings as schema, type Config } from '../config.js';
import { migrationsFolder } from '../database/migrations.js';
import { keyRows } from '../keys/key-rows.js';
import { checkInspectors } from '../inspector/check-inspectors.js';
import { checkScanner } from '../storage/check-scanner.js';
import { checkStore } from '../storage/check-store.js';
import { openDataKeys } from '../storage/open-data-keys.js';

/** The `doctor` checks of the document service. */
export const runDiagnostics = diagnosticsOf('document', schema, (settings) => {
  const forStore = enoughForStore(settings);
  const keys = forStore && openDataKeys(forStore);
  return [
    ...checkPostgres(settings.DATABASE_URL, migrationsFolder),
    ...checkKeys('KEK_KEYS', settings.DATABASE_URL, keyRows, keys && ((keyId) => keys.opens(keyId))),
    ...checkStore(forStore),
    ...checkScanner(settings),
    checkInspectors,
    ...checkBroker(brokerInspection(settings, 'document')),
    ...checkPeer('auth', settings.AUTH_URL),
    ...checkPeer('token', settings.TOKEN_URL),
  ];
});

/** The store can be checked when its settings and the keys are valid, even if other settings are not. */
function enoughForStore(settings: Partial<Config>): Config | undefined {
  const bucket = ['S3_BUCKET', 'S3_REGION', 'S3_TIMEOUT_MS'] as const;
  const needed = [
    'STORE_URL',
    'KEK_KEYS',
    'KEK_PROVIDER',
    'KMS_REGION',
    ...(settings.STORE_URL === 's3:' ? bucket : []),
  ] as const;
  return needed.every((name) => settings[name] !== undefined) ? (settings as Config) : undefined;
}
