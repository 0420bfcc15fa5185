import { ok, fail, type Check, type CheckResult } from '@caredrop/service-kit';
import { unsignedAge } from '../checkpoints/unsigned-age.js';
import { signerSettings } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { IDLE_MS, newestCheckpoint } from './sign-chain.js';

const COMPONENT = 'Audit checkpoints';
const PAGE = 'docs/runbooks/audit-not-signed.md';
const USUAL_MS = signerSettings.shape.CHECKPOINT_EVERY_MS.parse(undefined);

/**
 * Checks that the chain is signed in time, for `doctor`: entries within twice the signer's interval, and the end of the
 * chain within two hours. The serving process does not know the interval and uses the default.
 */
export const checkSigning = (databaseUrl: string | undefined, everyMs: number = USUAL_MS): Check[] =>
  databaseUrl ? [{ component: COMPONENT, page: PAGE, run: () => check(databaseUrl, everyMs) }] : [];

async function check(databaseUrl: string, everyMs: number): Promise<CheckResult[]> {
  const prisma = new PrismaService(databaseUrl, 1);
  try {
    const unsignedMs = (await unsignedAge(prisma)) * 1000;
    if (unsignedMs > 2 * everyMs) return [late('entries have not been signed', unsignedMs)];
    const last = await newestCheckpoint(prisma);
    const ageMs = last ? Date.now() - Date.parse(last.madeAt) : 0;
    if (ageMs > 2 * IDLE_MS) return [late('no checkpoint was made', ageMs)];
    return [ok(COMPONENT, 'the end of the chain is signed')];
  } catch {
    return []; // Another check of this database reports why.
  } finally {
    await prisma.$disconnect();
  }
}

const late = (what: string, ms: number): CheckResult =>
  fail(COMPONENT, `${what} for ${Math.floor(ms / 60_000)} minutes`, `see ${PAGE}`);
