import { Inject, Injectable } from '@nestjs/common';
import { describeLinkEmailResponse, type DescribeLinkEmailResponse } from '@caredrop/contracts/internal';
import { InternalClient } from '@caredrop/service-kit';
import type { TakenDelivery } from './take-turns.js';

/** An email to a patient: the address, the link and the sentences around it. */
export type PatientEmail = Extract<DescribeLinkEmailResponse, { outcome: 'found' }>;

/**
 * Queries the token service each time an email with an upload link is about to be sent. Its responses are not stored.
 */
@Injectable()
export class PatientEmails {
  constructor(@Inject(InternalClient) private readonly client: InternalClient) {}

  /**
   * Null when the email must no longer be sent: the link has ended, the reminder is no longer wanted or not due, or the
   * token service does not know the email.
   */
  async of({ id: deliveryId, tokenId }: TakenDelivery): Promise<PatientEmail | null> {
    const body = { deliveryId, tokenId };
    const response = await this.client.post(
      'token',
      '/internal/link-emails/describe',
      body,
      describeLinkEmailResponse,
    );
    return response.outcome === 'found' ? response : null;
  }
}
