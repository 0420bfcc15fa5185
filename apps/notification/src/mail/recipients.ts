import { Inject, Injectable } from '@nestjs/common';
import {
  describeSessionResponse,
  mintPasswordLinkResponse,
  recipientsResponse,
} from '@caredrop/contracts/internal';
import { InternalClient } from '@caredrop/service-kit';
import type { NewsSource } from './purpose.js';

export interface Recipient {
  userId: string;
  email: string;
  firstName: string;
}

export interface Addressees {
  recipients: Recipient[];
  /** The user an email is about, where its text names them. */
  person?: Person | undefined;
  /** The recipients are the administrators, because no one looks after the links. */
  admins?: boolean | undefined;
}

export interface Person {
  name: string;
  email: string;
}

export interface ActionLink {
  url: string;
  email: string;
  firstName: string;
  expiresAt: string;
}

/** A sign-in as described in an email. */
export interface SignIn {
  device: string;
  network: string | null;
  signedInAt: string;
}

/**
 * Queries the auth service when a document is announced and each time an email to staff is about to be sent. Names and
 * addresses are not stored.
 */
@Injectable()
export class Recipients {
  constructor(@Inject(InternalClient) private readonly client: InternalClient) {}

  /** For the meaning of each `about` see {@link NewsSource}. */
  of(
    userId: string,
    about: NewsSource,
    teamId: string | null = null,
    timeoutMs?: number,
  ): Promise<Addressees> {
    const body = { userId, about, ...(teamId !== null && { teamId }) };
    return this.client.post('auth', '/internal/users/recipients', body, recipientsResponse, {
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
  }

  /**
   * Mints a link to set a password, for the request whose event is `requestId`. Null when the user is deleted
   * or disabled, or the request is no longer open.
   */
  async mint(userId: string, purpose: 'reset' | 'invite', requestId: string): Promise<ActionLink | null> {
    const body = { userId, purpose, requestId };
    const response = await this.client.post(
      'auth',
      '/internal/password-links/mint',
      body,
      mintPasswordLinkResponse,
    );
    return response.outcome === 'minted' ? response : null;
  }

  /** Null when the session was purged, so that there is nothing left to report. */
  async signIn(userId: string, sessionId: string): Promise<SignIn | null> {
    const body = { userId, sessionId };
    const response = await this.client.post(
      'auth',
      '/internal/sessions/describe',
      body,
      describeSessionResponse,
    );
    return response.outcome === 'found' ? response : null;
  }
}
