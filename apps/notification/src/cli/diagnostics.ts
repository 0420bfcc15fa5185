import { brokerInspection } from '@caredrop/messaging';
import { diagnosticsOf, checkBroker, checkPeer, checkPostgres } from '@caredrop/service-kit';
import { settings as schema } from '../config.js';
import { migrationsFolder } from '../database/migrations.js';
import { checkSmtp } from '../mail/check-smtp.js';
import { checkTwilio } from '../sms/check-twilio.js';

/** The `doctor` checks of the notification service. */
export const runDiagnostics = diagnosticsOf('notification', schema, (settings) => [
  ...checkPostgres(settings.DATABASE_URL, migrationsFolder),
  ...checkBroker(brokerInspection(settings, 'notification')),
  ...checkSmtp(settings.SMTP_URL),
  ...checkTwilio(settings.TWILIO_ACCOUNT_SID),
  ...checkPeer('auth', settings.AUTH_URL),
  ...checkPeer('token', settings.TOKEN_URL),
]);
