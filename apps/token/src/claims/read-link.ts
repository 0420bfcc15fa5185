import type { PrismaService } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';

/**
 * Reads the row and the database's time together, because the process's own clock must not decide about
 * claims.
 */
export async function readLink(
  prisma: PrismaService,
  linkHash: Uint8Array<ArrayBuffer>,
): Promise<{ token: Token | null; now: Date }> {
  const [token, [clock]] = await prisma.$transaction([
    prisma.token.findUnique({ where: { linkHash } }),
    prisma.$queryRaw<{ now: Date }[]>`SELECT now() AS now`,
  ]);
  return { token, now: clock?.now ?? new Date() };
}
