import { ok, plainSentence, fail, type Check, type CheckResult } from '@caredrop/service-kit';
import { PrismaService } from '../database/prisma.service.js';
import { SyslogConnection } from './syslog-connection.js';
import { unshippedAge } from './unshipped-age.js';

const COMPONENT = 'Syslog receiver';
const PAGE = 'docs/runbooks/audit-not-shipped.md';
const LATE_SECONDS = 15 * 60;

/**
 * Checks that the receiver accepts connections and that its copy is up to date; checks nothing when no
 * receiver is configured.
 */
export const checkShipping = (databaseUrl: string | undefined, receiver: string | undefined): Check[] =>
  receiver ? [{ component: COMPONENT, page: PAGE, run: () => check(databaseUrl, receiver) }] : [];

async function check(databaseUrl: string | undefined, receiver: string): Promise<CheckResult[]> {
  try {
    (await SyslogConnection.open(receiver)).close();
  } catch (error) {
    return [fail(COMPONENT, `${plainSentence(error)} (AUDIT_SYSLOG_URL)`, `see ${PAGE}`)];
  }
  return [ok(COMPONENT, 'accepts connections'), ...(databaseUrl ? await delayOf(databaseUrl) : [])];
}

async function delayOf(databaseUrl: string): Promise<CheckResult[]> {
  const prisma = new PrismaService(databaseUrl, 1);
  try {
    const age = await unshippedAge(prisma);
    if (age <= LATE_SECONDS) return [];
    const minutes = Math.floor(age / 60);
    return [fail(COMPONENT, `entries have not been sent for ${minutes} minutes`, `see ${PAGE}`)];
  } catch {
    return []; // The Postgres check reports why.
  } finally {
    await prisma.$disconnect();
  }
}
