import type { RenderedMail } from './mail-template.js';

/** Injection token for the {@link Mailer}. */
export const MAILER = Symbol('mailer');

export interface OutgoingMail extends RenderedMail {
  to: string;
  /** Fixed per delivery, so that mail programs recognise a duplicate. */
  messageId: string;
}

/** The mail server. */
export interface Mailer {
  /** Resolves when the server has accepted the email. Throws {@link MailNotAccepted}. */
  send(mail: OutgoingMail): Promise<void>;
  close(): Promise<void>;
}

/**
 * The server did not accept the email. `away`: it is unavailable or rejects our credentials or our sender, so other
 * emails would fail too. `address`: it rejected the recipient's address permanently, or the address is invalid.
 * `refused`: it rejected this email permanently (SMTP 5xx) for another reason. `later`: it rejected it for now (4xx).
 * The message contains only a code, because servers quote addresses.
 */
export class MailNotAccepted extends Error {
  constructor(
    readonly code: string,
    readonly kind: 'away' | 'address' | 'refused' | 'later',
  ) {
    super(`mail not accepted: ${code}`);
    this.name = 'MailNotAccepted';
  }
}
