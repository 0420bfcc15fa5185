import { republish } from '@caredrop/messaging';
import { recordAct } from '@caredrop/service-kit';
import type { PrismaService } from '../database/prisma.service.js';
import { reconcileDocuments } from '../reconcile/reconcile-documents.js';
import { describeReport, needsAttention } from '../reconcile/reconcile-report.js';
import { emitFromCommand } from './emit-from-command.js';
import type { Command } from './run-command.js';

/** `reconcile`: tells what it found; 2 when a person has to know of something. */
export const reconcileCommand: Command = async (
  context,
  _words,
  { 'dry-run': dryRun, verify, republish: since },
) => {
  const report = await reconcileDocuments(context, { dryRun, verify });
  const attention = needsAttention(report);
  if (!dryRun)
    await recordAct(emitFromCommand(context.prisma), {
      action: 'data.reconcile',
      outcome: attention ? 'failed' : 'success',
      actor: 'system',
      codes: [`lost.${report.lost.length}`, `back.${report.back.length}`, `orphans.${report.orphans}`],
    });
  const told = since === undefined || dryRun ? '' : await tellAgain(context.prisma, since);
  return { text: describeReport(report, dryRun) + told, exitCode: attention ? 2 : 0 };
};

/** Others may be of an earlier moment than we are: what they know already their inboxes drop. */
async function tellAgain(prisma: PrismaService, since: string): Promise<string> {
  const from = new Date(since);
  if (Number.isNaN(from.getTime())) throw new Error(`--republish ${since} is not a time`);
  return `\nevents told again: ${await republish(prisma, { since: from, until: new Date() })}`;
}
