import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openWithPassphrase, sealWithPassphrase } from '@caredrop/service-kit';
import { must, serviceCommand } from '../data/commands.ts';
import { keyFile, ringFields, ringNames, writeRing, type RingName } from '../stack/key-files.ts';
import { homeFromEnvironment } from '../stack/paths.ts';
import { runningManager } from '../stack/process-list.ts';
import { runningStack } from '../stack/running-stack.ts';
import { keep, loadSecrets, type KeyRing, type Secrets } from '../stack/secrets.ts';
import { importRing } from './import-ring.ts';
import { passphrase } from './passphrase.ts';
import { retireText } from './retire-text.ts';

const USAGE = `Usage:
  npm run keys -- status
      Lists the keys of every ring, and how many rows use each.
  npm run keys -- rotate [--ring <ring>]
      Adds a key, rewraps everything with it and removes the old key, while the stack runs. For FILE_URL_KEYS it prints
      when the old key can be removed. The individual steps:
  npm run keys -- add | use <key> | rewrap | retire <key>   [--ring <ring>]
      Rings: KEK_KEYS (default), LINK_KEYS, FILE_URL_KEYS. docs/key-rotation.md describes the order and the waits.
  npm run keys -- export --to <file>
  npm run keys -- import --from <file>
      Exports or imports the keys needed for this home's data, sessions and audit signatures, encrypted with a
      passphrase (KEYS_PASSPHRASE, or typed). Store the file separately from backups.
  npm run keys -- import --ring <ring> --from <file>
      Replaces only the file of this ring, which may be broken or missing; the stack may run. Rings: also
      SECOND_FACTOR_KEYS.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ring: { type: 'string' },
    to: { type: 'string' },
    from: { type: 'string' },
  },
});
const [verb = '', keyId] = positionals;
const ringName = values.ring ?? 'KEK_KEYS';
const home = homeFromEnvironment();

/** The service whose database holds a ring's rows. */
const holders: Partial<Record<string, 'document' | 'token'>> = {
  KEK_KEYS: 'document',
  FILE_URL_KEYS: 'document',
  LINK_KEYS: 'token',
};

/** Runs one step in the service that holds the rows. */
function step(...words: string[]): Promise<string> {
  const service = holders[ringName];
  if (!service) throw new Error(`${ringName} cannot be rotated here\n${USAGE}`);
  const ring = service === 'document' ? ['--ring', ringName] : [];
  return must(serviceCommand(service, ['keys', ...words, ...ring], runningStack().environment(service)));
}

async function status(): Promise<string> {
  const lines = (['document', 'token'] as const).map((service) =>
    must(serviceCommand(service, ['keys', 'status'], runningStack().environment(service))),
  );
  return (await Promise.all(lines)).join('\n');
}

/** How long services may still use the old key, ms: they read a changed ring within a second, and uploads take time. */
const IN_USE_MS = 5_000;

/** An old key of FILE_URL_KEYS must be kept until its URLs have expired, so it is not retired here. */
async function rotate(): Promise<string> {
  if (!holders[ringName]) throw new Error(USAGE);
  const before = new Set(Object.keys(ring().keys));
  console.log(await step('add'));
  const fresh = Object.keys(ring().keys).find((id) => !before.has(id)) ?? '';
  console.log(await step('use', fresh));
  await delay(IN_USE_MS);
  if (ringName === 'FILE_URL_KEYS') return retireText([...before]);
  for (const id of before) console.log(await wrapAndRetire(id));
  return status();
}

/** Retries, because an upload in progress may still use a data key wrapped with the old key. */
async function wrapAndRetire(id: string): Promise<string> {
  for (let tried = 1; ; tried += 1) {
    console.log(await step('rewrap'));
    try {
      return await step('retire', id);
    } catch (error) {
      if (tried === 5) throw error;
    }
  }
}

const ring = (): KeyRing => loadSecrets(home)[ringFields[ringName as RingName]];

/**
 * Exported in addition to the rings: session keys keep users signed in, a restored audit can be verified and signed
 * only with its keys, and the demo keeps its passwords.
 */
const others = [
  'sessionKeys',
  'auditKey',
  'auditExportKey',
  'demo',
] as const satisfies readonly (keyof Secrets)[];

const isWithin = (folder: string, parent: string): boolean =>
  path.relative(parent, folder).split(path.sep)[0] !== '..';

async function exportKeys(to: string): Promise<string> {
  const folder = path.dirname(path.resolve(to));
  if (existsSync(path.join(folder, 'databases')) || isWithin(folder, home.folder))
    throw new Error(`${folder} contains data. Keys must be stored separately: choose another folder`);
  if (existsSync(to)) throw new Error(`${to} already exists`);
  const secrets = loadSecrets(home);
  const fields = [...ringNames.map((name) => ringFields[name]), ...others];
  const content = JSON.stringify(Object.fromEntries(fields.map((field) => [field, secrets[field]])));
  await writeFile(to, await sealWithPassphrase(content, await passphrase(true)), { mode: 0o600 });
  return `Exported and encrypted: ${fields.join(', ')}. Without the passphrase nothing in ${to} can be recovered.`;
}

async function importKeys(from: string): Promise<string> {
  if (values.ring === undefined && runningManager(home) !== undefined)
    throw new Error(`A stack is running in ${home.folder}: stop it first`);
  const content = await openWithPassphrase(await readFile(from, 'utf8'), await passphrase(false));
  const given = JSON.parse(content) as Partial<Secrets>;
  if (values.ring !== undefined) return importRing(home, ringNamed(values.ring), given, console.log);
  if (existsSync(home.postgres)) rejectOtherKeys(given);
  const secrets = { ...loadSecrets(home), ...given };
  keep(home, secrets);
  for (const name of ringNames) writeRing(keyFile(home, name), secrets[ringFields[name]]);
  return `Imported the keys into ${home.folder}`;
}

function ringNamed(text: string): RingName {
  const ring = ringNames.find((name) => name === text);
  if (!ring) throw new Error(`Unknown ring ${text}. Rings: ${ringNames.join(', ')}`);
  return ring;
}

/** Throws if the file lacks a key of this home, which the data in its databases may need. */
function rejectOtherKeys(given: Partial<Secrets>): void {
  const secrets = loadSecrets(home);
  for (const name of ringNames) {
    const theirs = given[ringFields[name]]?.keys ?? {};
    const lost = Object.entries(secrets[ringFields[name]].keys).filter(([id, key]) => theirs[id] !== key);
    if (lost.length > 0)
      throw new Error(
        `${home.folder} contains data, and the file lacks its ${name} ${lost.map(([id]) => id).join()}: import into an empty home`,
      );
  }
}

async function run(): Promise<string> {
  if (verb === 'status') return status();
  if (verb === 'rotate') return rotate();
  if (verb === 'add' || verb === 'rewrap') return step(verb, ...(keyId ? [keyId] : []));
  if ((verb === 'use' || verb === 'retire') && keyId) return step(verb, keyId);
  if (verb === 'export' && values.to) return exportKeys(values.to);
  if (verb === 'import' && values.from) return importKeys(values.from);
  throw new Error(USAGE);
}

run().then(
  (text) => {
    console.log(text);
  },
  (error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  },
);
