import { renderLetter, type Letter, type RenderedMail } from './letter.js';
import * as letters from './letters.js';
import type { TakenDelivery } from './take-turns.js';
import type { Person, Recipient, SecretLink, SignIn } from './recipients.js';
import { timeText } from './time-text.js';

/** The clinic's details in an email. */
export interface House {
  clinic: string;
  publicUrl: string;
  timeZone: string;
}

/** The email about a sign-in on a device that the account had not used before. */
export function composeNewDevice({ firstName }: Recipient, signIn: SignIn, house: House): RenderedMail {
  const time = timeText(new Date(signIn.signedInAt), house.timeZone);
  return renderLetter(letters.newDevice({ ...house, ...signIn, firstName, time }), house.clinic);
}

/** The email to `recipient` about a delivery that needs nothing but its row. Throws for one that does. */
export function composeNews(
  delivery: TakenDelivery,
  recipient: Recipient,
  house: House,
  person?: Person,
): RenderedMail {
  return renderLetter(newsLetter(delivery, recipient, house, person), house.clinic);
}

/** The email with a newly minted link to set a password. */
export function composeSecret(purpose: 'reset' | 'invite', link: SecretLink, house: House): RenderedMail {
  const expires = timeText(new Date(link.expiresAt), house.timeZone);
  const facts = { ...house, firstName: link.firstName, url: link.url, expires };
  return renderLetter(
    purpose === 'reset' ? letters.passwordReset(facts) : letters.invitation(facts),
    house.clinic,
  );
}

function newsLetter(
  delivery: TakenDelivery,
  { userId, firstName }: Recipient,
  house: House,
  person: Person | undefined,
): Letter {
  const facts = { firstName, clinic: house.clinic, publicUrl: house.publicUrl };
  const document = () => ({
    ...facts,
    documentId: known(delivery.documentId, 'document'),
    tokenId: known(delivery.tokenId, 'token'),
    forColleague: userId !== delivery.userId,
  });
  switch (delivery.purpose) {
    case 'document_arrived':
      return letters.documentArrived(document());
    case 'document_rejected':
      return letters.documentRejected(document());
    case 'password_changed':
      return letters.passwordChanged(facts);
    case 'second_factor_on':
      return letters.secondFactorOn(facts);
    case 'second_factor_replaced':
      return letters.secondFactorReplaced(facts);
    case 'second_factor_off':
      return letters.secondFactorOff(facts);
    case 'second_factor_reset':
      return letters.secondFactorReset(facts);
    case 'recovery_code_used':
      return letters.recoveryCodeUsed(facts);
    case 'sign_in_failures':
      return letters.signInFailures(facts);
    case 'admin_added':
      return letters.adminAdded({ ...facts, person: known(person ?? null, 'new administrator') });
    case 'account_disabled':
      return letters.accountDisabled(facts);
    case 'account_enabled':
      return letters.accountEnabled(facts);
    case 'new_device':
      throw new Error('A mail about a new device needs the details of the sign-in');
    case 'password_reset':
    case 'invitation':
      throw new Error(`A mail with the purpose ${delivery.purpose} needs a minted link`);
  }
}

function known<Fact>(fact: Fact | null, what: string): Fact {
  if (fact === null) throw new Error(`The delivery names no ${what}`);
  return fact;
}
