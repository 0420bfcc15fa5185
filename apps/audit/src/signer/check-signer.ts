import { ok, fail, type Check, type CheckResult } from '@caredrop/service-kit';
import type { SignerConfig } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { followChain } from './follow-chain.js';
import { newestCheckpoint } from './sign-chain.js';

const COMPONENT = 'Audit chain';
const PAGE = 'docs/runbooks/audit-chain-changed.md';

/** Checks that the chain is consistent with the newest checkpoint, for the signer's `doctor`. */
export function checkSigner(settings: Partial<SignerConfig>): Check[] {
  const { SIGNER_DATABASE_URL: url, AUDIT_SIGNING_KEY: key, AUDIT_OLD_KEYS: oldKeys = [] } = settings;
  return url && key ? [{ component: COMPONENT, page: PAGE, run: () => check(url, [key, ...oldKeys]) }] : [];
}

async function check(databaseUrl: string, keys: Parameters<typeof followChain>[1]): Promise<CheckResult[]> {
  const prisma = new PrismaService(databaseUrl, 1);
  try {
    const { faults } = await followChain(prisma, keys, await newestCheckpoint(prisma));
    const [first] = faults;
    if (!first) return [ok(COMPONENT, 'consistent with the newest checkpoint')];
    return [fail(COMPONENT, `${first.text}: signing has stopped`, `see ${PAGE}`)];
  } finally {
    await prisma.$disconnect();
  }
}
