import { brokerInspection } from '@caredrop/messaging';
import {
  diagnose,
  lookAtBroker,
  lookAtKeys,
  lookAtPeer,
  lookAtPostgres,
  lookAtSettings,
  type Env,
  type Finding,
} from '@caredrop/service-kit';
import { settings as schema, type Config } from '../config.js';
import { migrationsFolder } from '../database/migrations.js';
import { keyRows } from '../keys/key-rows.js';
import { checkInspectors } from '../inspector/inspectors.health-check.js';
import { lookAtScanner } from '../storage/look-at-scanner.js';
import { lookAtStore } from '../storage/look-at-store.js';
import { openDataKeys } from '../storage/open-data-keys.js';

/** The `doctor` checks of the document service. */
export async function examine(env: Env | undefined): Promise<Finding[]> {
  const { findings, settings } = lookAtSettings('document', schema, env);
  const forStore = enoughForStore(settings);
  const keys = forStore && openDataKeys(forStore);
  const found = await diagnose([
    ...lookAtPostgres(settings.DATABASE_URL, migrationsFolder),
    ...lookAtKeys('KEK_KEYS', settings.DATABASE_URL, keyRows, keys && ((keyId) => keys.opens(keyId))),
    ...lookAtStore(forStore),
    ...lookAtScanner(settings),
    checkInspectors,
    ...lookAtBroker(brokerInspection(settings, 'document')),
    ...lookAtPeer('auth', settings.AUTH_URL),
    ...lookAtPeer('token', settings.TOKEN_URL),
  ]);
  return [...findings, ...found];
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
