import { Inject, Injectable } from '@nestjs/common';
import { KeyRing } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { openCheckKey } from './check-keys.js';
import { isProof } from './proof.js';

/** What a browser presents to prove that the date of birth was entered in it. */
export interface PatientProof {
  proof: string;
  browser: string;
}

/** Reads the proof from a call's headers; undefined unless both were sent. */
export const patientProofOf = (proof?: string, browser?: string): PatientProof | undefined =>
  proof && browser ? { proof, browser } : undefined;

type Checked = Pick<Token, 'id' | 'checkVersion' | 'checkKeyId' | 'checkKeySealed'>;

/** Verifies proofs of the patient check. */
@Injectable()
export class CheckRights {
  private readonly ring: KeyRing;

  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(CONFIG) config: Pick<Config, 'LINK_KEYS'>,
  ) {
    this.ring = new KeyRing(config.LINK_KEYS);
  }

  isProven(token: Checked, given: PatientProof | undefined, now: Date): boolean {
    if (!given) return false;
    const key = openCheckKey(this.ring, token);
    if (!key) return false;
    const subject = { tokenId: token.id, version: token.checkVersion, browser: given.browser };
    return isProof(key, subject, given.proof, now);
  }

  /**
   * The version of the link's check for which the proof is valid, by the database's clock; null if there is no valid
   * proof. A caller that compares the version in the same statement as its write is safe from a simultaneous unlock.
   */
  async provenVersion(
    linkHash: Uint8Array<ArrayBuffer>,
    given: PatientProof | undefined,
  ): Promise<number | null> {
    if (!given) return null;
    const [row] = await this.prisma.$queryRaw<(Checked & { now: Date })[]>`
      SELECT id, check_version AS "checkVersion", check_key_id AS "checkKeyId",
        check_key_sealed AS "checkKeySealed", now() AS now
      FROM tokens WHERE link_hash = ${linkHash} AND has_check`;
    return row && this.isProven(row, given, row.now) ? row.checkVersion : null;
  }
}
