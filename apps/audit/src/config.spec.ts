import { readCommandConfig, readConfig, readSignerConfig } from './config.js';

const pair = { kty: 'OKP', crv: 'Ed25519', x: 'x', d: 'd' };
const given = {
  PORT: '0',
  INTERNAL_PRIVATE_KEY: JSON.stringify(pair),
  SERVICE_KEYS: '{}',
  DATABASE_URL: 'postgresql://writer@localhost/audit',
  AMQP_URL: 'amqp://localhost',
  AUTH_URL: 'http://localhost:1/',
  TOKEN_URL: 'http://localhost:1/',
  DOCUMENT_URL: 'http://localhost:1/',
  AUDIT_EXPORT_KEY: JSON.stringify(pair),
};

describe('settings of the audit service', () => {
  it('the audit service reads only its own settings, not those of the owner, the signer or retention', () => {
    const config = readConfig({
      ...given,
      OWNER_DATABASE_URL: 'postgresql://owner@localhost/audit',
      AUDIT_SIGNING_KEY: JSON.stringify(pair),
    });
    expect(config).toMatchObject({ AUTH_URL: 'http://localhost:1', SIGNER_ROLE: 'caredrop_audit_signer' });
    // Settings for rewriting or signing history are not even read.
    expect(Object.keys(config).join()).not.toMatch(/OWNER|SIGNING|RETENTION_DATABASE|SIGNER_DATABASE/);
  });

  it.each(Object.keys(given))(
    'the audit service does not start without %s, and the error names it',
    (name) => {
      expect(() => readConfig({ ...given, [name]: undefined })).toThrow(`audit cannot start: ${name} is not`);
    },
  );

  it('the audit signer needs its port, database URL and key, and with REQUIRE_TLS an encrypted connection', () => {
    const signer = {
      PORT: '0',
      SIGNER_DATABASE_URL: 'postgresql://signer@localhost/audit',
      AUDIT_SIGNING_KEY: JSON.stringify(pair),
    };
    expect(readSignerConfig(signer)).toMatchObject({
      CHECKPOINT_EVERY_MS: 300_000,
      CHECKPOINT_EVERY_ENTRIES: 1000,
    });
    for (const name of Object.keys(signer))
      expect(() => readSignerConfig({ ...signer, [name]: undefined })).toThrow(
        `audit-signer cannot start: ${name} is not set`,
      );
    expect(() => readSignerConfig({ ...signer, REQUIRE_TLS: 'yes' })).toThrow(
      'SIGNER_DATABASE_URL is not encrypted',
    );
  });

  it.each(['DATABASE_URL', 'OWNER_DATABASE_URL', 'SIGNER_DATABASE_URL', 'RETENTION_DATABASE_URL'])(
    'with REQUIRE_TLS, the commands refuse an unencrypted %s',
    (name) => {
      const env = { REQUIRE_TLS: 'yes', [name]: 'postgresql://role@db/audit' };
      expect(() => readCommandConfig(env)).toThrow(`${name} is not encrypted`);
      const encrypted = { ...env, [name]: 'postgresql://role@db/audit?sslmode=verify-full' };
      expect(readCommandConfig(encrypted)).toMatchObject(encrypted);
    },
  );

  it('audit entries are kept for at least six years by default', () => {
    expect(readCommandConfig({}).AUDIT_KEEP_DAYS).toBeGreaterThanOrEqual(6 * 365.25);
    expect(readCommandConfig({ AUDIT_KEEP_DAYS: '3650' }).AUDIT_KEEP_DAYS).toBe(3650);
  });
});
