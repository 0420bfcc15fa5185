import { Inject, Injectable } from '@nestjs/common';
import { ofTokensResponse, searchResponse } from '@caredrop/contracts/internal';
import { InternalClient } from '@caredrop/service-kit';

/** The ids that a search matches: entries that name any of them are found. */
export interface FoundSubjects {
  people: string[];
  /** Links and documents. */
  things: string[];
  /** True if more were found than the services return. */
  cut: boolean;
}

@Injectable()
export class FindSubjects {
  constructor(@Inject(InternalClient) private readonly client: InternalClient) {}

  /**
   * Finds the links, their documents (including deleted ones) and the people that match a text, since entries hold
   * ids only. Throws if a service does not respond, because an empty result would be misleading.
   */
  async execute(text: string): Promise<FoundSubjects> {
    const own = { onBehalf: false };
    const [tokens, people] = await Promise.all([
      this.client.post('token', '/internal/tokens/search', { text }, searchResponse, own),
      this.client.post('auth', '/internal/users/search', { text }, searchResponse, own),
    ]);
    const things = [...tokens.ids, ...(await this.documentsOf(tokens.ids))];
    return { people: people.ids, things, cut: tokens.more || people.more };
  }

  private async documentsOf(tokenIds: string[]): Promise<string[]> {
    if (tokenIds.length === 0) return [];
    const body = { tokenIds };
    const own = { onBehalf: false };
    const response = await this.client.post(
      'document',
      '/internal/documents/of-tokens',
      body,
      ofTokensResponse,
      own,
    );
    return response.documentIds;
  }
}
