import type { ListName, SavedView } from '@caredrop/contracts';
import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';

/** Prisma's `select` for {@link SavedView}. */
const viewColumns = { id: true, list: true, name: true, query: true } as const;

/** The user's views of all lists, by name. */
export async function viewsOf(prisma: Pick<Tx, 'savedView'>, userId: string): Promise<SavedView[]> {
  const rows = await prisma.savedView.findMany({ where: { userId }, select: viewColumns });
  const views = rows.map((row) => ({ ...row, list: row.list as ListName }));
  return views.sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * Like {@link viewsOf}, but locks the user's row, so that no other transaction changes the user's views between a
 * check and the write.
 */
export async function lockViews(tx: Tx, userId: string): Promise<SavedView[]> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  return viewsOf(tx, userId);
}

/** Neither the name nor the filters are recorded: both may contain a patient's reference. */
export const auditViewChange = (
  emit: Emit,
  userId: string,
  change: 'saved' | 'renamed' | 'deleted',
  list: ListName,
): Promise<void> =>
  recordAuditEvent(emit, {
    action: 'user.change_views',
    subject: auditSubject.user(userId),
    codes: [change, list],
  });
