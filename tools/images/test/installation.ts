import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { defaultTuning } from '@caredrop/messaging';
import type { Secrets } from '../../stack/secrets.ts';
import { keep, makeSecrets } from '../../stack/secrets.ts';
import { homeAt, root, type Home } from '../../stack/paths.ts';
import { definitionsOf } from '../../stack/broker.ts';
import { serviceNames } from '../../stack/service-names.ts';
import { composeSecrets } from '../../deploy/production-secrets.mjs';
import { shortened } from '../../test/whole-system.ts';
import { Composition } from './composition.ts';

export interface Installation {
  home: Home;
  secrets: Secrets;
  composition: Composition;
  url: string;
  mailUrl: string;
  smsUrl: string;
}

/** The Twilio emulator, which runs on this machine. */
export interface Sms {
  /** URL for containers. */
  url: string;
  /** URL for this machine. */
  page: string;
  accountSid: string;
  authToken: string;
}

/**
 * Prepares a folder as an operator would: an `.env` like that of `npm run secrets`, with free ports, and an override of
 * docker-compose.yml with the short durations of `npm test` and debug logs.
 */
export function prepareInstallation(
  folder: string,
  ports: { web: number; mail: number },
  sms: Sms,
): Installation {
  const home = homeAt(folder);
  const secrets = keep(home, makeSecrets());
  const url = `http://127.0.0.1:${String(ports.web)}`;
  const values: Record<string, string> = {
    ...composeSecrets(secrets),
    CAREDROP_VERSION: 'test',
    // The service connects as its second role, as after a password rotation (docs/password-rotation.md).
    TOKEN_DATABASE_USER: 'caredrop_token_2',
    PORT: String(ports.web),
    MAIL_PORT: String(ports.mail),
    PUBLIC_URL: url,
    // The demo's users sign in with a password only.
    REQUIRE_SECOND_FACTOR: 'off',
    // The sentences that the tests expect name this minimum.
    PASSWORD_MIN_LENGTH: '6',
    TWILIO_ACCOUNT_SID: sms.accountSid,
    TWILIO_AUTH_TOKEN: sms.authToken,
    TWILIO_FROM: '+447700900000',
    TWILIO_API_URL: sms.url,
  };
  const envFile = path.join(folder, '.env');
  const lines = Object.entries(values).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(envFile, lines.join(''), { mode: 0o600 });
  const files = [path.join(root, 'docker-compose.yml'), overrideIn(folder, secrets)];
  const composition = new Composition(`caredrop-test-${String(process.pid)}`, files, envFile);
  const mailUrl = `http://127.0.0.1:${String(ports.mail)}`;
  return { home, secrets, composition, url, mailUrl, smsUrl: sms.page };
}

/** JSON is valid YAML. */
function overrideIn(folder: string, secrets: Secrets): string {
  const file = path.join(folder, 'compose.test.json');
  const services = serviceNames.map((name) => {
    return [name, { environment: { LOG_LEVEL: 'debug', ...shortened[name] } }] as const;
  });
  const definitions = path.join(folder, 'rabbitmq-definitions.json');
  const own = shortened.token?.EVENTS_RETRY_DELAYS_MS?.split(',').map(Number) ?? [];
  const delays = [...defaultTuning.retryDelaysMs, ...own];
  writeFileSync(definitions, JSON.stringify(definitionsOf(secrets, delays)));
  const configs = { 'broker-definitions': { file: definitions } };
  writeFileSync(file, JSON.stringify({ services: Object.fromEntries(services), configs }, null, 2));
  return file;
}
