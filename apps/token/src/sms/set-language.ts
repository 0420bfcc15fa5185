import type { Emit } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { emitSmsChanged } from './emit-sms-changed.js';

/**
 * Makes the language chosen for a text the link's language. Returns false if nothing changed. The caller's transaction
 * holds the link's row and commits before the text is handed over, because its acceptance may become known only from
 * its status.
 */
export async function setLanguage(
  tx: Tx,
  emit: Emit,
  tokenId: string,
  language: string | null,
): Promise<boolean> {
  if (language === null) return false;
  const [changed] = await tx.token.updateManyAndReturn({
    where: { id: tokenId, OR: [{ language: null }, { language: { not: language } }] },
    data: { language, version: { increment: 1 } },
  });
  if (changed) await emitSmsChanged(emit, changed, changed.version);
  return changed !== undefined;
}
