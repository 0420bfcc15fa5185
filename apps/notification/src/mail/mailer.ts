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
 * The server did not accept the email. `away`: it is unavailable or rejects our credentials, so other emails would fail
 * too. `refused`: this email was rejected permanently (SMTP 5xx, or an invalid address). `later`: it was rejected for
 * now (4xx). The message contains only a code, because servers quote addresses.
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
