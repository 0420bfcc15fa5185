import { brokerInspection } from '@caredrop/messaging';
import {
  diagnose,
  KeyRing,
  lookAtBroker,
  lookAtKeys,
  lookAtPostgres,
  lookAtSettings,
  type Env,
  type Finding,
} from '@caredrop/service-kit';
import { settings as schema } from '../config.js';
import { migrationsFolder } from '../database/migrations.js';

const secrets = { table: 'second_factors', keyId: 'key_id', bytes: 'sealed_secret', what: 'second factors' };

/** The `doctor` checks of the auth service, which calls no other. */
export async function examine(env: Env | undefined): Promise<Finding[]> {
  const { findings, settings } = lookAtSettings('auth', schema, env);
  const { DATABASE_URL, SECOND_FACTOR_KEYS } = settings;
  const ring = SECOND_FACTOR_KEYS && new KeyRing(SECOND_FACTOR_KEYS);
  const opens = ring && ((keyId: string) => ring.key(keyId) !== undefined);
  const found = await diagnose([
    ...lookAtPostgres(DATABASE_URL, migrationsFolder),
    ...lookAtKeys('SECOND_FACTOR_KEYS', DATABASE_URL, secrets, opens),
    ...lookAtBroker(brokerInspection(settings, 'auth')),
  ]);
  return [...findings, ...found];
}
