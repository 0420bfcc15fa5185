import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/**
 * OWASP's minimum configuration for argon2id: 19 MiB, two passes, one lane. The algorithm is the library's default.
 */
const work = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Normalises characters that different keyboards compose differently. */
const spelled = (password: string) => password.normalize('NFC');

/** Argon2id, computed on the thread pool and never on the event loop. */
export class PasswordHasher {
  /** A decoy hash for unknown accounts, so that verifying a password for them takes as much work. */
  private readonly decoy = hash(randomBytes(32), work);

  hash(password: string): Promise<string> {
    return hash(spelled(password), work);
  }

  /** Returns whether `password` matches `stored`; for null, false after the same work. */
  async matches(password: string, stored: string | null): Promise<boolean> {
    const matched = await verify(stored ?? (await this.decoy), spelled(password));
    return matched && stored !== null;
  }
}
