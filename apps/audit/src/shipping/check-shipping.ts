import { ok, plainSentence, wrong, type Check, type Finding } from '@caredrop/service-kit';
import { PrismaService } from '../database/prisma.service.js';
import { SyslogConnection } from './syslog-connection.js';
import { unshippedAge } from './unshipped-age.js';

const ABOUT = 'Syslog receiver';
const PAGE = 'docs/runbooks/audit-not-shipped.md';
const LATE_SECONDS = 15 * 60;

/**
 * Checks that the receiver accepts connections and its copy is up to date; nothing where none is configured.
 */
export const checkShipping = (databaseUrl: string | undefined, receiver: string | undefined): Check[] =>
  receiver ? [{ about: ABOUT, page: PAGE, look: () => look(databaseUrl, receiver) }] : [];

async function look(databaseUrl: string | undefined, receiver: string): Promise<Finding[]> {
  try {
    (await SyslogConnection.open(receiver)).close();
  } catch (error) {
    return [wrong(ABOUT, `${plainSentence(error)} (AUDIT_SYSLOG_URL)`, `see ${PAGE}`)];
  }
  return [ok(ABOUT, 'accepts connections'), ...(databaseUrl ? await delayOf(databaseUrl) : [])];
}

async function delayOf(databaseUrl: string): Promise<Finding[]> {
  const prisma = new PrismaService(databaseUrl, 1);
  try {
    const age = await unshippedAge(prisma);
    if (age <= LATE_SECONDS) return [];
    const minutes = Math.floor(age / 60);
    return [wrong(ABOUT, `entries have not been sent for ${minutes} minutes`, `see ${PAGE}`)];
  } catch {
    return []; // the check of Postgres reports why
  } finally {
    await prisma.$disconnect();
  }
}
