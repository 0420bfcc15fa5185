import { republishSince } from '@caredrop/messaging';
import { command, recordAuditEvent, said, WrongUsage } from '@caredrop/service-kit';
import { describeReport, needsAttention } from '../reconcile/reconcile-report.js';
import { reconcileTokens } from '../reconcile/reconcile-tokens.js';
import { emitFromCommand } from '../database/emit-from-command.js';
import { withCommandContext } from './with-command-context.js';

export const reconcileCommand = command({
  usage: '[--dry-run] [--deleted keep] [--json] [--republish <time>]',
  about: `Compares the links with the ledger of the document service, which must be running, and repairs the links;
    --republish publishes every event since that time again. Exits with 2 if an operator has to check or decide
    something.`,
  options: {
    'dry-run': { type: 'boolean', default: false },
    deleted: { type: 'string' },
    json: { type: 'boolean', default: false },
    republish: { type: 'string' },
  },
  run: ({ options: { 'dry-run': dryRun, deleted, json, republish: since }, env }) => {
    if (deleted !== undefined && deleted !== 'keep') throw new WrongUsage('--deleted only accepts keep');
    return withCommandContext(env, async (context) => {
      const { prisma, config } = context;
      const graceMs = config.SETTLE_AFTER_MS;
      const report = await reconcileTokens(context, { dryRun, keepReturned: deleted === 'keep', graceMs });
      const attention = needsAttention(report);
      if (!dryRun)
        await recordAuditEvent(emitFromCommand(prisma), {
          action: 'data.reconcile',
          outcome: attention ? 'failed' : 'success',
          actor: 'system',
          codes: [`used.${report.used.length}`, `lost.${report.lost.length}`, `state.${report.state.length}`],
        });
      const republished = since === undefined || dryRun ? [] : [await republishSince(prisma, since)];
      const text = json
        ? JSON.stringify(report)
        : [describeReport(report, dryRun), ...republished].join('\n');
      return said(text, attention ? 2 : 0);
    });
  },
});
