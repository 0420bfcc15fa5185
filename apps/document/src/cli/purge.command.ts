import { command, recordAuditEvent, said } from '@caredrop/service-kit';
import { purgeNow, wouldPurge, type PurgeReport } from './purge-now.js';
import { emitFromCommand } from '../database/emit-from-command.js';
import { withCommandContext } from './with-command-context.js';

export const purgeCommand = command({
  usage: '[--dry-run]',
  about: `Immediately removes the stored objects of deleted documents, and those of uploads whose process died;
    the service also does this on schedule. --dry-run only reports.`,
  options: { 'dry-run': { type: 'boolean', default: false } },
  run: ({ options: { 'dry-run': dryRun }, env }) =>
    withCommandContext(env, async ({ prisma: database, store, config }) => {
      if (dryRun) return said(describe(await wouldPurge({ database, config }), 'would remove'));
      const report = await purgeNow({ database, store, config });
      const outcome = report.failed > 0 ? 'failed' : 'success';
      if (report.objects + report.failed > 0)
        await recordAuditEvent(emitFromCommand(database), {
          action: 'storage.purge',
          outcome,
          actor: 'system',
          codes: [`removed.${report.objects}`, `failed.${report.failed}`],
        });
      return said(describe(report, 'removed'), report.failed > 0 ? 1 : 0);
    }),
});

function describe({ abandoned, objects, again, failed }: PurgeReport, verb: string): string {
  const lines = [`${verb}: ${objects} stored objects, ${abandoned} uploads left open`];
  if (again > 0)
    lines.push(`${again} of them will be deleted again later, because a late write may still arrive`);
  if (failed > 0)
    lines.push(`${failed} could not be removed; the service tries again (docs/runbooks/deletions-stuck.md)`);
  return lines.join('\n');
}
