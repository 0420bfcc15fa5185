/** Settings that must come from a secret store and never from a ConfigMap, an image or a repository. */
export const secretSettings: ReadonlySet<string> = new Set([
  'AMQP_URL',
  'AUDIT_SIGNING_KEY',
  'DATABASE_URL',
  'FILE_URL_KEYS',
  'INTERNAL_PRIVATE_KEY',
  'KEK_KEYS',
  'LINK_KEYS',
  'OWNER_DATABASE_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SECOND_FACTOR_KEYS',
  'SERVICE_KEYS',
  'SESSION_KEYS',
  'SMTP_URL',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
]);
