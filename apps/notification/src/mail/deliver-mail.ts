import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import {
  composeNewDevice,
  composeNotification,
  composeActionLink,
  composePatientEmail,
  type MailContext,
} from './compose-mail.js';
import type { RenderedMail } from './mail-template.js';
import { MailDeliveries } from './mail-deliveries.js';
import { MAILER, type Mailer } from './mailer.js';
import { addressSource, type NewsSource } from './purpose.js';
import { PatientEmails } from './patient-emails.js';
import { Recipients, type Recipient } from './recipients.js';
import { SettlePatientEmail } from './settle-patient-email.js';
import type { TakenDelivery } from './take-turns.js';

export type DeliveryOutcome = 'sent' | 'no_recipient' | 'split' | 'cancelled';

/**
 * Makes one attempt to send an email: gets the recipient (and the secret link, if the email has one) from auth, or from
 * token for an email to a patient, sends the email, and marks it as sent. A crash between the last two steps repeats
 * the email with the same Message-ID. Throws the cause of a failure; the worker decides when to retry.
 */
@Injectable()
export class DeliverMail {
  private readonly context: MailContext;
  private readonly host: string;

  constructor(
    private readonly deliveries: MailDeliveries,
    private readonly recipients: Recipients,
    private readonly patientEmails: PatientEmails,
    private readonly settlePatientEmail: SettlePatientEmail,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(CONFIG) config: Config,
  ) {
    const { CLINIC_NAME, PUBLIC_URL, MAIL_TIME_ZONE } = config;
    this.context = { clinic: CLINIC_NAME, publicUrl: PUBLIC_URL, timeZone: MAIL_TIME_ZONE };
    this.host = new URL(PUBLIC_URL).hostname;
  }

  execute(delivery: TakenDelivery): Promise<DeliveryOutcome> {
    const source = addressSource(delivery.purpose);
    if (source === 'patient') return this.sendLink(delivery);
    return source === 'reset' || source === 'invite'
      ? this.sendSecret(delivery, source)
      : this.sendNews(delivery, source);
  }

  /**
   * Sends neither a link that has since ended nor a reminder that is no longer wanted or due: the email would only
   * confuse the patient.
   */
  private async sendLink(delivery: TakenDelivery): Promise<DeliveryOutcome> {
    const email = await this.patientEmails.of(delivery);
    if (email)
      await this.mailer.send({ ...composePatientEmail(email), ...this.envelope(delivery, email.to) });
    const outcome = email ? 'sent' : 'cancelled';
    await this.settlePatientEmail.execute(delivery, outcome, null);
    return outcome;
  }

  private async sendSecret(delivery: TakenDelivery, purpose: 'reset' | 'invite'): Promise<DeliveryOutcome> {
    const link = await this.recipients.mint(delivery.userId, purpose, delivery.eventId);
    if (!link) return this.end(delivery, 'no_recipient');
    return this.send(delivery, link.email, composeActionLink(delivery.purpose, link, this.context));
  }

  private async sendNews(delivery: TakenDelivery, about: NewsSource): Promise<DeliveryOutcome> {
    const { userId, teamId } = delivery;
    const { recipients: everybody, person } = await this.recipients.of(userId, about, teamId);
    // Checked after asking auth, which may take seconds: the account may have been disabled or enabled by then.
    if (await this.deliveries.isOutdated(delivery)) return this.end(delivery, 'cancelled');
    const wanted = await this.wantedOf(delivery, everybody);
    const [first] = wanted;
    if (!first) return this.end(delivery, everybody.length > 0 ? 'cancelled' : 'no_recipient');
    if (wanted.length > 1)
      return this.split(
        delivery,
        wanted.map(({ userId }) => userId),
      );
    if (delivery.purpose === 'new_device') return this.sendNewDevice(delivery, first);
    // Auth always lists the owner, unless the owner's account is disabled.
    const forColleague = everybody.every((one) => one.userId !== userId);
    const mail = composeNotification(delivery, first, this.context, { person, forColleague });
    return this.send(delivery, first.email, mail);
  }

  /**
   * The recipients that this delivery is for. If auth could not be reached when a document arrived, those who want no
   * emails are left out now; if no one else is left and the owner is disabled, they get it after all.
   */
  private async wantedOf(delivery: TakenDelivery, everybody: Recipient[]): Promise<Recipient[]> {
    const wanted = recipientsOf(delivery, everybody);
    if (delivery.purpose !== 'document_arrived' || delivery.recipientId !== null) return wanted;
    const silent = await this.deliveries.silentAmong(wanted.map(({ userId }) => userId));
    const left = wanted.filter(({ userId }) => !silent.has(userId));
    return left.length > 0 || wanted.some(({ userId }) => userId === delivery.userId) ? left : wanted;
  }

  private async sendNewDevice(delivery: TakenDelivery, recipient: Recipient): Promise<DeliveryOutcome> {
    const { userId, sessionId } = delivery;
    const signIn = sessionId === null ? null : await this.recipients.signIn(userId, sessionId);
    if (!signIn) return this.end(delivery, 'no_recipient');
    return this.send(delivery, recipient.email, composeNewDevice(recipient, signIn, this.context));
  }

  private async send(delivery: TakenDelivery, to: string, mail: RenderedMail): Promise<'sent'> {
    await this.mailer.send({ ...mail, ...this.envelope(delivery, to) });
    await this.deliveries.settle(delivery, 'sent');
    return 'sent';
  }

  private envelope({ id }: TakenDelivery, to: string) {
    return { to, messageId: `<${id}@${this.host}>` };
  }

  /** Ends a delivery without sending anything. */
  private async end(
    delivery: TakenDelivery,
    outcome: 'no_recipient' | 'cancelled',
  ): Promise<DeliveryOutcome> {
    await this.deliveries.settle(delivery, outcome);
    return outcome;
  }

  private async split(delivery: TakenDelivery, recipientIds: string[]): Promise<'split'> {
    await this.deliveries.split(delivery, recipientIds);
    return 'split';
  }
}

/**
 * Returns the recipients that the delivery names. If it names its own user, who has since been disabled, returns those
 * who now receive that user's emails.
 */
function recipientsOf({ userId, recipientId }: TakenDelivery, everybody: Recipient[]): Recipient[] {
  if (recipientId === null) return everybody;
  const wanted = everybody.filter((one) => one.userId === recipientId);
  return wanted.length === 0 && recipientId === userId ? everybody : wanted;
}
