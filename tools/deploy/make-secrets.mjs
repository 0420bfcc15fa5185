// @ts-check
import { X509Certificate } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../run/root.mjs';
import { makeSecrets } from '../stack/make-secrets.mjs';
import { printNewKey } from '../stack/new-key.mjs';
import { definitionsFrom, dotEnv, dotEnvLines, missingFrom, readDotEnv } from './dot-env.mjs';
import { kubernetesObjects } from './kubernetes-objects.mjs';
import { clusterAmqpUrl, composeSecrets, demoPlaces } from './production-secrets.mjs';

/** @import { Secrets } from '../stack/secrets.ts' */
/** @import { Places } from './production-secrets.mjs' */

const USAGE = `Usage:
  npm run secrets
      Writes .env with new passwords and keys for docker compose. Keeps an existing one: replacing it would lock you out.
      Also writes rabbitmq-definitions.json: the broker's users and their permissions.
  npm run secrets -- update
      Adds values that this version needs to an existing .env, and rewrites rabbitmq-definitions.json.
  npm run --silent secrets -- key <service>|SESSION_KEYS
      Makes a new key and prints the lines to set in .env, in order.
  npm run --silent secrets -- kubernetes --postgres host:5432 --smtp smtps://… [--ca ca.crt] [--amqp amqps://…]
      Prints the namespace caredrop and its Secrets, for a vault or kubectl apply. Connections are encrypted:
      --ca is the file with the CA certificates of Postgres and RabbitMQ, from which the ConfigMap caredrop-ca is made.
      Without --amqp the broker is that of k8s/components/rabbitmq-cluster, whose Secret is also printed.
  npm run --silent secrets -- kubernetes --stores
      The same for the demo's own stores (k8s/overlays/dev), without TLS.
Store an encrypted copy separately from the data: without KEK_KEYS no document can ever be read again.`;

const file = path.join(root, '.env');

/** World-readable, because the broker runs as another user; passwords are long, random and hashed. */
function writeDefinitions() {
  const definitions = definitionsFrom(readDotEnv(readFileSync(file, 'utf8')));
  const name = path.join(root, 'rabbitmq-definitions.json');
  writeFileSync(name, JSON.stringify(definitions, null, 2));
  chmodSync(name, 0o644);
}

function updateDotEnv() {
  if (!existsSync(file)) throw new Error('There is no .env: create one with npm run secrets.');
  const missing = missingFrom(readDotEnv(readFileSync(file, 'utf8')));
  const names = Object.keys(missing);
  if (names.length > 0) appendFileSync(file, ['', ...dotEnvLines(missing), ''].join('\n'));
  writeDefinitions();
  process.stdout.write(`Added to .env: ${names.join(', ') || 'nothing'}\n`);
}

function writeDotEnv() {
  if (existsSync(file))
    throw new Error('.env already exists and was not changed. Move it away to create another.');
  writeFileSync(file, dotEnv(composeSecrets(makeSecrets())), { mode: 0o600 });
  writeDefinitions();
  process.stdout.write('Wrote .env. Fill in its last lines, then: docker compose up --build --detach\n');
}

/** @typedef {{ stores?: boolean, postgres?: string, amqp?: string, smtp?: string, ca?: string }} Options */

/** @param {Options} options */
function printKubernetes(options) {
  const made = makeSecrets();
  const stores = options.stores === true;
  const text = kubernetesObjects(made, stores ? demoPlaces(made) : placesOf(options, made), {
    stores,
    broker: !stores && options.amqp === undefined,
    authorities: options.ca === undefined ? undefined : authoritiesIn(options.ca),
  });
  process.stdout.write(text);
}

/**
 * @param {Options} options
 * @param {Secrets} made
 * @returns {Places}
 */
function placesOf({ postgres, amqp, smtp }, made) {
  if (postgres === undefined || smtp === undefined) throw new Error(USAGE);
  const amqpUrl = amqp ?? clusterAmqpUrl(made);
  return { postgresHost: postgres, postgresTls: true, amqpUrl, smtpUrl: smtp };
}

/**
 * The file's text. Throws if it contains no PEM certificate.
 * @param {string} name
 */
function authoritiesIn(name) {
  const text = readFileSync(name, 'utf8');
  try {
    new X509Certificate(text);
  } catch {
    throw new Error(`${name} contains no PEM certificate`);
  }
  return text;
}

/** @param {string[]} args */
export function makeSecretsFor(args) {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      stores: { type: 'boolean' },
      postgres: { type: 'string' },
      amqp: { type: 'string' },
      smtp: { type: 'string' },
      ca: { type: 'string' },
    },
  });
  const [target, ...names] = positionals;
  if (target === undefined) writeDotEnv();
  else if (target === 'update') updateDotEnv();
  else if (target === 'key') printNewKey(names);
  else if (target === 'kubernetes') printKubernetes(values);
  else throw new Error(USAGE);
}
