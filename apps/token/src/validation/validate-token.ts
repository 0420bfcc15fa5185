import { Inject, Injectable } from '@nestjs/common';
import type { ValidateResponse } from '@caredrop/contracts';
import { appError, AppError, toAuditOutcome } from '@caredrop/service-kit';
import { againReasonOf } from '../again-rules/again-rules.js';
import { usedResponse } from '../claims/claim.js';
import { ConcludeClaim } from '../claims/conclude-claim.js';
import { CONFIG, type Config } from '../config.js';
import { isOffered } from '../offered-languages/offered.js';
import { EndedLink } from '../renewals/ended-link.js';
import { wordsAt } from '../request-items/request-items.js';
import { CheckRights, type PatientProof } from '../check-rules/check-rights.js';
import { checkState } from '../check-rules/check-state.js';
import { TokenMetrics } from '../metrics.js';
import { instructionsOf } from '../template-texts/template-texts.js';
import { LinkRejections } from '../tokens/link-rejections.js';
import { hashTokenValue } from '../tokens/token-value.js';
import { isBeingCommitted, statusOf } from '../tokens/token.js';
import { TokenQueries, type LookedAtToken } from '../tokens/tokens.queries.js';

const ofRequest = { ofRequest: true } as const;

@Injectable()
export class ValidateToken {
  constructor(
    private readonly queries: TokenQueries,
    private readonly endedLink: EndedLink,
    private readonly rejections: LinkRejections,
    private readonly rights: CheckRights,
    private readonly concludeClaim: ConcludeClaim,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Pick<Config, 'LANGUAGES'>,
  ) {}

  /**
   * Returns what a patient may know about a link, without changing it. An unknown and a malformed value take the same
   * path and get the same response. A link that is claimed but not confirmed is still valid. Throws 404, 410, or 503 if
   * it cannot be determined whether its document was stored; all are audited. `proof`: the proof of the patient check,
   * if the browser has one.
   */
  async execute(value: string, proof?: PatientProof): Promise<ValidateResponse> {
    const found = await this.queries.byLinkHash(hashTokenValue(value));
    try {
      const token = found && (await this.concluded(found, value));
      const response = this.responseOf(await this.assertUsable(token), proof);
      this.metrics.validations.inc({ outcome: 'valid' });
      return response;
    } catch (error) {
      this.metrics.validations.inc({ outcome: error instanceof AppError ? error.code : 'error' });
      await this.rejections.note('link.validate', toAuditOutcome(error), found?.id);
      throw error;
    }
  }

  /** The holder of a link must not be shown a document as received while its upload can still fail. */
  private concluded(found: LookedAtToken, value: string): Promise<LookedAtToken> {
    return this.concludeClaim.execute(
      found,
      async () => (await this.queries.byLinkHash(hashTokenValue(value))) ?? found,
    );
  }

  /** Throws 404, 410 or 503 unless a document can be sent with the link. */
  async assertUsable<Found extends Omit<LookedAtToken, 'templateTexts' | 'requestItems'>>(
    token: Found | null,
  ): Promise<Found> {
    if (!token) throw appError('link_unknown');
    if (isBeingCommitted(token)) throw appError('service_unavailable');
    const status = statusOf(token, new Date());
    if (status === 'expired' || status === 'revoked') {
      const data = { ...(await this.endedLink.of(token.id)), ...(token.skippedAt && ofRequest) };
      throw appError(status === 'expired' ? 'link_expired' : 'link_revoked', { data });
    }
    if (status === 'used') {
      const { receivedAt, patientRefId } = usedResponse(token);
      const again = token.replacedAt ? await this.askedAgain(token.id) : {};
      throw appError('link_used', {
        data: { receivedAt, patientRefId, ...again, ...(token.requestId && ofRequest) },
      });
    }
    return token;
  }

  /** Once the clinic has asked again, the holder of a used link must not be shown that nothing more is needed. */
  private async askedAgain(tokenId: string) {
    const { replacedAt, replacementSent, replacementSentAt } = await this.endedLink.of(tokenId);
    return { replacedAt, replacementSent, replacementSentAt };
  }

  private responseOf(token: LookedAtToken, proof: PatientProof | undefined): ValidateResponse {
    const { patientRefId, expiresAt, language, templateTexts: texts } = token;
    const now = new Date();
    const isKnown = language !== null && isOffered(language, this.config.LANGUAGES);
    const isProven = !token.hasCheck || this.rights.isProven(token, proof, now);
    const reason = againReasonOf(token.againReason);
    return {
      patientRefId,
      expiresAt: expiresAt.toISOString(),
      language: isKnown ? language : null,
      ...(token.hasCheck && { check: checkState(token, isProven, now) }),
      ...(reason && isProven && { askedAgain: { reason, words: token.againWords } }),
      ...(texts && isProven && { instructions: instructionsOf(texts, this.config.LANGUAGES) }),
      ...(isProven && this.itemOf(token)),
    };
  }

  private itemOf({
    requestItems: items,
    itemPosition: position,
  }: LookedAtToken): Pick<ValidateResponse, 'request'> {
    if (!items || position === null) return {};
    const { optional = false } = items[position - 1] ?? {};
    const label = wordsAt(items, position, this.config.LANGUAGES);
    return { request: { position, count: items.length, optional, label } };
  }
}
