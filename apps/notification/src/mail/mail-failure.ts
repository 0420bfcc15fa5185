import { AppError, ServiceCallFailed } from '@caredrop/service-kit';
import { MailNotAccepted } from './mailer.js';

export interface MailFailure {
  /** Stored and logged: a code, never a text that could contain an address or a link. */
  code: string;
  /**
   * The mail server or auth is unavailable, or the mail server rejects our credentials or our sender: other emails
   * would fail too.
   */
  away: boolean;
  /** The mail server rejected the email permanently, or auth or token rejected our request. */
  refused: boolean;
  /** The mail server rejected the recipient's address permanently, or the address is invalid. */
  addressRejected: boolean;
}

const none = { away: false, refused: false, addressRejected: false };

/** Classifies an error of sending an email. `peer`: the service that knows the address. */
export function mailFailure(error: unknown, peer: 'auth' | 'token'): MailFailure {
  if (error instanceof MailNotAccepted) {
    const addressRejected = error.kind === 'address';
    const refused = addressRejected || error.kind === 'refused';
    return { code: `smtp:${error.code}`, away: error.kind === 'away', refused, addressRejected };
  }
  if (error instanceof ServiceCallFailed) {
    // Without the token service only the emails to patients wait.
    const away = peer === 'auth';
    return { ...none, code: `${peer}:${error.upstreamStatus ?? 'no answer'}`, away };
  }
  if (error instanceof AppError) return { ...none, code: `${peer}:${error.status}`, refused: true };
  return { ...none, code: 'internal' };
}
