import { ok, wrong, type Check, type Finding } from '@caredrop/service-kit';
import type { SignerConfig } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { followChain } from './follow-chain.js';
import { newestCheckpoint } from './sign-chain.js';

const ABOUT = 'Audit chain';
const PAGE = 'docs/runbooks/audit-chain-changed.md';

/** Checks that the chain follows from the newest checkpoint, for the signer's `doctor`. */
export function checkSigner(settings: Partial<SignerConfig>): Check[] {
  const { SIGNER_DATABASE_URL: url, AUDIT_SIGNING_KEY: key, AUDIT_OLD_KEYS: oldKeys = [] } = settings;
  return url && key ? [{ about: ABOUT, page: PAGE, look: () => look(url, [key, ...oldKeys]) }] : [];
}

async function look(databaseUrl: string, keys: Parameters<typeof followChain>[1]): Promise<Finding[]> {
  const prisma = new PrismaService(databaseUrl, 1);
  try {
    const { faults } = await followChain(prisma, keys, await newestCheckpoint(prisma));
    const [first] = faults;
    if (!first) return [ok(ABOUT, 'follows from the newest checkpoint')];
    return [wrong(ABOUT, `${first.text}: nothing more is signed`, `see ${PAGE}`)];
  } finally {
    await prisma.$disconnect();
  }
}
