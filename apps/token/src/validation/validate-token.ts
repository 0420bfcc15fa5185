import { Injectable } from '@nestjs/common';
import type { ValidateAnswer } from '@caredrop/contracts';
import { appError, AppError } from '@caredrop/service-kit';
import { usedAnswer } from '../claims/claim.js';
import { ValidationRefusals } from './validation-refusals.js';
import { TokenMetrics } from '../metrics.js';
import { hashTokenValue } from '../tokens/token-value.js';
import { statusOf } from '../tokens/token.js';
import { TokenQueries, type LookedAtToken } from '../tokens/tokens.queries.js';

@Injectable()
export class ValidateToken {
  constructor(
    private readonly queries: TokenQueries,
    private readonly refusals: ValidationRefusals,
    private readonly metrics: TokenMetrics,
  ) {}

  /**
   * What a patient may know about a link, without changing anything. An unknown and a malformed value take
   * the same path and get the same response. A link that is claimed but not confirmed is still valid. Throws
   * 404 or 410; only these leave an audit entry.
   */
  async execute(value: string): Promise<ValidateAnswer> {
    const token = await this.queries.byLinkHash(hashTokenValue(value));
    try {
      const answer = this.look(token);
      this.metrics.validations.inc({ outcome: 'valid' });
      return answer;
    } catch (error) {
      this.metrics.validations.inc({ outcome: error instanceof AppError ? error.code : 'error' });
      await this.refusals.note(error, token?.id);
      throw error;
    }
  }

  private look(token: LookedAtToken | null): ValidateAnswer {
    if (!token) throw appError('link_unknown');
    const status = statusOf(token, new Date());
    if (status === 'expired') throw appError('link_expired');
    if (status === 'revoked') throw appError('link_revoked');
    if (status === 'used') {
      const { receivedAt, patientRefId } = usedAnswer(token);
      throw appError('link_used', { data: { receivedAt, patientRefId } });
    }
    return { patientRefId: token.patientRefId, expiresAt: token.expiresAt.toISOString() };
  }
}
