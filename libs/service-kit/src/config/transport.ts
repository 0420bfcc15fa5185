type Given = Record<string, unknown>;

const startsWith = (start: string) => (url: string) => url.startsWith(start);
const optionOf = (url: string, name: string) =>
  URL.canParse(url) ? new URL(url).searchParams.get(name) : null;

/** nodemailer takes TLS options from the URL; this one turns off the verification of the server. */
const isVerified = (url: string) => (optionOf(url, 'tls.rejectUnauthorized') ?? 'true') === 'true';

const postgres = {
  is: (url: string) => optionOf(url, 'sslmode') === 'verify-full',
  wanted: '?sslmode=verify-full',
};

/** The form a setting must have for its connection to be encrypted and its server verified. */
const encrypted: Record<string, { is: (url: string) => boolean; wanted: string }> = {
  DATABASE_URL: postgres,
  SIGNER_DATABASE_URL: postgres,
  OWNER_DATABASE_URL: postgres,
  RETENTION_DATABASE_URL: postgres,
  AMQP_URL: { is: startsWith('amqps://'), wanted: 'amqps://' },
  KMS_ENDPOINT: { is: startsWith('https://'), wanted: 'https://' },
  S3_ENDPOINT: { is: startsWith('https://'), wanted: 'https://' },
  SMTP_URL: {
    is: (url) => (url.startsWith('smtps://') || optionOf(url, 'requireTLS') === 'true') && isVerified(url),
    wanted: 'smtps:// or ?requireTLS=true, without tls.rejectUnauthorized=false',
  },
  AUDIT_SYSLOG_URL: { is: startsWith('tls://'), wanted: 'tls://' },
  TWILIO_API_URL: { is: startsWith('https://'), wanted: 'https://' },
  PUBLIC_URL: { is: startsWith('https://'), wanted: 'https://' },
};

/**
 * Returns a sentence about each setting that would send stored data over the network unencrypted, with the required
 * form. Calls between services and to the virus scanner are not included: they stay in the network that the operator
 * isolates (docs/security.md).
 */
export function plainTransports(given: Given): string[] {
  return Object.entries(encrypted).flatMap(([name, { is, wanted }]) => {
    const url = given[name];
    return typeof url === 'string' && !is(url)
      ? [`${name} is not encrypted (REQUIRE_TLS wants ${wanted})`]
      : [];
  });
}
