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
import { settings as schema } from '../config.js';
import { migrationsFolder } from '../database/migrations.js';
import { lookAtSmtp } from '../mail/look-at-smtp.js';
import { lookAtTwilio } from '../sms/look-at-twilio.js';

/** The `doctor` checks of the notification service. */
export async function examine(env: Env | undefined): Promise<Finding[]> {
  const { findings, settings } = lookAtSettings('notification', schema, env);
  const found = await diagnose([
    ...lookAtPostgres(settings.DATABASE_URL, migrationsFolder),
    ...lookAtBroker(brokerInspection(settings, 'notification')),
    ...lookAtSmtp(settings.SMTP_URL),
    ...lookAtTwilio(settings.TWILIO_ACCOUNT_SID),
    ...lookAtPeer('auth', settings.AUTH_URL),
  ]);
  return [...findings, ...found];
}
