import { createTransport } from 'nodemailer';
import { ok, plainSentence, warning, fail, type Check, type CheckResult } from '@caredrop/service-kit';

const COMPONENT = 'Mail server';
const PAGE = 'docs/runbooks/mails-not-sent.md';
const TIMEOUT_MS = 5_000;

/** Connects, sends EHLO, starts TLS and authenticates, as for an email, but sends none. */
export const checkSmtp = (url: string | undefined): Check[] =>
  url ? [{ component: COMPONENT, page: PAGE, run: () => check(url) }] : [];

async function check(url: string): Promise<CheckResult[]> {
  const failure = await attempt(url, {});
  if (failure !== null) return [fail(COMPONENT, sentenceOf(failure), `correct SMTP_URL: ${PAGE}`)];
  const responses = ok(COMPONENT, 'reachable, and accepts our connection');
  if (url.startsWith('smtps:') || new URL(url).searchParams.get('requireTLS') === 'true')
    return [responses, ok('Mail transport', 'TLS is required for all mail')];
  const plain = (await attempt(url, { requireTLS: true })) !== null;
  const remediation = `use smtps:// or add ?requireTLS=true in SMTP_URL: docs/configuration.md`;
  return [
    responses,
    plain
      ? warning('Mail transport', 'the server offers no trusted TLS: mail is sent in clear text', remediation)
      : warning(
          'Mail transport',
          'TLS is used but not required: an attacker on the network can strip it',
          remediation,
        ),
  ];
}

interface SmtpFailure {
  code?: string;
  responseCode?: number;
}

async function attempt(url: string, more: { requireTLS?: boolean }): Promise<SmtpFailure | null> {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    ...more,
  });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return error as SmtpFailure;
  } finally {
    transport.close();
  }
}

/** Servers quote addresses and more, so only the kind of failure is reported. */
function sentenceOf(failure: SmtpFailure): string {
  const { code, responseCode } = failure;
  if (code === 'EAUTH') return 'does not accept the user and password in SMTP_URL';
  if (code === 'ETLS') return 'does not speak TLS, or its certificate cannot be trusted';
  if (responseCode) return `responds with ${String(responseCode)}`;
  return code === 'ETIMEDOUT'
    ? 'does not respond at the address in SMTP_URL'
    : `${plainSentence(failure)} (SMTP_URL)`;
}
