import type { JsonWebKey } from 'node:crypto';
import { makeSecrets, type Secrets } from '../stack/secrets.ts';
import { serviceNames, type ServiceName } from '../stack/service-names.ts';
import { definitionsOf } from '../stack/broker.ts';
import { composeSecrets } from './production-secrets.ts';

type Values = Record<string, string>;

/** The values of a `.env` as `npm run secrets` writes it: one a line, in single quotes or in none. */
export function readDotEnv(text: string): Values {
  const lines = text.split('\n').flatMap((line) => {
    const [, name, quoted, plain] = /^([A-Z0-9_]+)=(?:'(.*)'|(.*))$/.exec(line.trim()) ?? [];
    return name ? [[name, quoted ?? plain ?? ''] as const] : [];
  });
  return Object.fromEntries(lines);
}

/** What a later version needs and this `.env` does not have: new passwords, and the public halves of its own keys. */
export function missingFrom(values: Values): Values {
  const made = makeSecrets();
  const wanted = composeSecrets({ ...made, identities: identitiesIn(values, made) });
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => !values[name]));
}

/** RabbitMQ's definitions with the passwords of this `.env`. */
export function definitionsFrom(values: Values): object {
  const passwords = serviceNames.map((name) => [name, required(values, passwordOf(name))] as const);
  return definitionsOf({
    rabbitmqPassword: required(values, 'RABBITMQ_PASSWORD'),
    brokerPasswords: Object.fromEntries(passwords) as Secrets['brokerPasswords'],
  });
}

const passwordOf = (service: ServiceName): string => `${service.toUpperCase()}_RABBITMQ_PASSWORD`;

function identitiesIn(values: Values, made: Secrets): Secrets['identities'] {
  const kept = serviceNames.map((name) => {
    const text = values[`${name.toUpperCase()}_PRIVATE_KEY`];
    return [name, text ? identityOf(JSON.parse(text) as JsonWebKey) : made.identities[name]] as const;
  });
  return Object.fromEntries(kept) as Secrets['identities'];
}

const identityOf = ({ d, ...publicKey }: JsonWebKey) => ({ privateKey: { ...publicKey, d }, publicKey });

function required(values: Values, name: string): string {
  const value = values[name];
  if (!value) throw new Error(`${name} is not in .env`);
  return value;
}
