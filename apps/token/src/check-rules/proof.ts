import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a proof is bound to: one link, one version of its check, and one browser. */
export interface ProofSubject {
  tokenId: string;
  version: number;
  browser: string;
}

const MAX_MS = 24 * 3_600_000;
const TIME_BYTES = 8;
const MAC_BYTES = 32;

/** A proof that the date of birth was given. Valid until the link expires, but for at most 24 hours. */
export function makeProof(key: Buffer, subject: ProofSubject, linkExpiresAt: Date, now: Date): string {
  const expiry = Buffer.alloc(TIME_BYTES);
  expiry.writeBigUInt64BE(BigInt(Math.min(now.getTime() + MAX_MS, linkExpiresAt.getTime())));
  return Buffer.concat([expiry, macOf(key, subject, expiry)]).toString('base64url');
}

/** Whether the proof was made by `makeProof` for the same key and subject, and has not expired. */
export function isProof(key: Buffer, subject: ProofSubject, proof: string, now: Date): boolean {
  const bytes = Buffer.from(proof, 'base64url');
  if (bytes.length !== TIME_BYTES + MAC_BYTES) return false;
  const expiry = bytes.subarray(0, TIME_BYTES);
  if (!timingSafeEqual(macOf(key, subject, expiry), bytes.subarray(TIME_BYTES))) return false;
  return expiry.readBigUInt64BE() > BigInt(now.getTime());
}

/** The browser key comes last, because it is the only text that a caller chooses freely. */
const macOf = (key: Buffer, { tokenId, version, browser }: ProofSubject, expiry: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(`caredrop/patient-proof/v1/${tokenId}/${version}/${expiry.toString('hex')}/${browser}`)
    .digest();
