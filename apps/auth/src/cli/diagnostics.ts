import { brokerInspection } from '@caredrop/messaging';
import { diagnosticsOf, checkBroker, checkKeyRing, checkPostgres } from '@caredrop/service-kit';
import { settings as schema } from '../config.js';
import { migrationsFolder } from '../database/migrations.js';

const secrets = { table: 'second_factors', keyId: 'key_id', bytes: 'sealed_secret', what: 'second factors' };

/** The `doctor` checks of the auth service, which calls no other service. */
export const runDiagnostics = diagnosticsOf('auth', schema, (settings) => {
  const { DATABASE_URL, SECOND_FACTOR_KEYS } = settings;
  return [
    ...checkPostgres(DATABASE_URL, migrationsFolder),
    ...checkKeyRing('SECOND_FACTOR_KEYS', DATABASE_URL, secrets, SECOND_FACTOR_KEYS),
    ...checkBroker(brokerInspection(settings, 'auth')),
  ];
});
