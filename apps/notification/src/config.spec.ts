import { generateKeyPairSync } from 'node:crypto';
import { readConfig, twilioAccount } from './config.js';

const { privateKey } = generateKeyPairSync('ed25519');
const complete = {
  PORT: '0',
  INTERNAL_PRIVATE_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
  SERVICE_KEYS: '{}',
  DATABASE_URL: 'postgresql://localhost/notification',
  AMQP_URL: 'amqp://localhost',
  SMTP_URL: 'smtp://localhost:25',
  MAIL_FROM: 'Caredrop <no-reply@clinic.example>',
  PUBLIC_URL: 'https://drop.clinic.example/',
  AUTH_URL: 'http://localhost:1',
  TOKEN_URL: 'http://localhost:1',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'very-secret',
  TWILIO_FROM: '+447700900000',
  TWILIO_STATUS_CALLBACK_URL: 'https://drop.clinic.example/api/twilio/status',
};

describe('settings of the notification service', () => {
  it('the SMS limits have defaults, and PUBLIC_URL loses its trailing slash', () => {
    expect(readConfig(complete)).toMatchObject({
      SMS_PER_CLINICIAN_PER_DAY: 100,
      SMS_PER_NUMBER_PER_DAY: 5,
      PUBLIC_URL: 'https://drop.clinic.example',
    });
    expect(readConfig(complete).TWILIO_API_URL).toBeUndefined();
  });

  it.each(['SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL', 'AUTH_URL', 'TOKEN_URL', 'AMQP_URL'])(
    'the notification service does not start without %s, and the error names it',
    (name) => {
      expect(() => readConfig({ ...complete, [name]: '' })).toThrow(
        `notification cannot start: ${name} is not set`,
      );
    },
  );

  it.each(['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM', 'TWILIO_STATUS_CALLBACK_URL'])(
    'the notification service does not start with a Twilio account that lacks %s',
    (name) => {
      expect(() => readConfig({ ...complete, [name]: '' })).toThrow(
        `notification cannot start: ${name} is not set`,
      );
    },
  );

  it('empty Twilio settings mean that no Twilio account is configured', () => {
    const none = { TWILIO_ACCOUNT_SID: '', TWILIO_AUTH_TOKEN: '', TWILIO_FROM: '' };
    expect(twilioAccount(readConfig({ ...complete, ...none }))).toBeNull();
    expect(twilioAccount(readConfig(complete))).toMatchObject({ accountSid: 'AC1', from: '+447700900000' });
  });

  it('an invalid setting is named without its value', () => {
    const wrong = { ...complete, SMTP_URL: 'http://user:hunter2@mail', MAIL_TIME_ZONE: 'Mars/Base' };
    expect(() => readConfig(wrong)).toThrow(/SMTP_URL is not valid.*MAIL_TIME_ZONE is not valid/);
    expect(() => readConfig(wrong)).not.toThrow(/hunter2/);
  });
});
