import path from 'node:path';
import { parseArgs } from 'node:util';
import { must, serviceCommand } from '../data/commands.ts';
import { partFolder, partNames, partsNamed, seconds, takenAt, type PartName } from '../data/parts.ts';
import { runningStack } from '../stack/running-stack.ts';

const USAGE = `Usage:
  npm run backup -- --to <folder> [--previous <earlier backup>] [--only <part,…>]
      Copies the databases and the stored objects of the running stack, which keeps running. Objects of the earlier
      backup are linked instead of copied. Parts: ${partNames.join(', ')}.
      A backup does not contain the keys, without which no document in it can be read: npm run keys -- export
      (docs/backup.md).`;

const { values } = parseArgs({
  options: { to: { type: 'string' }, previous: { type: 'string' }, only: { type: 'string' } },
});

async function backUp(part: PartName, to: string): Promise<string> {
  const stack = runningStack();
  if (takenAt(to, part)) throw new Error(`${to} already contains a backup of ${part}: choose another folder`);
  const folder = partFolder(to, part);
  if (part !== 'objects') {
    const env = { ...stack.environment(part), DATABASE_URL: stack.database(part) };
    return must(serviceCommand(part, ['backup', '--to', folder], env));
  }
  const previous = values.previous
    ? ['--previous', partFolder(path.resolve(values.previous), 'objects')]
    : [];
  const args = ['objects', 'backup', '--to', folder, ...previous];
  return must(serviceCommand('document', args, stack.environment('document')));
}

async function run(): Promise<void> {
  if (!values.to) throw new Error(USAGE);
  const to = path.resolve(values.to);
  const began = Date.now();
  const parts = partsNamed(values.only);
  // Copies the databases in parallel: the closer their times, the less there is to reconcile. The objects follow.
  const databases = parts.filter((part) => part !== 'objects');
  for (const line of await Promise.all(databases.map((part) => backUp(part, to)))) console.log(line);
  if (parts.includes('objects')) console.log(await backUp('objects', to));
  const moments = partNames.flatMap((part) => takenAt(to, part)?.getTime() ?? []);
  const oldest = new Date(Math.min(...moments));
  console.log(`Took ${seconds(began)}. A restore recovers everything up to ${oldest.toISOString()};`);
  console.log(
    `the parts were taken within ${((Math.max(...moments) - oldest.getTime()) / 1000).toFixed(1)} s of each other.`,
  );
}

run().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
