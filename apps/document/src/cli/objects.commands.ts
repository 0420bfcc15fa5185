import {
  command,
  isUuid,
  recordAuditEvent,
  said,
  WrongUsage,
  type AuditEvent,
  type CommandResult,
  type Env,
} from '@caredrop/service-kit';
import { backupObjects } from '../backup/backup-objects.js';
import { checkObjects, restoreObject, restoreObjects } from '../backup/restore-objects.js';
import type { PrismaService } from '../database/prisma.service.js';
import { emitFromCommand } from '../database/emit-from-command.js';
import { withCommandContext, type CommandContext } from './with-command-context.js';

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

export const backupObjectsCommand = command({
  usage: '--to <folder> [--previous <folder of an earlier backup>]',
  about:
    'Backs up the stored objects; run it after the database backup. Objects in the previous backup are taken from there: linked, or copied where the file system cannot link them.',
  options: { to: { type: 'string' }, previous: { type: 'string' } },
  run: ({ options: { to, previous }, env }) => {
    if (!to) throw new WrongUsage();
    return withCommandContext(env, async ({ store, prisma }) => {
      const { objects, bytes, takenAt } = await backupObjects(store, to, previous);
      await audit(prisma, { action: 'backup.create', codes: [`objects.${objects}`] });
      return said(`objects: ${objects}, ${megabytes(bytes)}, of ${takenAt}`);
    });
  },
});

export const restoreObjectsCommand = command({
  usage: '--from <folder> [--check | --document <id>] [--replace]',
  about:
    'Restores the stored objects; run it after the database is restored. Exits with 2 if it skipped objects that are missing or damaged in the backup. --check reads every object, but only reports this and whether the restore can begin. --document restores the object of one document, while the service runs; --replace overwrites it.',
  options: {
    from: { type: 'string' },
    check: { type: 'boolean', default: false },
    document: { type: 'string' },
    replace: { type: 'boolean', default: false },
  },
  run: ({ options: { from, check, document, replace }, env }) => {
    if (!from || (check && document !== undefined)) throw new WrongUsage();
    if (document !== undefined) return restoreDocument(env, from, document, replace);
    const look = async ({ store }: CommandContext) => {
      const { objects, damaged } = await checkObjects(store, from, replace);
      const left = damaged.map((key) => `would be ${describeDamage(key)}`);
      return report([`objects: ${objects} in the backup; the restore can begin`, ...left], damaged);
    };
    const restore = async ({ store, prisma }: CommandContext) => {
      const { objects, bytes, damaged } = await restoreObjects(store, from, replace);
      const outcome = damaged.length > 0 ? 'failed' : 'success';
      await audit(prisma, { action: 'backup.restore', outcome, codes: [`objects.${objects}`] });
      return report(
        [`objects: ${objects}, ${megabytes(bytes)} restored`, ...damaged.map(describeDamage)],
        damaged,
      );
    };
    return check ? withCommandContext(env, look, 'leave') : withCommandContext(env, restore, 'fill');
  },
});

/** Restores the object of one document. */
function restoreDocument(
  env: Env | undefined,
  from: string,
  id: string,
  replace: boolean,
): Promise<CommandResult> {
  if (!isUuid(id)) throw new WrongUsage();
  return withCommandContext(env, async ({ store, prisma }) => {
    const document = await prisma.document.findUnique({ where: { id }, select: { storageKey: true } });
    if (!document?.storageKey) throw new Error('No stored document has this id');
    await restoreObject(store, from, document.storageKey, replace);
    const related = [{ kind: 'document' as const, id }];
    await audit(prisma, { action: 'backup.restore', codes: ['objects.1'], related });
    return said(`restored: ${document.storageKey}`);
  });
}

const report = (lines: string[], damaged: string[]) => said(lines.join('\n'), damaged.length > 0 ? 2 : 0);

const describeDamage = (key: string) => `left out, missing or damaged in the backup: ${key}`;

const audit = (prisma: PrismaService, event: AuditEvent) =>
  recordAuditEvent(emitFromCommand(prisma), { ...event, actor: 'system' });
