import { AppError, ServiceCallFailed } from '@caredrop/service-kit';
import { MailNotAccepted } from './mailer.js';

export interface MailFailure {
  /** Stored and logged: a code, never a text that could contain an address or a link. */
  code: string;
  /** The mail server or auth is unavailable, or the mail server rejects our credentials: other emails would fail too. */
  away: boolean;
  /** The mail server rejected the email permanently, or auth or token rejected our request. */
  refused: boolean;
}

/** Classifies an error of sending an email. `peer`: the service that knows the address. */
export function mailFailure(error: unknown, peer: 'auth' | 'token'): MailFailure {
  if (error instanceof MailNotAccepted) {
    return { code: `smtp:${error.code}`, away: error.kind === 'away', refused: error.kind === 'refused' };
  }
  if (error instanceof ServiceCallFailed) {
    // Without the token service only the emails to patients wait.
    const away = peer === 'auth';
    return { code: `${peer}:${error.upstreamStatus ?? 'no answer'}`, away, refused: false };
  }
  if (error instanceof AppError) return { code: `${peer}:${error.status}`, away: false, refused: true };
  return { code: 'internal', away: false, refused: false };
}
