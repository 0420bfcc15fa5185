import { readConfig } from './config.js';

const key = { kty: 'OKP', crv: 'Ed25519', x: 'x', d: 'd' };
const env = {
  PORT: '8080',
  INTERNAL_PRIVATE_KEY: JSON.stringify(key),
  SERVICE_KEYS: '{}',
  AMQP_URL: 'amqp://127.0.0.1',
  AUTH_URL: 'http://auth:1',
  TOKEN_URL: 'http://token:1',
  DOCUMENT_URL: 'http://document:1/',
  NOTIFICATION_URL: 'http://notification:1',
  AUDIT_URL: 'http://audit:1',
  PUBLIC_URL: 'https://docs.clinic.example/',
  WEB_ROOT: '/srv/web',
  TRUSTED_PROXY_HOPS: '1',
};

describe('the gateway settings', () => {
  it('lists are read as comma-separated values and rate limits as JSON', () => {
    const config = readConfig({
      ...env,
      TRUSTED_PROXY_HOPS: '',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      ALLOWED_ORIGINS: 'https://a.example/,http://b.example:81',
      RATE_LIMITS: '{"upload":0}',
    });
    expect(config).toMatchObject({
      TRUSTED_PROXIES: ['10.0.0.0/8', '::1'],
      ALLOWED_ORIGINS: ['https://a.example', 'http://b.example:81'],
      RATE_LIMITS: { upload: 0 },
      DOCUMENT_URL: 'http://document:1',
    });
  });

  it('by default no proxy is trusted by its address, no extra origin is allowed and no limit is changed', () => {
    expect(readConfig(env)).toMatchObject({ TRUSTED_PROXIES: [], ALLOWED_ORIGINS: [], RATE_LIMITS: {} });
  });

  it.each([
    [{ CLINIC_CONTACT_PHONE: 'ask at the desk' }, 'not a telephone number'],
    [{ CLINIC_CONTACT_PHONE: '+()' }, 'not a telephone number'],
    [{ CLINIC_CONTACT_EMAIL: 'desk' }, 'CLINIC_CONTACT_EMAIL is not valid'],
    [{ CLINIC_HOURS: 'x'.repeat(121) }, 'CLINIC_HOURS is not valid'],
  ])('the gateway does not start with the contact %j', (contact, problem) => {
    expect(() => readConfig({ ...env, ...contact })).toThrow(problem);
  });

  it.each(['020 7946 0123', '+44 (0)20 7946-0123', '111'])('%s is a telephone number', (phone) => {
    expect(readConfig({ ...env, CLINIC_CONTACT_PHONE: phone }).CLINIC_CONTACT_PHONE).toBe(phone);
  });

  it.each([
    ['over plain http', { PUBLIC_URL: 'http://localhost:8080' }],
    ['outside production', { NODE_ENV: 'test' }],
    ['when TRUSTED_PROXIES is set', { TRUSTED_PROXIES: '192.0.2.7' }],
  ])('TRUSTED_PROXY_HOPS is optional %s', (_name, change) => {
    const config = readConfig({ ...env, TRUSTED_PROXY_HOPS: '', ...change });
    expect(config.TRUSTED_PROXY_HOPS).toBeUndefined();
  });

  it.each([
    [{ AUTH_URL: '' }, 'AUTH_URL is not set'],
    [{ TRUSTED_PROXIES: 'everybody' }, 'TRUSTED_PROXIES is not valid'],
    [
      { TRUSTED_PROXY_HOPS: '' },
      'TRUSTED_PROXY_HOPS is not set (PUBLIC_URL is https, so there is a proxy in front of the gateway',
    ],
    [{ TRUSTED_PROXY_HOPS: '0' }, 'TRUSTED_PROXY_HOPS is not valid'],
    [{ TRUSTED_PROXIES: '192.0.2.7' }, 'TRUSTED_PROXY_HOPS is not valid (TRUSTED_PROXIES is set as well'],
    [{ RATE_LIMITS: '{"upload":-1}' }, 'RATE_LIMITS is not valid'],
    [{ SESSION_CACHE_MS: '1001' }, 'SESSION_CACHE_MS is not valid'],
  ])('a wrong setting is reported with a message that names it: %j', (change, sentence) => {
    expect(() => readConfig({ ...env, ...change })).toThrow(sentence);
  });
});
