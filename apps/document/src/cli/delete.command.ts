import { recordAct } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { isUuid } from '../documents/document.js';
import { deleteAnyRows } from '../documents/delete-documents.js';
import { emitFromCommand } from './emit-from-command.js';
import { USAGE, type Command } from './run-command.js';

/** `delete <ids>`: for documents that were deleted and that a restore has brought back (docs/backup.md). */
export const deleteCommand: Command = async ({ prisma }, ids) => {
  if (ids.length === 0 || !ids.every(isUuid)) throw new Error(USAGE);
  const count = await prisma.$transaction(async (tx: Tx) => {
    const emit = emitFromCommand(tx);
    const deleted = await deleteAnyRows(tx, emit, ids);
    const action = 'document.delete_bulk';
    await recordAct(emit, {
      action,
      actor: 'system',
      related: deleted.map((id) => ({ kind: 'document', id })),
    });
    return deleted.length;
  });
  return { text: `deleted again: ${count}`, exitCode: 0 };
};
