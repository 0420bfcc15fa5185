import { X509Certificate } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { root } from '../stack/paths.ts';
import { makeSecrets, type Secrets } from '../stack/secrets.ts';
import { kubernetesObjects } from './kubernetes-objects.ts';
import { clusterAmqpUrl, composeSecrets, demoPlaces, type Places } from './production-secrets.ts';
import { definitionsFrom, missingFrom, readDotEnv } from './update-dot-env.ts';

const USAGE = `Usage:
  npm run secrets
      Writes .env for docker compose: new passwords and keys. Refuses when there is one: it would lock you out.
      Beside it rabbitmq-definitions.json: the broker's users and their rights.
  npm run secrets -- update
      Adds to an .env what this version needs and it does not have, and writes rabbitmq-definitions.json from it.
  npm run --silent secrets -- kubernetes --postgres host:5432 --smtp smtps://… [--ca ca.crt] [--amqp amqps://…]
      Prints the namespace caredrop and its Secrets, to be put into a vault, or to be applied. Connections are encrypted:
      --ca names the file with the authorities of Postgres and RabbitMQ, and makes the ConfigMap caredrop-ca of it.
      Without --amqp the broker is the one of k8s/components/rabbitmq-cluster, whose Secret is printed as well.
  npm run --silent secrets -- kubernetes --stores
      The same for the demo's own stores (k8s/overlays/dev), without TLS.
Keep a sealed copy apart from the data: without KEK_KEYS no document can be read again.`;

/** As .env is read by compose: single quotes keep JSON and dollar signs as they are. */
function dotEnv(values: Record<string, string>): string {
  const lines = Object.entries(values).map(([name, value]) => `${name}='${value}'`);
  return [
    '# Secrets of this installation, made by npm run secrets. Keep a copy apart from the data.',
    ...lines,
    '',
    '# Yours to fill in: where people reach it, who sends the mails, and Twilio for text',
    '# messages: all three of its lines, or none, and SMS is off.',
    'PUBLIC_URL=http://localhost:8080',
    "CLINIC_NAME='Your clinic'",
    "MAIL_FROM='Caredrop <no-reply@caredrop.example>'",
    '#SMTP_URL=smtps://user:password@mail.example:465',
    'TWILIO_ACCOUNT_SID=',
    'TWILIO_AUTH_TOKEN=',
    'TWILIO_FROM=',
    '',
  ].join('\n');
}

const file = path.join(root, '.env');

/** Readable by all: the broker runs as a user of its image, and passwords are long, random and hashed. */
function writeDefinitions(): void {
  const definitions = definitionsFrom(readDotEnv(readFileSync(file, 'utf8')));
  writeFileSync(path.join(root, 'rabbitmq-definitions.json'), JSON.stringify(definitions, null, 2));
}

function updateDotEnv(): void {
  if (!existsSync(file)) throw new Error('There is no .env: npm run secrets makes one.');
  const missing = Object.entries(missingFrom(readDotEnv(readFileSync(file, 'utf8'))));
  if (missing.length > 0)
    appendFileSync(file, ['', ...missing.map(([name, value]) => `${name}='${value}'`), ''].join('\n'));
  writeDefinitions();
  console.log(`Added to .env: ${missing.map(([name]) => name).join(', ') || 'nothing'}`);
}

function writeDotEnv(): void {
  if (existsSync(file)) throw new Error('.env exists: it was left as it is. Move it away to make another.');
  writeFileSync(file, dotEnv(composeSecrets(makeSecrets())), { mode: 0o600 });
  writeDefinitions();
  console.log('Wrote .env. Fill in its last lines, then: docker compose up --build --detach');
}

interface Options {
  stores: boolean;
  postgres?: string;
  amqp?: string;
  smtp?: string;
  ca?: string;
}

function printKubernetes(options: Options): void {
  const made = makeSecrets();
  const objects = kubernetesObjects(made, options.stores ? demoPlaces(made) : placesOf(options, made), {
    stores: options.stores,
    broker: !options.stores && options.amqp === undefined,
    authorities: options.ca === undefined ? undefined : authoritiesIn(options.ca),
  });
  process.stdout.write(objects.map((one) => stringify(one, { lineWidth: 0 })).join('---\n'));
}

function placesOf({ postgres, amqp, smtp }: Options, made: Secrets): Places {
  if (postgres === undefined || smtp === undefined) throw new Error(USAGE);
  const amqpUrl = amqp ?? clusterAmqpUrl(made);
  return { postgresHost: postgres, postgresTls: true, amqpUrl, smtpUrl: smtp };
}

/** The file's text. Throws a sentence when it does not begin with a certificate. */
function authoritiesIn(file: string): string {
  const text = readFileSync(file, 'utf8');
  try {
    new X509Certificate(text);
  } catch {
    throw new Error(`${file} holds no certificate in PEM`);
  }
  return text;
}

function run(): void {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      stores: { type: 'boolean', default: false },
      postgres: { type: 'string' },
      amqp: { type: 'string' },
      smtp: { type: 'string' },
      ca: { type: 'string' },
    },
  });
  const [target] = positionals;
  if (target === undefined) writeDotEnv();
  else if (target === 'update') updateDotEnv();
  else if (target === 'kubernetes') printKubernetes(values);
  else throw new Error(USAGE);
}

try {
  run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
