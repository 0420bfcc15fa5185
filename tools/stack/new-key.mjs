// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dotEnvLines, readDotEnv } from '../deploy/dot-env.mjs';
import { root } from '../run/root.mjs';
import { identity, sessionKey } from './make-secrets.mjs';
import { serviceNames } from './service-names.mjs';

/** @import { JsonWebKey } from 'node:crypto' */
/** @import { Values } from '../deploy/production-secrets.mjs' */

const USAGE = `Usage:
  npm run --silent secrets -- key <${serviceNames.join('|')}>
  npm run --silent secrets -- key SESSION_KEYS
      Makes a new key, and prints the lines to set in .env, in order. Changes nothing itself.
      The current SERVICE_KEYS or SESSION_KEYS is read from .env, or from a variable of that name.`;

/**
 * Prints a new key of an installation, and how to replace the old one without downtime.
 * @param {string[]} args
 */
export function printNewKey([name = '', ...rest]) {
  const service = serviceNames.find((one) => one === name);
  if (rest.length > 0 || !(service || name === 'SESSION_KEYS')) throw new Error(USAGE);
  const steps = service ? stepsForService(service) : stepsForSessions();
  const lines = steps.flatMap(({ what, values }, at) => [`# ${at + 1}. ${what}`, ...dotEnvLines(values)]);
  process.stdout.write(
    ['# Nothing was changed. Set these lines in this order (docs/key-rotation.md).', ...lines, ''].join('\n'),
  );
}

/**
 * @typedef Step
 * @property {string} what What the values mean, and what to do once they are set.
 * @property {Values} values
 */

/**
 * @param {string} service
 * @returns {Step[]}
 */
function stepsForService(service) {
  const { privateKey, publicKey } = identity();
  const present = /** @type {Record<string, JsonWebKey | JsonWebKey[]>} */ (presentValue('SERVICE_KEYS'));
  /** @param {JsonWebKey[]} keys */
  const serviceKeys = (keys) => ({ SERVICE_KEYS: JSON.stringify({ ...present, [service]: keys }) });
  return [
    {
      what: 'The new public key beside the old one. Then roll all services.',
      values: serviceKeys([...[present[service] ?? []].flat(), publicKey]),
    },
    {
      what: `The new private key. Then roll ${service}.`,
      values: { [`${service.toUpperCase()}_PRIVATE_KEY`]: JSON.stringify(privateKey) },
    },
    {
      what: 'The new public key alone: after a leak at once, otherwise 75 minutes later, when events_waiting is 0 in every service. Then roll all services.',
      values: serviceKeys([publicKey]),
    },
  ];
}

/** @returns {Step[]} */
function stepsForSessions() {
  const made = sessionKey();
  const present = /** @type {JsonWebKey[]} */ (presentValue('SESSION_KEYS'));
  /** @param {JsonWebKey[]} keys */
  const sessionKeys = (keys) => ({ SESSION_KEYS: JSON.stringify(keys) });
  return [
    { what: 'The new key last: auth publishes it. Then roll auth.', values: sessionKeys([...present, made]) },
    {
      what: 'The new key first: auth signs with it. Then roll auth.',
      values: sessionKeys([made, ...present]),
    },
    {
      what: 'The new key alone: after a leak at once, which ends all sessions, otherwise after 12 hours. Then roll auth.',
      values: sessionKeys([made]),
    },
  ];
}

/** @param {string} name */
function presentValue(name) {
  const file = path.join(root, '.env');
  const text =
    process.env[name] ?? (existsSync(file) ? readDotEnv(readFileSync(file, 'utf8'))[name] : undefined);
  if (!text) throw new Error(`${name} is neither in .env nor a variable of the environment`);
  return JSON.parse(text);
}
