import { newKeyRing } from '../test/support/key-ring.js';
import { newIdentityKeys } from '@caredrop/testing';
import { newSigningKey } from '../test/support/keys.js';
import { readAccountConfig, readConfig } from './config.js';

const complete = {
  PORT: '4001',
  INTERNAL_PRIVATE_KEY: JSON.stringify(newIdentityKeys().privateKey),
  SERVICE_KEYS: '{}',
  DATABASE_URL: 'postgresql://auth@127.0.0.1/auth',
  AMQP_URL: 'amqp://127.0.0.1',
  PUBLIC_URL: 'https://caredrop.example/',
  SESSION_KEYS: JSON.stringify([newSigningKey('k1')]),
  SECOND_FACTOR_KEYS: newKeyRing(),
};

describe('the auth settings', () => {
  it('missing settings have safe defaults', () => {
    expect(readConfig(complete)).toMatchObject({
      SESSION_IDLE_SECONDS: 30 * 60,
      SESSION_ABSOLUTE_SECONDS: 12 * 60 * 60,
      REQUIRE_SECOND_FACTOR: 'off',
      RESET_LINK_SECONDS: 60 * 60,
      INVITE_LINK_SECONDS: 7 * 24 * 60 * 60,
      PASSWORD_MIN_LENGTH: 6,
      LOGIN_FREE_FAILURES: 5,
      PUBLIC_URL: 'https://caredrop.example',
    });
  });

  it.each([
    'SESSION_KEYS',
    'SECOND_FACTOR_KEYS',
    'INTERNAL_PRIVATE_KEY',
    'DATABASE_URL',
    'AMQP_URL',
    'PUBLIC_URL',
  ])('start-up fails with a message that names %s when it is missing', (name) => {
    expect(() => readConfig({ ...complete, [name]: '' })).toThrow(`auth cannot start: ${name} is not set`);
  });

  it.each([
    ['SESSION_KEYS', 'not json'],
    ['SESSION_KEYS', '[]'],
    ['SESSION_KEYS', JSON.stringify([newSigningKey('k1'), newSigningKey('k1')])],
    ['SESSION_KEYS', JSON.stringify([{ ...newSigningKey('k1'), d: undefined }])],
    ['SECOND_FACTOR_KEYS', '{"current":"f1","keys":{}}'],
    ['REQUIRE_SECOND_FACTOR', 'some'],
    ['PASSWORD_MIN_LENGTH', '5'],
    ['PASSWORD_MIN_LENGTH', '129'],
    ['PUBLIC_URL', 'ftp://caredrop.example'],
  ])('the setting %s is refused when it is %s', (name, value) => {
    expect(() => readConfig({ ...complete, [name]: value })).toThrow(`${name} is not valid`);
  });

  it('an error about SESSION_KEYS does not contain the private key', () => {
    const key = newSigningKey('k1');
    const given = JSON.stringify([key, key]);
    expect(() => readConfig({ ...complete, SESSION_KEYS: given })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(key.d) as string }) as Error,
    );
  });
});

describe('the settings of a command', () => {
  it('a command needs only the database and the public address', () => {
    const { DATABASE_URL, PUBLIC_URL } = complete;
    expect(readAccountConfig({ DATABASE_URL, PUBLIC_URL }).PASSWORD_MIN_LENGTH).toBe(6);
    expect(() => readAccountConfig({})).toThrow('DATABASE_URL is not set; PUBLIC_URL is not set');
  });
});
