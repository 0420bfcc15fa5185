import { setTimeout as delay } from 'node:timers/promises';
import {
  claimResponse,
  confirmResponse,
  previewClaimResponse,
  releaseResponse,
  renewResponse,
  type ClaimResponse,
  type ClaimBody,
  type ConfirmResponse,
  type ConfirmBody,
  type PreviewClaimResponse,
  type RenewResponse,
} from '@caredrop/contracts/internal';
import { InternalClient, ServiceCallFailed } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';

/** How many times a failing claim or confirmation is tried; each call is idempotent by claim id. */
const TRIES = 4;
const ourselves = { onBehalf: false, timeoutMs: 5_000 };

/** Client for the token service's claim endpoints (contracts/internal/claims). Every call carries the id of its claim. */
@Injectable()
export class Claims {
  constructor(
    private readonly services: InternalClient,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Whether the link can still be used. A single try with a short timeout: the upload is refused anyway. Throws
   * ServiceCallFailed.
   */
  preview(token: string): Promise<PreviewClaimResponse> {
    const options = { ...ourselves, timeoutMs: 2_000 };
    return this.services.post('token', '/internal/claims/preview', { token }, previewClaimResponse, options);
  }

  /** Throws ServiceCallFailed when it is unknown whether the link was claimed. */
  claim(body: ClaimBody): Promise<ClaimResponse> {
    return this.insist(() => this.services.post('token', '/internal/claims', body, claimResponse, ourselves));
  }

  renew(claimId: string): Promise<RenewResponse> {
    return this.services.post('token', `/internal/claims/${claimId}/renew`, {}, renewResponse, ourselves);
  }

  /** Throws ServiceCallFailed when it is unknown whether the claim was confirmed. */
  confirm(claimId: string, body: ConfirmBody): Promise<ConfirmResponse> {
    return this.insist(() =>
      this.services.post('token', `/internal/claims/${claimId}/confirm`, body, confirmResponse, ourselves),
    );
  }

  /**
   * A patient waits for this call, so the timeout is short and there are only two tries. If both fail, the claim
   * ends with its lease or, once confirmed, when the token service settles it.
   */
  async release(claimId: string): Promise<void> {
    const options = { ...ourselves, timeoutMs: 2_000 };
    const call = () =>
      this.services.post('token', `/internal/claims/${claimId}/release`, {}, releaseResponse, options);
    await this.insist(call, 2);
  }

  private async insist<T>(call: () => Promise<T>, tries = TRIES): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof ServiceCallFailed) || tried === tries) throw error;
        await delay(this.config.CONFIRM_RETRY_MS * tried);
      }
    }
  }
}
