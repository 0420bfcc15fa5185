import type { RenderedMail } from './letter.js';

/** Injection token of the {@link Mailer}. */
export const MAILER = Symbol('mailer');

export interface OutgoingMail extends RenderedMail {
  to: string;
  /** Fixed per delivery: a mail handed over twice is recognised as one by mail programs. */
  messageId: string;
}

/** The mail server, in our words. */
export interface Mailer {
  /** Resolves when the server has accepted the mail. Throws {@link MailNotAccepted}. */
  send(mail: OutgoingMail): Promise<void>;
  close(): Promise<void>;
}

/**
 * The server did not take the mail. `away`: nobody answered properly, other mails will fare the same.
 * `refused`: a definite no (SMTP 5xx) to this mail. The message holds a code only: servers quote addresses.
 */
export class MailNotAccepted extends Error {
  constructor(
    readonly code: string,
    readonly kind: 'away' | 'refused' | 'later',
  ) {
    super(`mail not accepted: ${code}`);
    this.name = 'MailNotAccepted';
  }
}
