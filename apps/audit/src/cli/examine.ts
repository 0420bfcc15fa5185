import { brokerInspection } from '@caredrop/messaging';
import {
  diagnose,
  lookAtBroker,
  lookAtPeer,
  lookAtPostgres,
  lookAtSettings,
  type Env,
  type Finding,
} from '@caredrop/service-kit';
import { checkSigning } from '../checkpoints/check-signing.js';
import { settings as schema } from '../config.js';
import { migrationsFolder } from '../database/migrate.js';
import { lookAtWriter } from '../database/look-at-writer.js';

/** What `doctor` looks at in the audit service; whether the chain holds `verify` says. */
export async function examine(env: Env | undefined): Promise<Finding[]> {
  const { findings, settings } = lookAtSettings('audit', schema, env);
  const found = await diagnose([
    ...lookAtPostgres(settings.DATABASE_URL, migrationsFolder),
    ...lookAtWriter(settings.DATABASE_URL),
    ...checkSigning(settings.DATABASE_URL),
    ...lookAtBroker(brokerInspection(settings, 'audit')),
    ...lookAtPeer('auth', settings.AUTH_URL),
  ]);
  return [...findings, ...found];
}
