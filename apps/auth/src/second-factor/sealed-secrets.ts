import { Inject, Injectable } from '@nestjs/common';
import { KeyRing } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';

export interface SealedSecret {
  keyId: string;
  sealedSecret: Uint8Array<ArrayBuffer>;
}

const boundTo = (userId: string) => `second-factor:${userId}`;

/**
 * Secrets of authenticator apps, sealed at rest: a stolen database cannot generate codes, and a secret cannot
 * be opened for another row.
 */
@Injectable()
export class SealedSecrets {
  private readonly ring: KeyRing;

  constructor(@Inject(CONFIG) { SECOND_FACTOR_KEYS }: Pick<Config, 'SECOND_FACTOR_KEYS'>) {
    this.ring = new KeyRing(SECOND_FACTOR_KEYS);
  }

  seal(userId: string, secret: Uint8Array): SealedSecret {
    const { keyId, bytes } = this.ring.seal(secret, boundTo(userId));
    return { keyId, sealedSecret: bytes };
  }

  /**
   * Throws {@link CannotOpen} for a secret that was changed, moved to another row, or sealed with a missing
   * key.
   */
  open(userId: string, { keyId, sealedSecret }: SealedSecret): Uint8Array {
    return this.ring.open({ keyId, bytes: sealedSecret }, boundTo(userId));
  }

  /** Returns whether the secret is sealed with a key other than the current one. */
  isOld({ keyId }: SealedSecret): boolean {
    return keyId !== this.ring.currentKeyId;
  }
}
