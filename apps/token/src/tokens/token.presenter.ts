import { Inject, Injectable } from '@nestjs/common';
import { KeyRing } from '@caredrop/service-kit';
import type { Person, SmsStatus, Token, TokenDetails } from '@caredrop/contracts';
import type { Token as TokenRow } from '../generated/prisma/client.js';
import { CONFIG, type Config } from '../config.js';
import { UserNames } from '../people/user-names.js';
import { documentCount, statusOf } from './token.js';

/** Shows token rows as the API's tokens: the only place that opens sealed links. */
@Injectable()
export class TokenPresenter {
  private readonly keys: KeyRing;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly names: UserNames,
  ) {
    this.keys = new KeyRing(config.LINK_KEYS);
  }

  /** A link's sealed copy for a row of this id. */
  seal(linkValue: string, tokenId: string) {
    return this.keys.seal(Buffer.from(linkValue), tokenId);
  }

  linkValue(row: Pick<TokenRow, 'id' | 'linkKeyId' | 'linkSealed'>): string {
    return this.keys.open({ keyId: row.linkKeyId, bytes: row.linkSealed }, row.id).toString();
  }

  async list(rows: TokenRow[], now = new Date()): Promise<Token[]> {
    const people = await this.names.of(rows.map(ownerOf));
    return rows.map((row) => ({
      ...this.fields(row, people.get(row.ownerId) ?? ownerOf(row), now),
      uploads: [{ count: documentCount(row) }],
    }));
  }

  async one(row: TokenRow, now = new Date()): Promise<Token> {
    const [token] = await this.list([row], now);
    if (!token) throw new Error('a list of one row shows one token');
    return token;
  }

  async details(row: TokenRow, uploads: TokenDetails['uploads']): Promise<TokenDetails> {
    return { ...(await this.one(row)), uploads };
  }

  private fields(row: TokenRow, user: Person, now: Date): Omit<Token, 'uploads'> {
    return {
      id: row.id,
      token: this.linkValue(row),
      patient_ref_id: row.patientRefId,
      nickname: row.nickname,
      notes: row.notes,
      status: statusOf(row, now),
      created_at: row.createdAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
      hasSMS: row.hasSms,
      smsStatus: row.smsStatus as SmsStatus | null,
      smsPhoneNumber: row.smsPhoneNumber,
      user: { firstName: user.firstName, lastName: user.lastName },
    };
  }
}

const ownerOf = (row: TokenRow) => ({
  id: row.ownerId,
  firstName: row.ownerFirstName,
  lastName: row.ownerLastName,
});
