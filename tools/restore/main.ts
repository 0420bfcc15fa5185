import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { must, serviceCommand, type Ended } from '../data/commands.ts';
import { partFolder, partNames, partsNamed, seconds, takenAt, type PartName } from '../data/parts.ts';
import type { startDataServices } from '../stack/backing-services.ts';
import { prepareDatabases } from '../stack/databases.ts';
import { ringSettings } from '../stack/key-files.ts';
import { homeFromEnvironment } from '../stack/paths.ts';
import { loadSecrets } from '../stack/secrets.ts';
import { processNames, type DatabaseOwner, type ProcessName } from '../stack/service-names.ts';
import { settingsOf, type StackFacts } from '../stack/service-settings.ts';
import { beginRestore, partRestored, unrestoredParts } from '../stack/unrestored.ts';
import { withDataServices } from '../stack/with-data-services.ts';

const USAGE = `Usage:
  npm run restore -- --from <folder> [--replace] [--only <part,…>]
      Restores a backup into this home (CAREDROP_HOME), which must not be running. Existing data is removed only with
      --replace. Import the keys first: npm run keys -- import (docs/backup.md). Parts: ${partNames.join(', ')}.`;

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    replace: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const home = homeFromEnvironment();
const say = (line: string): void => {
  console.log(line);
};
/** A port on which nothing listens: no service runs during a restore, and none is called. */
const NOBODY = 1;

function factsFor(
  data: Awaited<ReturnType<typeof startDataServices>>,
  databases: StackFacts['databases'],
): StackFacts {
  const nowhere = `http://127.0.0.1:${String(NOBODY)}`;
  const ports = Object.fromEntries(processNames.map((name) => [name, NOBODY])) as Record<ProcessName, number>;
  const backing = {
    ...data,
    amqpUrl: `amqp://127.0.0.1:${String(NOBODY)}`,
    smtpUrl: `smtp://127.0.0.1:${String(NOBODY)}`,
    twilio: {},
    mailUrl: '',
    smsUrl: '',
    ports: {},
    broker: { ours: true, stop: () => Promise.resolve(), start: () => Promise.resolve() },
  };
  return {
    secrets: loadSecrets(home),
    backing,
    databases,
    ports,
    publicUrl: nowhere,
    rings: ringSettings(home),
  };
}

/** Throws before anything is changed if a part cannot be restored. Damaged objects do not prevent a restore. */
async function checkAll(parts: PartName[], from: string, facts: StackFacts): Promise<void> {
  const more = values.replace ? ['--replace'] : [];
  const databases = parts.filter((part) => part !== 'objects');
  const check = (part: DatabaseOwner): Promise<string> => {
    const args = ['restore', '--check', '--from', partFolder(from, part), ...more];
    return must(serviceCommand(part, args, databaseSettings(part, facts)));
  };
  await Promise.all(databases.map(check));
  if (!parts.includes('objects')) return;
  const args = ['objects', 'restore', '--check', '--from', partFolder(from, 'objects'), ...more];
  await objectsCommand(args, facts);
}

/** Exits with 2 if objects are missing or damaged in the backup. Throws for any other failure. */
async function objectsCommand(args: string[], facts: StackFacts): Promise<Ended> {
  const ended = await serviceCommand('document', args, settingsOf('document', facts));
  if (ended.code !== 2) await must(Promise.resolve(ended));
  return ended;
}

const databaseSettings = (part: DatabaseOwner, facts: StackFacts): Record<string, string> => ({
  ...settingsOf(part, facts),
  DATABASE_URL: facts.databases[part],
});

/** Restores a part. Damaged objects do not stop it: they are reported, and their documents will be marked as lost. */
async function restoreOne(part: PartName, from: string, facts: StackFacts): Promise<boolean> {
  const more = values.replace ? ['--replace'] : [];
  const folder = partFolder(from, part);
  if (part !== 'objects') {
    const args = ['restore', '--from', folder, ...more];
    say(await must(serviceCommand(part, args, databaseSettings(part, facts))));
    partRestored(home, part);
    return true;
  }
  const args = ['objects', 'restore', '--from', folder, ...more];
  const ended = await objectsCommand(args, facts);
  partRestored(home, 'objects');
  say(ended.output.trim());
  return ended.code === 0;
}

async function run(): Promise<boolean> {
  if (!values.from) throw new Error(USAGE);
  const from = path.resolve(values.from);
  const parts = partsNamed(values.only);
  const missing = parts.filter((part) => !takenAt(from, part));
  if (missing.length > 0) throw new Error(`${from} contains no complete backup of ${missing.join(', ')}`);
  const began = Date.now();
  mkdirSync(home.folder, { recursive: true });
  return withDataServices(
    home,
    () => loadSecrets(home),
    say,
    async (data, secrets) => {
      const facts = factsFor(data, await prepareDatabases(data.postgresUrl, secrets));
      await checkAll(parts, from, facts);
      const whole = await restoreAll(parts, from, facts);
      report(parts, from, began);
      return whole;
    },
  );
}

/** Databases in parallel, then the objects. Returns false if objects are missing or damaged in the backup. */
async function restoreAll(parts: PartName[], from: string, facts: StackFacts): Promise<boolean> {
  beginRestore(home, parts);
  // A restored home gets no demo data.
  writeFileSync(path.join(home.folder, 'demo-seeded'), `${new Date().toISOString()}\n`);
  const databases = parts.filter((part) => part !== 'objects');
  const outcomes = await Promise.allSettled(databases.map((part) => restoreOne(part, from, facts)));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return !parts.includes('objects') || restoreOne('objects', from, facts);
}

function report(parts: PartName[], from: string, began: number): void {
  const moments = partNames.flatMap((part) => takenAt(from, part)?.getTime() ?? []);
  const oldest = new Date(Math.min(...moments));
  const age = ((Date.now() - oldest.getTime()) / 60_000).toFixed(1);
  say(`Restored in ${seconds(began)} (recovery time, excluding the next start and the reconciliation).`);
  say(
    `Changes made after ${oldest.toISOString()}, in the last ${age} minutes, may be missing (recovery point).`,
  );
  if (parts.includes('auth') || parts.includes('token'))
    say(
      `Links that were revoked and accounts that were disabled after ${oldest.toISOString()} work again: revoke and disable them again before users have access (docs/backup.md).`,
    );
  const left = unrestoredParts(home);
  if (left.length > 0) {
    say(`Not restored yet: ${left.join(', ')}. The stack does not start until they are restored.`);
    return;
  }
  say(`Next: npm start, then npm run reconcile -- --verify --republish ${oldest.toISOString()}`);
}

run().then(
  (whole) => process.exit(whole ? 0 : 2),
  (error: unknown) => {
    console.error((error as Error).message);
    process.exit(1);
  },
);
