// @ts-check
import { makeSecrets } from '../stack/make-secrets.mjs';
import { serviceNames } from '../stack/service-names.mjs';
import { brokerDefinitions } from './broker-definitions.mjs';
import { composeSecrets } from './production-secrets.mjs';

/** @import { JsonWebKey } from 'node:crypto' */
/** @import { Secrets } from '../stack/secrets.ts' */
/** @import { ServiceName } from '../stack/service-names.ts' */
/** @import { Values } from './production-secrets.mjs' */

/**
 * Lines in compose's .env format: single quotes keep JSON and dollar signs as they are.
 * @param {Values} values
 */
export const dotEnvLines = (values) => Object.entries(values).map(([name, value]) => `${name}='${value}'`);

/**
 * A new `.env`.
 * @param {Values} values
 */
export function dotEnv(values) {
  return [
    '# Secrets of this installation, created by npm run secrets. Keep a copy apart from the data.',
    ...dotEnvLines(values),
    '',
    '# Fill in the public address, how patients reach you, the sender of emails, and a Twilio account for text',
    '# messages (all three of its lines; without them SMS is off).',
    'PUBLIC_URL=http://localhost:8080',
    "CLINIC_NAME='Your clinic'",
    'CLINIC_CONTACT_PHONE=',
    'CLINIC_CONTACT_EMAIL=',
    'CLINIC_HOURS=',
    "MAIL_FROM='Caredrop <no-reply@caredrop.example>'",
    '#SMTP_URL=smtps://user:password@mail.example:465',
    'TWILIO_ACCOUNT_SID=',
    'TWILIO_AUTH_TOKEN=',
    'TWILIO_FROM=',
    '',
  ].join('\n');
}

/**
 * The values of a `.env` written by `npm run secrets`: one per line, with or without single quotes.
 * @param {string} text
 * @returns {Values}
 */
export function readDotEnv(text) {
  const lines = text.split('\n').flatMap((line) => {
    const [, name, quoted, plain] = /^([A-Z0-9_]+)=(?:'(.*)'|(.*))$/.exec(line.trim()) ?? [];
    return name ? [[name, quoted ?? plain ?? '']] : [];
  });
  return Object.fromEntries(lines);
}

/**
 * The values that this version needs and the `.env` lacks: new passwords and keys. A missing SERVICE_KEYS is derived
 * from the private keys in the `.env`.
 * @param {Values} values
 * @returns {Values}
 */
export function missingFrom(values) {
  const made = makeSecrets();
  const wanted = composeSecrets({ ...made, identities: identitiesIn(values, made) });
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => !values[name]));
}

/**
 * RabbitMQ's definitions with the passwords of this `.env`.
 * @param {Values} values
 */
export function definitionsFrom(values) {
  const passwords = serviceNames.map((name) => [name, required(values, passwordOf(name))]);
  return brokerDefinitions({
    rabbitmqPassword: required(values, 'RABBITMQ_PASSWORD'),
    brokerPasswords: Object.fromEntries(passwords),
  });
}

/** @param {ServiceName} service */
const passwordOf = (service) => `${service.toUpperCase()}_RABBITMQ_PASSWORD`;

/**
 * @param {Values} values
 * @param {Secrets} made
 * @returns {Secrets['identities']}
 */
function identitiesIn(values, made) {
  const kept = serviceNames.map((name) => {
    const text = values[`${name.toUpperCase()}_PRIVATE_KEY`];
    return [name, text ? identityOf(JSON.parse(text)) : made.identities[name]];
  });
  return Object.fromEntries(kept);
}

/** @param {JsonWebKey} key */
const identityOf = ({ d, ...publicKey }) => ({ privateKey: { ...publicKey, d }, publicKey });

/**
 * @param {Values} values
 * @param {string} name
 */
function required(values, name) {
  const value = values[name];
  if (!value) throw new Error(`${name} is not in .env`);
  return value;
}
