import { AppError, ServiceCallFailed } from '@caredrop/service-kit';
import { MailNotAccepted } from './mailer.js';

export interface MailFailure {
  /** Stored and logged: a code, never a text that could contain an address or a link. */
  code: string;
  /** The mail server or auth does not respond: other emails would fail too. */
  away: boolean;
  /** The mail server rejected it permanently. */
  refused: boolean;
}

/** Classifies an error of sending an email. */
export function mailFailure(error: unknown): MailFailure {
  if (error instanceof MailNotAccepted) {
    return { code: `smtp:${error.code}`, away: error.kind === 'away', refused: error.kind === 'refused' };
  }
  if (error instanceof ServiceCallFailed) {
    return { code: `auth:${error.upstreamStatus ?? 'no answer'}`, away: true, refused: false };
  }
  if (error instanceof AppError) return { code: `auth:${error.status}`, away: false, refused: true };
  return { code: 'internal', away: false, refused: false };
}
