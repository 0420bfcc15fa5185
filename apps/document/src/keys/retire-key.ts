import type { PrismaService } from '../database/prisma.service.js';

/** The same as in the trigger `refuse_retired_key`: it holds this lock shared while a row is written. */
const LOCK = 728_371_002;

/** A key is still in use. */
export class KeyInUse extends Error {
  constructor(keyId: string, rows: number) {
    super(`Key ${keyId} is in use by ${rows} documents: run "keys rewrap" first`);
    this.name = 'KeyInUse';
  }
}

/**
 * Retires a key-encryption key: from here on the database takes no row under it, not even from an upload that was
 * under way or a replica with an old configuration. Throws {@link KeyInUse}, with nothing changed, while a row
 * needs it. Repeating it is harmless.
 */
export async function retireKey(prisma: PrismaService, keyId: string): Promise<void> {
  await prisma.$transaction(async (tx) => {
    await tx.$queryRawUnsafe(`SELECT 1 FROM pg_advisory_xact_lock(${LOCK})`);
    const rows = await tx.document.count({ where: { keyId } });
    if (rows > 0) throw new KeyInUse(keyId, rows);
    await tx.$executeRawUnsafe('INSERT INTO retired_keys (key_id) VALUES ($1) ON CONFLICT DO NOTHING', keyId);
  });
}
