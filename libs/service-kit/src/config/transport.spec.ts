import { z } from 'zod';
import { loadConfig } from './load-config.js';
import { serviceSettings } from './settings.js';
import { plainTransports } from './transport.js';

const good = {
  DATABASE_URL: 'postgres://u:p@db/x?sslmode=verify-full&sslrootcert=/ca.pem',
  AMQP_URL: 'amqps://u:p@broker',
  KMS_ENDPOINT: 'https://kms',
  S3_ENDPOINT: 'https://store',
  SMTP_URL: 'smtps://mail:465',
  AUDIT_SYSLOG_URL: 'tls://logs:6514',
  TWILIO_API_URL: 'https://api',
  PUBLIC_URL: 'https://drop.clinic.example',
};

describe('unencrypted transports', () => {
  it('encrypted and unset transports are accepted', () => {
    expect(plainTransports(good)).toEqual([]);
    expect(plainTransports({ SMTP_URL: 'smtp://mail:587/?requireTLS=true' })).toEqual([]);
    expect(plainTransports({ S3_ENDPOINT: undefined })).toEqual([]);
  });

  it.each([
    ['DATABASE_URL', 'postgres://u:p@db/x'],
    ['SIGNER_DATABASE_URL', 'postgres://u:p@db/x'],
    ['OWNER_DATABASE_URL', 'postgres://u:p@db/x'],
    ['RETENTION_DATABASE_URL', 'postgres://u:p@db/x'],
    ['DATABASE_URL', 'postgres://u:p@db/x?sslmode=require'],
    ['DATABASE_URL', 'postgres://u:p@db/x?sslmode=no-verify'],
    ['AMQP_URL', 'amqp://u:p@broker'],
    ['KMS_ENDPOINT', 'http://kms'],
    ['S3_ENDPOINT', 'http://store'],
    ['SMTP_URL', 'smtp://mail:25'],
    ['SMTP_URL', 'smtp://mail:587/?requireTLS=false'],
    ['SMTP_URL', 'smtps://mail:465/?tls.rejectUnauthorized=false'],
    ['SMTP_URL', 'smtp://mail:587/?requireTLS=true&tls.rejectUnauthorized=0'],
    ['AUDIT_SYSLOG_URL', 'tcp://logs:514'],
    ['TWILIO_API_URL', 'http://api'],
    ['PUBLIC_URL', 'http://drop.clinic.example'],
  ])('the unencrypted setting %s=%s is named without its credentials', (name, url) => {
    const [problem, ...others] = plainTransports({ ...good, [name]: url });
    expect(others).toEqual([]);
    expect(problem).toContain(name);
    expect(problem).not.toContain('u:p@');
  });

  it('an unencrypted transport is refused only if REQUIRE_TLS is set', () => {
    const { REQUIRE_TLS } = serviceSettings.shape;
    const schema = z.object({ REQUIRE_TLS, AMQP_URL: z.string() });
    const env = { AMQP_URL: 'amqp://u:p@broker' };
    expect(loadConfig('token', schema, env)).toMatchObject(env);
    expect(() => loadConfig('token', schema, { ...env, REQUIRE_TLS: 'yes' })).toThrow(
      'token cannot start: AMQP_URL is not encrypted (REQUIRE_TLS wants amqps://)',
    );
  });
});
