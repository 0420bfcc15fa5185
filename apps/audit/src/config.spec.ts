import { readCommandConfig, readConfig } from './config.js';

const pair = { kty: 'OKP', crv: 'Ed25519', x: 'x', d: 'd' };
const given = {
  PORT: '0',
  INTERNAL_PRIVATE_KEY: JSON.stringify(pair),
  SERVICE_KEYS: '{}',
  DATABASE_URL: 'postgresql://writer@localhost/audit',
  OWNER_DATABASE_URL: 'postgresql://owner@localhost/audit',
  AMQP_URL: 'amqp://localhost',
  AUTH_URL: 'http://localhost:1/',
  AUDIT_SIGNING_KEY: JSON.stringify(pair),
};

describe('settings of the audit service', () => {
  it('are complete with these', () => {
    expect(readConfig(given)).toMatchObject({
      AUTH_URL: 'http://localhost:1',
      CHECKPOINT_EVERY_MS: 300_000,
      CHECKPOINT_EVERY_ENTRIES: 1000,
    });
  });

  it.each(Object.keys(given))('stop the service with a sentence that names %s when it is missing', (name) => {
    expect(() => readConfig({ ...given, [name]: undefined })).toThrow(`audit cannot start: ${name} is not`);
  });

  it('need no owner where the service does not migrate', () => {
    expect(() => readConfig({ ...given, OWNER_DATABASE_URL: '', MIGRATE: 'never' })).not.toThrow();
  });

  it('keep entries for six years unless told otherwise', () => {
    expect(readCommandConfig({}).AUDIT_KEEP_DAYS).toBeGreaterThanOrEqual(6 * 365.25);
    expect(readCommandConfig({ AUDIT_KEEP_DAYS: '3650' }).AUDIT_KEEP_DAYS).toBe(3650);
  });
});
