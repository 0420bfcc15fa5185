import { recordAct, type Act } from '@caredrop/service-kit';
import { backupObjects } from '../backup/backup-objects.js';
import { restoreObjects } from '../backup/restore-objects.js';
import type { PrismaService } from '../database/prisma.service.js';
import { emitFromCommand } from './emit-from-command.js';
import { USAGE, type Command } from './run-command.js';

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** `objects backup` and `objects restore`, after the database. A restore that left objects out ends with 2. */
export const objectsCommand: Command = async ({ store, prisma }, [verb], { to, from, previous, replace }) => {
  if (verb === 'backup' && to) {
    const { objects, bytes, takenAt } = await backupObjects(store, to, previous);
    await audit(prisma, { action: 'backup.create', codes: [`objects.${objects}`] });
    return { text: `objects: ${objects}, ${megabytes(bytes)}, of ${takenAt}`, exitCode: 0 };
  }
  if (verb === 'restore' && from) {
    const { objects, bytes, damaged } = await restoreObjects(store, from, replace);
    const outcome = damaged.length > 0 ? 'failed' : 'success';
    await audit(prisma, { action: 'backup.restore', outcome, codes: [`objects.${objects}`] });
    const lines = [`objects: ${objects}, ${megabytes(bytes)} are back`, ...damaged.map(describeDamage)];
    return { text: lines.join('\n'), exitCode: damaged.length > 0 ? 2 : 0 };
  }
  throw new Error(USAGE);
};

const describeDamage = (key: string) => `left out, missing or damaged in the backup: ${key}`;

const audit = (prisma: PrismaService, act: Act) =>
  recordAct(emitFromCommand(prisma), { ...act, actor: 'system' });
