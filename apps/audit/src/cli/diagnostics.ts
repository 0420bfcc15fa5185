import { brokerInspection } from '@caredrop/messaging';
import {
  diagnosticsOf,
  checkBroker,
  checkPeer,
  checkPostgres,
  type Env,
  type CheckResult,
} from '@caredrop/service-kit';
import { isSigner, settings as schema, signerSettings } from '../config.js';
import { checkRole } from '../database/check-role.js';
import { migrationsFolder } from '../database/migrate.js';
import { checkShipping } from '../shipping/check-shipping.js';
import { checkSigner } from '../signer/check-signer.js';
import { checkSigning } from '../signer/check-signing.js';

/** The `doctor` checks of the current process; `verify` reports whether the whole chain is valid. */
export const runDiagnostics = (env: Env | undefined): Promise<CheckResult[]> =>
  isSigner(env) ? checkSignerProcess(env) : checkService(env);

const checkService = diagnosticsOf('audit', schema, (settings) => [
  ...checkPostgres(settings.DATABASE_URL, migrationsFolder),
  ...checkRole('writer', settings.DATABASE_URL),
  ...checkSigning(settings.DATABASE_URL),
  ...checkShipping(settings.DATABASE_URL, settings.AUDIT_SYSLOG_URL),
  ...checkBroker(brokerInspection(settings, 'audit')),
  ...checkPeer('auth', settings.AUTH_URL),
  ...checkPeer('token', settings.TOKEN_URL),
  ...checkPeer('document', settings.DOCUMENT_URL),
]);

const checkSignerProcess = diagnosticsOf('audit-signer', signerSettings, (settings) => [
  ...checkSigner(settings),
  ...checkRole('signer', settings.SIGNER_DATABASE_URL),
  ...checkSigning(settings.SIGNER_DATABASE_URL, settings.CHECKPOINT_EVERY_MS),
]);
