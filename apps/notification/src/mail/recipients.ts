import { Inject, Injectable } from '@nestjs/common';
import { mintPasswordLinkAnswer, recipientsAnswer } from '@caredrop/contracts/internal';
import { InternalClient } from '@caredrop/service-kit';

export interface Recipient {
  userId: string;
  email: string;
  firstName: string;
}

export interface SecretLink {
  url: string;
  email: string;
  firstName: string;
  expiresAt: string;
}

/** Asks the auth service, each time a mail is about to be sent: nothing of its answers is kept (design §3). */
@Injectable()
export class Recipients {
  constructor(@Inject(InternalClient) private readonly client: InternalClient) {}

  /** `documents`: the owner, or the admins while the owner is disabled; `account`: the person themselves. */
  async of(userId: string, about: 'documents' | 'account'): Promise<Recipient[]> {
    const body = { userId, about };
    return (await this.client.post('auth', '/internal/users/recipients', body, recipientsAnswer)).recipients;
  }

  /** Mints a link to set a password; null when the person is gone or disabled. */
  async mint(userId: string, purpose: 'reset' | 'invite'): Promise<SecretLink | null> {
    const body = { userId, purpose };
    const answer = await this.client.post(
      'auth',
      '/internal/password-links/mint',
      body,
      mintPasswordLinkAnswer,
    );
    return answer.outcome === 'minted' ? answer : null;
  }
}
