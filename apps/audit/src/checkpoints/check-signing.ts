import { ok, wrong, type Check, type Finding } from '@caredrop/service-kit';
import { PrismaService } from '../database/prisma.service.js';
import { unsignedAge } from './unsigned-age.js';

const ABOUT = 'Audit checkpoints';
const PAGE = 'docs/runbooks/audit-not-signed.md';
const LATE_SECONDS = 15 * 60;

/** Whether the end of the chain is signed in time, for `doctor`. */
export const checkSigning = (databaseUrl: string | undefined): Check[] =>
  databaseUrl ? [{ about: ABOUT, page: PAGE, look: () => look(databaseUrl) }] : [];

async function look(databaseUrl: string): Promise<Finding[]> {
  const prisma = new PrismaService(databaseUrl, 1);
  try {
    const age = await unsignedAge(prisma);
    if (age <= LATE_SECONDS) return [ok(ABOUT, 'the end of the chain is signed')];
    const minutes = Math.floor(age / 60);
    return [wrong(ABOUT, `entries have not been signed for ${minutes} minutes`, `see ${PAGE}`)];
  } catch {
    return []; // the check of Postgres says why
  } finally {
    await prisma.$disconnect();
  }
}
