import { renderLines, renderMail, type MailTemplate, type RenderedMail } from './mail-template.js';
import * as templates from './mail-templates.js';
import type { Purpose } from './purpose.js';
import type { TakenDelivery } from './take-turns.js';
import type { PatientEmail } from './patient-emails.js';
import type { Person, Recipient, ActionLink, SignIn } from './recipients.js';
import { timeText } from './time-text.js';

/** The clinic's details in an email. */
export interface MailContext {
  clinic: string;
  publicUrl: string;
  timeZone: string;
}

/** What an email contains in addition to the data of its row. */
interface NotificationFacts {
  /** The user it is about, where its text names one. */
  person?: Person | undefined;
  /** A colleague whose account is disabled looked after the link. */
  forColleague?: boolean;
}

/** The email to a patient with an upload link, whose text comes from the token service. */
export function composePatientEmail({ subject, before, link, after, ...form }: PatientEmail): RenderedMail {
  return renderLines(subject, [...before, { link }, ...after], form);
}

/** The email about a sign-in on a device that the account had not used before. */
export function composeNewDevice(
  { firstName }: Recipient,
  signIn: SignIn,
  context: MailContext,
): RenderedMail {
  const time = timeText(new Date(signIn.signedInAt), context.timeZone);
  return renderMail(templates.newDevice({ ...context, ...signIn, firstName, time }), context.clinic);
}

/**
 * Composes the email to `recipient` about an event. Throws for purposes that have their own compose function, and when
 * an id or a person that the text needs is missing.
 */
export function composeNotification(
  delivery: TakenDelivery,
  recipient: Recipient,
  context: MailContext,
  facts: NotificationFacts = {},
): RenderedMail {
  return renderMail(notificationTemplate(delivery, recipient, context, facts), context.clinic);
}

/** The email with a newly minted link to set a password. */
export function composeActionLink(purpose: Purpose, link: ActionLink, context: MailContext): RenderedMail {
  const expires = timeText(new Date(link.expiresAt), context.timeZone);
  const facts = { ...context, firstName: link.firstName, url: link.url, expires };
  return renderMail(actionLinkTemplate(purpose)(facts), context.clinic);
}

function actionLinkTemplate(purpose: Purpose): (facts: templates.ActionLinkFacts) => MailTemplate {
  if (purpose === 'invitation') return templates.invitation;
  return purpose === 'password_link_needed' ? templates.passwordLinkNeeded : templates.passwordReset;
}

function notificationTemplate(
  delivery: TakenDelivery,
  { firstName }: Recipient,
  context: MailContext,
  { person, forColleague = false }: NotificationFacts,
): MailTemplate {
  const facts = { firstName, clinic: context.clinic, publicUrl: context.publicUrl };
  const link = () => ({
    ...facts,
    tokenId: known(delivery.tokenId, 'token'),
    forColleague,
  });
  const document = () => ({ ...link(), documentId: known(delivery.documentId, 'document') });
  switch (delivery.purpose) {
    case 'document_arrived':
      return templates.documentArrived(document());
    case 'documents_collected':
      return delivery.documents === 1
        ? templates.documentArrived(document())
        : templates.documentsArrived({
            ...facts,
            documents: delivery.documents,
            forColleague,
          });
    case 'document_rejected':
      return templates.documentRejected(document());
    case 'renewal_asked':
      return templates.renewalAsked(link());
    case 'problem_reported':
      return templates.problemReported(link());
    case 'check_locked':
      return templates.checkLocked(link());
    case 'password_changed':
      return templates.passwordChanged(facts);
    case 'second_factor_on':
      return templates.secondFactorOn(facts);
    case 'second_factor_replaced':
      return templates.secondFactorReplaced(facts);
    case 'second_factor_off':
      return templates.secondFactorOff(facts);
    case 'second_factor_reset':
      return templates.secondFactorReset(facts);
    case 'recovery_code_used':
      return templates.recoveryCodeUsed(facts);
    case 'sign_in_failures':
      return templates.signInFailures(facts);
    case 'admin_added':
      return templates.adminAdded({ ...facts, person: known(person ?? null, 'new administrator') });
    case 'team_joined':
      return templates.teamJoined(facts);
    case 'team_member_added':
      return templates.teamMemberAdded({ ...facts, person: known(person ?? null, 'new member') });
    case 'account_disabled':
      return templates.accountDisabled(facts);
    case 'account_enabled':
      return templates.accountEnabled(facts);
    case 'standing_in':
      return templates.standingIn(facts);
    case 'absence_set':
      return templates.absenceSet(facts);
    case 'new_device':
      throw new Error('A mail about a new device needs the details of the sign-in');
    case 'upload_link':
      throw new Error('An email with an upload link needs its sentences');
    case 'password_reset':
    case 'password_link_needed':
    case 'invitation':
      throw new Error(`A mail with the purpose ${delivery.purpose} needs a minted link`);
  }
}

function known<Fact>(fact: Fact | null, what: string): Fact {
  if (fact === null) throw new Error(`The delivery has no ${what}`);
  return fact;
}
