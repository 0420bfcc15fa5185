import { readConfig } from './config.js';

const key = { kty: 'OKP', crv: 'Ed25519', x: 'x', d: 'd' };
const env = {
  PORT: '8080',
  INTERNAL_PRIVATE_KEY: JSON.stringify(key),
  INTERNAL_CALLERS: '{}',
  AMQP_URL: 'amqp://127.0.0.1',
  AUTH_URL: 'http://auth:1',
  TOKEN_URL: 'http://token:1',
  DOCUMENT_URL: 'http://document:1/',
  NOTIFICATION_URL: 'http://notification:1',
  AUDIT_URL: 'http://audit:1',
  PUBLIC_URL: 'https://docs.clinic.example/',
  WEB_ROOT: '/srv/web',
};

describe('the settings', () => {
  it('take lists separated by commas and limits as JSON', () => {
    const config = readConfig({
      ...env,
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

  it('trust nobody, allow one origin and change no limit unless told', () => {
    expect(readConfig(env)).toMatchObject({ TRUSTED_PROXIES: [], ALLOWED_ORIGINS: [], RATE_LIMITS: {} });
  });

  it.each([
    [{ AUTH_URL: '' }, 'AUTH_URL is not set'],
    [{ TRUSTED_PROXIES: 'everybody' }, 'TRUSTED_PROXIES is not valid'],
    [{ RATE_LIMITS: '{"upload":-1}' }, 'RATE_LIMITS is not valid'],
    [{ SESSION_CACHE_MS: '5000' }, 'SESSION_CACHE_MS is not valid'],
  ])('stop the start with a sentence: %j', (change, sentence) => {
    expect(() => readConfig({ ...env, ...change })).toThrow(sentence);
  });
});
