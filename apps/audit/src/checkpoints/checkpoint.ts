import type { JsonWebKey } from 'node:crypto';
import { z } from 'zod';
import { isSignedBy, publicHalf, signStatement } from '../chain/signing.js';
import type { Head } from '../chain/link-entries.js';

const KIND = 'caredrop-audit-checkpoint/1';

/**
 * The signed end of the chain at one moment. A copy stored outside the database reveals whether entries up to it were
 * changed or removed later.
 */
export const checkpointSchema = z.object({
  /** 0 if every entry had been removed when an operator accepted the chain. */
  seq: z.number().int().min(0),
  hash: z.string(),
  madeAt: z.string(),
  keyId: z.string(),
  signature: z.string(),
});
export type Checkpoint = z.infer<typeof checkpointSchema>;

/** A checkpoint as it is written to a file. */
interface CheckpointFile extends Checkpoint {
  format: typeof KIND;
  publicKey: { kty: string; crv: string; x: string };
}

export function signCheckpoint(key: JsonWebKey, { seq, hash }: Head, now: Date): Checkpoint {
  const statement = { seq, hash, madeAt: now.toISOString() };
  return { ...statement, ...signStatement(key, KIND, statement) };
}

export function isCheckpointSigned(
  keys: JsonWebKey[],
  { seq, hash, madeAt, keyId, signature }: Checkpoint,
): boolean {
  return isSignedBy(keys, KIND, { seq, hash, madeAt }, { keyId, signature });
}

export function toCheckpointFile(key: JsonWebKey, checkpoint: Checkpoint): CheckpointFile {
  const publicKey = publicHalf(key) as CheckpointFile['publicKey'];
  return { format: KIND, ...checkpoint, publicKey };
}
