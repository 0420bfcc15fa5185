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
      throw notAccepted(error as Partial<NodemailerError>);
    }
  }

  close(): Promise<void> {
    this.transport.close();
    return Promise.resolve();
  }
}

/** Classifies a failure of the SMTP client: whether it concerns this email only, or all. */
export function notAccepted(error: { code?: string; responseCode?: number }): MailNotAccepted {
  const { code = 'ESMTP', responseCode } = error;
  if (code === 'EAUTH') return new MailNotAccepted(code, 'away');
  if (responseCode === undefined) return new MailNotAccepted(code, code === 'EENVELOPE' ? 'refused' : 'away');
  if (responseCode === 421) return new MailNotAccepted(String(responseCode), 'away');
  return new MailNotAccepted(String(responseCode), responseCode >= 500 ? 'refused' : 'later');
}
