import { ok, wrong, type Check, type Finding } from '@caredrop/service-kit';
import { PrismaService } from './prisma.service.js';
import { refusePowerfulWriter, WriterTooPowerful } from './refuse-powerful-writer.js';

const ABOUT = 'Audit writer';
const PAGE = 'docs/runbooks/audit-chain-stuck.md';

/** Whether the service's role can rewrite what it wrote: it must not. */
export const lookAtWriter = (databaseUrl: string | undefined): Check[] =>
  databaseUrl ? [{ about: ABOUT, page: PAGE, look: () => look(databaseUrl) }] : [];

async function look(databaseUrl: string): Promise<Finding[]> {
  const prisma = new PrismaService(databaseUrl, 1);
  try {
    await refusePowerfulWriter(prisma);
    return [ok(ABOUT, 'may add entries and neither change nor remove one')];
  } catch (error) {
    if (!(error instanceof WriterTooPowerful)) return []; // Postgres' own finding says why
    return [wrong(ABOUT, 'may change or remove entries', `give the service a role of its own: ${PAGE}`)];
  } finally {
    await prisma.$disconnect();
  }
}
