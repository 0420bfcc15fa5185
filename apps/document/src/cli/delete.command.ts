import { command, isUuid, recordAuditEvent, said, WrongUsage } from '@caredrop/service-kit';
import { deleteAnyRows } from '../documents/delete-documents.js';
import { emitFromCommand } from '../database/emit-from-command.js';
import { withCommandContext } from './with-command-context.js';

/** For documents that were deleted before a restore brought them back (docs/backup.md). */
export const deleteCommand = command({
  usage: '<document id> …',
  about: 'Deletes documents again that a restore has brought back.',
  run: ({ words: ids, env }) => {
    if (ids.length === 0 || !ids.every(isUuid)) throw new WrongUsage();
    return withCommandContext(env, async ({ prisma }) => {
      const count = await prisma.$transaction(async (tx) => {
        const emit = emitFromCommand(tx);
        const deleted = await deleteAnyRows(tx, emit, ids);
        const related = deleted.map((id) => ({ kind: 'document' as const, id }));
        await recordAuditEvent(emit, { action: 'document.delete_bulk', actor: 'system', related });
        return deleted.length;
      });
      return said(`deleted again: ${count}`);
    });
  },
});
