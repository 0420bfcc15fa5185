import { Inject, Injectable } from '@nestjs/common';
import {
  describeSessionAnswer,
  mintPasswordLinkAnswer,
  recipientsAnswer,
} from '@caredrop/contracts/internal';
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

/** A sign-in as a mail tells of it. */
export interface SignIn {
  device: string;
  network: string | null;
  signedInAt: string;
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

  /** Null when the session was purged: there is nothing left to tell of. */
  async signIn(userId: string, sessionId: string): Promise<SignIn | null> {
    const body = { userId, sessionId };
    const answer = await this.client.post('auth', '/internal/sessions/describe', body, describeSessionAnswer);
    return answer.outcome === 'found' ? answer : null;
  }
}
