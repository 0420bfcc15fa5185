import { brokerInspection } from '@caredrop/messaging';
import {
  diagnose,
  checkBroker,
  checkKeys,
  checkPeer,
  checkPostgres,
  checkSettings,
  type Env,
  type CheckResult,
} from '@caredrop/service-kit';
import { settings as schema, type Config } from '../config.js';
import { migrationsFolder } from '../database/migrations.js';
import { keyRows } from '../keys/key-rows.js';
import { checkInspectors } from '../inspector/check-inspectors.js';
import { checkScanner } from '../storage/check-scanner.js';
import { checkStore } from '../storage/check-store.js';
import { openDataKeys } from '../storage/open-data-keys.js';

/** The `doctor` checks of the document service. */
export async function runDiagnostics(env: Env | undefined): Promise<CheckResult[]> {
  const { results, settings } = checkSettings('document', schema, env);
  const forStore = enoughForStore(settings);
  const keys = forStore && openDataKeys(forStore);
  const found = await diagnose([
    ...checkPostgres(settings.DATABASE_URL, migrationsFolder),
    ...checkKeys('KEK_KEYS', settings.DATABASE_URL, keyRows, keys && ((keyId) => keys.opens(keyId))),
    ...checkStore(forStore),
    ...checkScanner(settings),
    checkInspectors,
    ...checkBroker(brokerInspection(settings, 'document')),
    ...checkPeer('auth', settings.AUTH_URL),
    ...checkPeer('token', settings.TOKEN_URL),
  ]);
  return [...results, ...found];
}

/** The store can be checked when its settings and the keys are valid, whatever else is not. */
function enoughForStore(settings: Partial<Config>): Config | undefined {
  const needed = [
    'S3_BUCKET',
    'S3_REGION',
    'S3_TIMEOUT_MS',
    'KEK_KEYS',
    'KEK_PROVIDER',
    'KMS_REGION',
  ] as const;
  return needed.every((name) => settings[name] !== undefined) ? (settings as Config) : undefined;
}
