import { Inject, Injectable } from '@nestjs/common';
import type { Document } from '@caredrop/contracts';
import { documentsByTokenResponse } from '@caredrop/contracts/internal';
import { InternalClient } from '@caredrop/service-kit';
import type { Token } from '../generated/prisma/client.js';
import { documentCount } from './token.js';

@Injectable()
export class TokenDocuments {
  constructor(@Inject(InternalClient) private readonly client: InternalClient) {}

  /**
   * Returns a token's documents, from the document service. While the service cannot be reached, returns none if our
   * own summary has none; otherwise throws 503 rather than showing a document as deleted.
   */
  async of(token: Token): Promise<Document[]> {
    if (token.status === 'active' && !token.confirmedAt && !token.claimId) return [];
    try {
      const body = { tokenId: token.id };
      return (
        await this.client.post('document', '/internal/documents/by-token', body, documentsByTokenResponse)
      ).documents;
    } catch (error) {
      if (documentCount(token) === 0) return [];
      throw error;
    }
  }
}
