import { readConfig } from './config.js';

const key = JSON.stringify({ current: 'k1', keys: { k1: Buffer.alloc(32).toString('base64') } });
const given = {
  PORT: '0',
  INTERNAL_PRIVATE_KEY: JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: 'x', d: 'd' }),
  SERVICE_KEYS: '{}',
  DATABASE_URL: 'postgresql://localhost/token',
  AMQP_URL: 'amqp://localhost',
  AUTH_URL: 'http://localhost:1/',
  DOCUMENT_URL: 'http://localhost:2',
  NOTIFICATION_URL: 'http://localhost:3',
  PUBLIC_URL: 'https://care.example/',
  LINK_KEYS: key,
};

describe('settings of the token service', () => {
  it('the token service starts with its required settings, and URLs lose their trailing slash', () => {
    expect(readConfig(given)).toMatchObject({
      PUBLIC_URL: 'https://care.example',
      AUTH_URL: 'http://localhost:1',
      CLAIM_LEASE_MS: 120_000,
      TOKEN_EXPIRY_DAYS: 30,
      BULK_TOKEN_EXPIRY_DAYS: 90,
    });
  });

  it.each(Object.keys(given))(
    'the token service does not start without %s, and the error names it',
    (name) => {
      expect(() => readConfig({ ...given, [name]: undefined })).toThrow(
        `token cannot start: ${name} is not set`,
      );
    },
  );

  it('reminders are on by default, on days 3, 10 and -2, in the Europe/London time zone', () => {
    expect(readConfig(given)).toMatchObject({
      REMINDERS: 'on',
      REMINDER_DAYS: [3, 10, -2],
      CLINIC_TIME_ZONE: 'Europe/London',
    });
    expect(readConfig({ ...given, REMINDER_DAYS: '-1, 5' })).toMatchObject({ REMINDER_DAYS: [-1, 5] });
  });

  it.each([
    ['REMINDERS', 'yes'],
    ...['1', '0', '2.5', 'three', '3,,10', '366', '-366', '2,4,6,8'].map(
      (days) => ['REMINDER_DAYS', days] as const,
    ),
    ['CLINIC_TIME_ZONE', 'London'],
  ] as const)('the token service does not start with %s=%s', (name, value) => {
    expect(() => readConfig({ ...given, [name]: value })).toThrow(`token cannot start: ${name} is not valid`);
  });
});
