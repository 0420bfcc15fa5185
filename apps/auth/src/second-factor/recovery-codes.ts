import { randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/prisma.service.js';
import { PasswordHasher } from '../hashing/password-hasher.js';
import { RECOVERY_ALPHABET, RECOVERY_LENGTH } from './typed-code.js';

const HOW_MANY = 10;
const HALF = RECOVERY_LENGTH / 2;

const newCode = (): string =>
  Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join(
    '',
  );
const readable = (code: string) => `${code.slice(0, HALF)}-${code.slice(HALF)}`;

/** Ten single-use codes that let a user sign in without the phone. Stored only as argon2id hashes. */
@Injectable()
export class RecoveryCodes {
  constructor(private readonly hasher: PasswordHasher) {}

  /** Replaces the user's codes. The new ones are only ever shown in this response. */
  async renew(tx: Tx, userId: string): Promise<string[]> {
    const codes = Array.from({ length: HOW_MANY }, newCode);
    const hashes = await Promise.all(codes.map((code) => this.hasher.hash(code)));
    await tx.recoveryCode.deleteMany({ where: { userId } });
    await tx.recoveryCode.createMany({
      data: hashes.map((codeHash) => ({ id: randomUUID(), userId, codeHash })),
    });
    return codes.map(readable);
  }

  /** Uses up the code if it is one of the user's unused ones. */
  async spend(tx: Tx, userId: string, code: string): Promise<boolean> {
    const left = await tx.recoveryCode.findMany({ where: { userId, usedAt: null } });
    const matches = await Promise.all(left.map(({ codeHash }) => this.hasher.matches(code, codeHash)));
    const found = left[matches.indexOf(true)];
    if (!found) return false;
    const used = await tx.$executeRaw`
      UPDATE recovery_codes SET used_at = now() WHERE id = ${found.id}::uuid AND used_at IS NULL`;
    return used === 1;
  }
}
