import { Injectable } from '@nestjs/common';
import { messages, type ValidateAnswer } from '@caredrop/contracts';
import { AppError } from '@caredrop/service-kit';
import { usedAnswer } from '../claims/claim.js';
import { hashLinkValue } from '../tokens/link.js';
import { statusOf } from '../tokens/token.js';
import { TokenQueries } from '../tokens/tokens.queries.js';

@Injectable()
export class ValidateLink {
  constructor(private readonly queries: TokenQueries) {}

  /**
   * What a patient may know of a link, without changing anything. An unknown and a malformed value take the
   * same way and get the same answer. A link that is claimed but not confirmed is still valid (api.md 1a.27).
   * Throws 404 and 410 with the sentences of api.md §2 call 5.
   */
  async execute(value: string): Promise<ValidateAnswer> {
    const token = await this.queries.byLinkHash(hashLinkValue(value));
    if (!token) throw new AppError(404, 'link_unknown', messages.link.invalid);
    const status = statusOf(token, new Date());
    if (status === 'expired') throw new AppError(410, 'link_expired', messages.link.expired);
    if (status === 'revoked') throw new AppError(410, 'link_revoked', messages.link.revoked);
    if (status === 'used') {
      const { receivedAt, patientRefId } = usedAnswer(token);
      throw new AppError(410, 'link_used', messages.link.used, { data: { receivedAt, patientRefId } });
    }
    return { patientRefId: token.patientRefId, expiresAt: token.expiresAt.toISOString() };
  }
}
