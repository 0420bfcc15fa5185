import { brokerInspection } from '@caredrop/messaging';
import {
  diagnose,
  checkBroker,
  checkPeer,
  checkPostgres,
  checkSettings,
  type Env,
  type CheckResult,
} from '@caredrop/service-kit';
import { settings as schema } from '../config.js';
import { migrationsFolder } from '../database/migrations.js';
import { checkSmtp } from '../mail/check-smtp.js';
import { checkTwilio } from '../sms/check-twilio.js';

/** The `doctor` checks of the notification service. */
export async function runDiagnostics(env: Env | undefined): Promise<CheckResult[]> {
  const { results, settings } = checkSettings('notification', schema, env);
  const found = await diagnose([
    ...checkPostgres(settings.DATABASE_URL, migrationsFolder),
    ...checkBroker(brokerInspection(settings, 'notification')),
    ...checkSmtp(settings.SMTP_URL),
    ...checkTwilio(settings.TWILIO_ACCOUNT_SID),
    ...checkPeer('auth', settings.AUTH_URL),
  ]);
  return [...results, ...found];
}
