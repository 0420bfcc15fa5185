import { randomUUID } from 'node:crypto';
import type { AccountConfig } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { hashLinkSecret, newLinkSecret, passwordLinkUrl, type LinkPurpose } from './password-link.js';

export interface MintedLink {
  url: string;
  expiresAt: Date;
}

/**
 * Mints a link that sets the user's password once. The secret is returned and stored nowhere. Returns null if the user
 * is deleted or disabled. An account without a password can have either kind of link.
 */
export async function mintPasswordLink(
  tx: Tx,
  config: AccountConfig,
  userId: string,
  purpose: LinkPurpose,
): Promise<MintedLink | null> {
  const secret = newLinkSecret();
  const seconds = purpose === 'reset' ? config.RESET_LINK_SECONDS : config.INVITE_LINK_SECONDS;
  // FOR SHARE: a concurrent disable either sees the link and voids it or prevents it.
  const rows = await tx.$queryRaw<{ expiresAt: Date }[]>`
    INSERT INTO password_links (id, user_id, purpose, token_hash, expires_at)
    SELECT ${randomUUID()}::uuid, id, ${purpose}, ${hashLinkSecret(secret)}::bytea,
           now() + ${seconds}::int * interval '1 second'
      FROM users WHERE id = ${userId}::uuid AND NOT disabled FOR SHARE
    RETURNING expires_at AS "expiresAt"`;
  const [row] = rows;
  return row ? { url: passwordLinkUrl(config.PUBLIC_URL, secret), expiresAt: row.expiresAt } : null;
}
