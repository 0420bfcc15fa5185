import { brokerInspection } from '@caredrop/messaging';
import {
  diagnose,
  KeyRing,
  checkBroker,
  checkKeys,
  checkPostgres,
  checkSettings,
  type Env,
  type CheckResult,
} from '@caredrop/service-kit';
import { settings as schema } from '../config.js';
import { migrationsFolder } from '../database/migrations.js';

const secrets = { table: 'second_factors', keyId: 'key_id', bytes: 'sealed_secret', what: 'second factors' };

/** The `doctor` checks of the auth service, which calls no other. */
export async function runDiagnostics(env: Env | undefined): Promise<CheckResult[]> {
  const { results, settings } = checkSettings('auth', schema, env);
  const { DATABASE_URL, SECOND_FACTOR_KEYS } = settings;
  const ring = SECOND_FACTOR_KEYS && new KeyRing(SECOND_FACTOR_KEYS);
  const opens = ring && ((keyId: string) => ring.key(keyId) !== undefined);
  const found = await diagnose([
    ...checkPostgres(DATABASE_URL, migrationsFolder),
    ...checkKeys('SECOND_FACTOR_KEYS', DATABASE_URL, secrets, opens),
    ...checkBroker(brokerInspection(settings, 'auth')),
  ]);
  return [...results, ...found];
}
