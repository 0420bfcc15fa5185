import { Inject, Injectable } from '@nestjs/common';
import { ofTokensAnswer, searchAnswer } from '@caredrop/contracts/internal';
import { InternalClient } from '@caredrop/service-kit';

/** What a search means: entries that name any of these ids. */
export interface FoundSubjects {
  people: string[];
  /** Links and documents. */
  things: string[];
  /** More were found than are considered. */
  cut: boolean;
}

@Injectable()
export class FindSubjects {
  constructor(@Inject(InternalClient) private readonly client: InternalClient) {}

  /**
   * The links, their documents, deleted ones too, and the people that a text names: entries hold ids only. Throws when a
   * service does not respond, because an empty list would be untrue.
   */
  async execute(text: string): Promise<FoundSubjects> {
    const own = { onBehalf: false };
    const [tokens, people] = await Promise.all([
      this.client.post('token', '/internal/tokens/search', { text }, searchAnswer, own),
      this.client.post('auth', '/internal/users/search', { text }, searchAnswer, own),
    ]);
    const things = [...tokens.ids, ...(await this.documentsOf(tokens.ids))];
    return { people: people.ids, things, cut: tokens.more || people.more };
  }

  private async documentsOf(tokenIds: string[]): Promise<string[]> {
    if (tokenIds.length === 0) return [];
    const body = { tokenIds };
    const own = { onBehalf: false };
    const answer = await this.client.post(
      'document',
      '/internal/documents/of-tokens',
      body,
      ofTokensAnswer,
      own,
    );
    return answer.documentIds;
  }
}
