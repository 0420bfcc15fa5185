import { createHash, randomBytes } from 'node:crypto';

export type LinkPurpose = 'reset' | 'invite';

const SECRET_BYTES = 32;

/** The secret of a link: 43 letters, digits, `-` and `_`, of which only the hash is stored. */
export const newLinkSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** 256 random bits need no salt and no slow hash. */
export const hashLinkSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The page that receives the secret. `publicUrl` is the configured origin, never one from a request. */
export const passwordLinkUrl = (publicUrl: string, secret: string): string =>
  `${publicUrl}/reset-password?token=${secret}`;
