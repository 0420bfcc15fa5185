import { sessionCheckResponse, type SessionCheckResponse } from '@caredrop/contracts/internal';
import { appError, InternalClient } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';

export type LiveUser = Extract<SessionCheckResponse, { outcome: 'alive' }>['user'];

/** Asks the auth service whether a session is alive; a result is cached for SESSION_CACHE_MS. */
@Injectable()
export class Sessions {
  private readonly responses = new Map<string, { response: Promise<SessionCheckResponse>; until: number }>();

  constructor(
    private readonly services: InternalClient,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The session's user. Throws 401 when it has ended, and fails (503) when auth is unavailable. */
  async userOf(sessionId: string): Promise<LiveUser> {
    const response = await this.ask(sessionId);
    if (response.outcome === 'ended') throw appError('unauthorized');
    return response.user;
  }

  private ask(sessionId: string): Promise<SessionCheckResponse> {
    const cached = this.responses.get(sessionId);
    if (cached && cached.until > Date.now()) return cached.response;
    const body = { sessionId, activity: false };
    const response = this.services.post('auth', '/internal/sessions/check', body, sessionCheckResponse, {
      onBehalf: false,
    });
    this.responses.set(sessionId, { response, until: Date.now() + this.config.SESSION_CACHE_MS });
    const forget = () => this.responses.delete(sessionId);
    response.catch(forget);
    setTimeout(forget, this.config.SESSION_CACHE_MS).unref();
    return response;
  }
}
