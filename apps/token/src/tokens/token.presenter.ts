import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CannotOpen, KeyRing, requestContext } from '@caredrop/service-kit';
import {
  emailReason,
  NOT_DELIVERED,
  problemReasons,
  smsReason,
  type EmailStatus,
  type Person,
  type SmsStatus,
  type Token,
  type TokenDetails,
  type TokenStatus,
} from '@caredrop/contracts';
import { CONFIG, type Config } from '../config.js';
import type { Token as Row } from '../generated/prisma/client.js';
import { checkStateForStaff } from '../check-rules/check-state.js';
import { UserNames } from '../people/user-names.js';
import { RequestItemQueries } from '../request-items/request-items.queries.js';
import { emailedAddress, keptNumber } from './kept-number.js';
import { shortAddress } from './short-address.js';
import { documentCount, isNotAnswering, statusOf } from './token.js';
import type { ListedToken } from './tokens.queries.js';

/** Number of links decrypted before yielding to the event loop: each takes about 10 microseconds. */
const AT_ONCE = 1_000;

/** Presents token rows as the API's tokens: the only place that decrypts sealed links, apart from key rotation. */
@Injectable()
export class TokenPresenter {
  private readonly keys: KeyRing;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly names: UserNames,
    private readonly items: RequestItemQueries,
  ) {
    this.keys = new KeyRing(config.LINK_KEYS);
  }

  /** Seals a link's value for the row with this id. */
  seal(linkValue: string, tokenId: string) {
    return this.keys.seal(Buffer.from(linkValue), tokenId);
  }

  linkValue(row: Pick<ListedToken, 'id' | 'linkKeyId' | 'linkSealed'>): string {
    return this.keys.open({ keyId: row.linkKeyId, bytes: row.linkSealed }, row.id).toString();
  }

  canDecrypt(row: Pick<ListedToken, 'id' | 'linkKeyId' | 'linkSealed'>): boolean {
    try {
      this.linkValue(row);
      return true;
    } catch (error) {
      if (error instanceof CannotOpen) return false;
      throw error;
    }
  }

  async list(rows: ListedToken[], now = new Date()): Promise<Token[]> {
    const tokens: Token[] = [];
    for (let start = 0; start < rows.length; start += AT_ONCE) {
      if (start > 0) await nextTurn();
      tokens.push(...(await this.some(rows.slice(start, start + AT_ONCE), now)));
    }
    return tokens;
  }

  async one(row: ListedToken, now = new Date()): Promise<Token> {
    const [token] = await this.list([row], now);
    if (!token) throw new Error('a list of one row shows one token');
    return token;
  }

  async details(row: Row, uploads: TokenDetails['uploads'], now = new Date()): Promise<TokenDetails> {
    const lost = row.documentState === 'lost' && uploads.length === 0;
    return {
      ...(await this.one(row, now)),
      uploads,
      ...(lost && { lost: true as const }),
      ...(row.smsStatus === 'failed' && { smsReason: undelivered(row.smsErrorCode) }),
      ...(row.emailStatus === 'failed' && { emailReason: emailReason(row.emailErrorCode) }),
      ...(row.problemComment !== null && { problemComment: row.problemComment }),
      ...(row.checkHash &&
        statusOf(row, now) === 'active' && { patient_check: checkStateForStaff(row, now) }),
    };
  }

  private async some(rows: ListedToken[], now: Date): Promise<Token[]> {
    const [people, requests] = await Promise.all([
      this.names.find(rows.map(({ ownerId }) => ownerId)),
      this.items.find(rows),
    ]);
    return rows.map((row) => {
      const request = this.items.present(row, requests);
      return {
        ...this.fields(row, people.get(row.ownerId) ?? ownerOf(row), now),
        ...(request && { request }),
        uploads: [{ count: documentCount(row) }],
      };
    });
  }

  private fields(row: ListedToken, user: Person, now: Date): Omit<Token, 'uploads'> {
    const status = statusOf(row, now);
    return {
      id: row.id,
      token: this.linkValue(row),
      patient_ref_id: row.patientRefId,
      nickname: row.nickname,
      notes: row.notes,
      status,
      created_at: row.createdAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
      hasSMS: row.hasSms,
      smsStatus: row.smsStatus as SmsStatus | null,
      // Shown so that the clinician can resend an active link. `ForgetPhoneNumbers` removes it once it is no longer
      // needed.
      smsPhoneNumber: status === 'active' ? row.smsPhoneNumber : null,
      ...emailFields(row, status),
      ...(status === 'active' && scheduledFields(row)),
      ...(isNotAnswering(row, now) && { notAnswering: true as const }),
      user: { firstName: user.firstName, lastName: user.lastName },
      ...belongingFields(row),
      ...(row.language !== null && { language: row.language }),
      ...renewalFields(row, status, now),
      ...problemFields(row),
    };
  }
}

/** Whether the link belongs to someone other than the caller, and the id of the link's team. */
function belongingFields({ ownerId, teamId }: ListedToken): Partial<Token> {
  const self = requestContext.principal();
  return {
    ...(self && self.userId !== ownerId && { notMine: true as const }),
    ...(teamId !== null && { team_id: teamId }),
  };
}

/** The address is shown for the same reason, and for as long, as the number. */
function emailFields({ emailStatus, emailAddress }: ListedToken, status: TokenStatus): Partial<Token> {
  return {
    ...(emailStatus !== null && { emailStatus: emailStatus as EmailStatus }),
    ...(status === 'active' && emailAddress !== null && { emailAddress }),
  };
}

function scheduledFields({ scheduledSmsAt: sms, scheduledEmailAt: email }: ListedToken): Partial<Token> {
  if (!sms && !email) return {};
  return {
    scheduled: { ...(sms && { sms: sms.toISOString() }), ...(email && { email: email.toISOString() }) },
  };
}

/** Neither a used nor a revoked link has an open request. */
function renewalFields(row: ListedToken, status: TokenStatus, now: Date): Partial<Token> {
  const { renewalAskedAt, replacedBy, replacedAt } = row;
  const number = keptNumber(row, now);
  const address = emailedAddress(row, now);
  const isOpen = status === 'active' || status === 'expired';
  return {
    ...(isOpen && renewalAskedAt && { renewal_asked_at: renewalAskedAt.toISOString() }),
    ...(number && { phoneEnding: number.slice(-3) }),
    ...(address && { emailHint: shortAddress(address) }),
    ...(replacedBy && replacedAt && { replaced_by: replacedBy, replaced_at: replacedAt.toISOString() }),
  };
}

function problemFields({ problemReason, problemAt }: ListedToken): Partial<Token> {
  const reason = problemReasons.find((known) => known === problemReason);
  return reason && problemAt ? { problem: { reason, reported_at: problemAt.toISOString() } } : {};
}

/** Twilio does not always give a reason why an accepted text did not arrive. */
export const undelivered = (code: string | null) => smsReason(code ?? NOT_DELIVERED);

const ownerOf = (row: ListedToken) => ({
  firstName: row.ownerFirstName,
  lastName: row.ownerLastName,
});
