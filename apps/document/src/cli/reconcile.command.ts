import { republishSince } from '@caredrop/messaging';
import { command, recordAuditEvent, said } from '@caredrop/service-kit';
import { reconcileDocuments } from '../reconcile/reconcile-documents.js';
import { describeReport, needsAttention } from '../reconcile/reconcile-report.js';
import { emitFromCommand } from '../database/emit-from-command.js';
import { withCommandContext } from './with-command-context.js';

export const reconcileCommand = command({
  usage: '[--dry-run] [--verify] [--republish <time>]',
  about: `Compares documents, ledger, purges and stored objects, and repairs differences. --verify also reads and
    decrypts every document; --republish publishes all events since then again. Exits with 2 if an operator
    has to act.`,
  options: {
    'dry-run': { type: 'boolean', default: false },
    verify: { type: 'boolean', default: false },
    republish: { type: 'string' },
  },
  run: ({ options: { 'dry-run': dryRun, verify, republish: since }, env }) =>
    withCommandContext(env, async (context) => {
      const report = await reconcileDocuments(context, { dryRun, verify });
      const attention = needsAttention(report);
      if (!dryRun)
        await recordAuditEvent(emitFromCommand(context.prisma), {
          action: 'data.reconcile',
          outcome: attention ? 'failed' : 'success',
          actor: 'system',
          codes: [`lost.${report.lost.length}`, `back.${report.back.length}`, `orphans.${report.orphans}`],
        });
      const republished = since === undefined || dryRun ? [] : [await republishSince(context.prisma, since)];
      return said([describeReport(report, dryRun), ...republished].join('\n'), attention ? 2 : 0);
    }),
});
