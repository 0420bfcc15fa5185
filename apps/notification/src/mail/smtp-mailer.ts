import { createTransport, type NodemailerError } from 'nodemailer';
import { inSpan } from '@caredrop/service-kit';
import { MailNotAccepted, type Mailer, type OutgoingMail } from './mailer.js';

export interface SmtpSettings {
  url: string;
  from: string;
  connections: number;
  /** Timeout of the whole attempt, from getting a connection to the server's acceptance. */
  timeoutMs: number;
}

type SmtpFailure = Partial<Pick<NodemailerError, 'code' | 'responseCode' | 'command' | 'response'>>;

const STEP_TIMEOUT_MS = 10_000;

/**
 * Sends through a pool of SMTP connections. Our own delivery rows handle retries: the pool itself repeats an email only
 * once, when the server closed the connection before any of the email was sent.
 */
export class SmtpMailer implements Mailer {
  private readonly transport;

  constructor(private readonly settings: SmtpSettings) {
    this.transport = createTransport({
      url: settings.url,
      pool: true,
      maxConnections: settings.connections,
      maxRequeues: 1,
      connectionTimeout: STEP_TIMEOUT_MS,
      greetingTimeout: STEP_TIMEOUT_MS,
      dnsTimeout: STEP_TIMEOUT_MS,
      socketTimeout: settings.timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  send(mail: OutgoingMail): Promise<void> {
    return inSpan('SMTP send', { kind: 'client' }, () => this.handOver(mail));
  }

  private async handOver({ to, messageId, subject, text, html }: OutgoingMail): Promise<void> {
    const signal = AbortSignal.timeout(this.settings.timeoutMs);
    try {
      await this.transport.sendMail({
        from: this.settings.from,
        // An object is treated as one address, whatever commas or brackets it contains.
        to: { name: '', address: to },
        messageId,
        subject,
        text,
        html,
        // Prevents out-of-office replies (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        signal,
      });
    } catch (error) {
      throw notAccepted(error as SmtpFailure);
    }
  }

  close(): Promise<void> {
    this.transport.close();
    return Promise.resolve();
  }
}

/** Classifies a failure of the SMTP client: whether it concerns only this address or email, or every email. */
export function notAccepted(error: SmtpFailure): MailNotAccepted {
  const { code = 'ESMTP', responseCode, command } = error;
  if (code === 'EAUTH') return new MailNotAccepted(code, 'away');
  if (responseCode === undefined) return new MailNotAccepted(code, code === 'EENVELOPE' ? 'address' : 'away');
  const reply = String(responseCode);
  if (responseCode === 421) return new MailNotAccepted(reply, 'away');
  if (responseCode < 500) return new MailNotAccepted(reply, 'later');
  // All emails have the same sender.
  if (command === 'MAIL FROM') return new MailNotAccepted(reply, 'away');
  return new MailNotAccepted(reply, rejectsAddress(error) ? 'address' : 'refused');
}

/**
 * Replies about the login, the sender or a policy (RFC 4954, enhanced status codes of RFC 3463). Postfix sends them in
 * response to RCPT TO.
 */
const notAboutAddress = /^530|^\d{3}[ -]5\.(7|1\.[78])\b/;

/** After DATA, a server may refuse the address, the content or the sender. */
const rejectsAddress = ({ command, response = '' }: SmtpFailure): boolean =>
  command === 'RCPT TO' && !notAboutAddress.test(response);
