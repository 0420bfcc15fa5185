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
import { isSigner, settings as schema, signerSettings } from '../config.js';
import { lookAtRole } from '../database/look-at-role.js';
import { migrationsFolder } from '../database/migrate.js';
import { checkShipping } from '../shipping/check-shipping.js';
import { checkSigner } from '../signer/check-signer.js';
import { checkSigning } from '../signer/check-signing.js';

/** The `doctor` checks of the current process; `verify` reports whether the whole chain holds. */
export const examine = (env: Env | undefined): Promise<Finding[]> =>
  isSigner(env) ? examineSigner(env) : examineService(env);

async function examineService(env: Env | undefined): Promise<Finding[]> {
  const { findings, settings } = lookAtSettings('audit', schema, env);
  const found = await diagnose([
    ...lookAtPostgres(settings.DATABASE_URL, migrationsFolder),
    ...lookAtRole('writer', settings.DATABASE_URL),
    ...checkSigning(settings.DATABASE_URL),
    ...checkShipping(settings.DATABASE_URL, settings.AUDIT_SYSLOG_URL),
    ...lookAtBroker(brokerInspection(settings, 'audit')),
    ...lookAtPeer('auth', settings.AUTH_URL),
  ]);
  return [...findings, ...found];
}

async function examineSigner(env: Env | undefined): Promise<Finding[]> {
  const { findings, settings } = lookAtSettings('audit-signer', signerSettings, env);
  const found = await diagnose([
    ...checkSigner(settings),
    ...lookAtRole('signer', settings.SIGNER_DATABASE_URL),
    ...checkSigning(settings.SIGNER_DATABASE_URL, settings.CHECKPOINT_EVERY_MS),
  ]);
  return [...findings, ...found];
}
