import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { root } from '../stack/paths.ts';
import { makeSecrets } from '../stack/secrets.ts';
import { serviceNames } from '../stack/service-names.ts';
import { composeSecrets, kubernetesSecret, storesSecret, type Places } from './production-secrets.ts';

const USAGE = `Usage:
  npm run secrets
      Writes .env for docker compose: new passwords and keys. Refuses when there is one: it would lock you out.
  npm run --silent secrets -- kubernetes [--stores] [--postgres host:5432] [--amqp url] [--smtp url]
      Prints Secrets for the namespace caredrop, to look at, complete and apply, or to put into a vault;
      with --stores also that of the demo's own stores (overlay dev).
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

function writeDotEnv(): void {
  const file = path.join(root, '.env');
  if (existsSync(file)) throw new Error('.env exists: it was left as it is. Move it away to make another.');
  writeFileSync(file, dotEnv(composeSecrets(makeSecrets())), { mode: 0o600 });
  console.log('Wrote .env. Fill in its last lines, then: docker compose up --build --detach');
}

function printKubernetes(places: Partial<Places>, withStores: boolean): void {
  const made = makeSecrets();
  const all: Places = {
    postgresHost: 'postgres:5432',
    amqpUrl: `amqp://caredrop:${made.rabbitmqPassword}@rabbitmq:5672`,
    smtpUrl: 'smtp://mailpit:1025',
    ...places,
  };
  const secrets = serviceNames.map((service) => secret(service, kubernetesSecret(service, made, all)));
  if (withStores) secrets.push(secret('stores', storesSecret(made)));
  process.stdout.write(secrets.map((one) => stringify(one, { lineWidth: 0 })).join('---\n'));
}

function secret(name: string, stringData: Record<string, string>): object {
  const metadata = { name: `caredrop-${name}`, namespace: 'caredrop' };
  return { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', stringData };
}

function run(): void {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      stores: { type: 'boolean', default: false },
      postgres: { type: 'string' },
      amqp: { type: 'string' },
      smtp: { type: 'string' },
    },
  });
  const [target] = positionals;
  if (target === undefined) writeDotEnv();
  else if (target === 'kubernetes') printKubernetes(given(values), values.stores);
  else throw new Error(USAGE);
}

function given({ postgres, amqp, smtp }: Record<string, unknown>): Partial<Places> {
  const places = { postgresHost: postgres, amqpUrl: amqp, smtpUrl: smtp };
  return Object.fromEntries(Object.entries(places).filter(([, value]) => value !== undefined));
}

try {
  run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
