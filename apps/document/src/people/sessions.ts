import { sessionCheckAnswer, type SessionCheckAnswer } from '@caredrop/contracts/internal';
import { appError, InternalClient } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';

export type LiveUser = Extract<SessionCheckAnswer, { outcome: 'alive' }>['user'];

/** Asks the auth service whether a session is alive; a result is cached for SESSION_CACHE_MS. */
@Injectable()
export class Sessions {
  private readonly answers = new Map<string, { answer: Promise<SessionCheckAnswer>; until: number }>();

  constructor(
    private readonly services: InternalClient,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The session's user. Throws 401 when it has ended, and fails (503) when auth is unavailable. */
  async userOf(sessionId: string): Promise<LiveUser> {
    const answer = await this.ask(sessionId);
    if (answer.outcome === 'ended') throw appError('unauthorized');
    return answer.user;
  }

  private ask(sessionId: string): Promise<SessionCheckAnswer> {
    const cached = this.answers.get(sessionId);
    if (cached && cached.until > Date.now()) return cached.answer;
    const body = { sessionId, activity: false };
    const answer = this.services.post('auth', '/internal/sessions/check', body, sessionCheckAnswer, {
      onBehalf: false,
    });
    this.answers.set(sessionId, { answer, until: Date.now() + this.config.SESSION_CACHE_MS });
    const forget = () => this.answers.delete(sessionId);
    answer.catch(forget);
    setTimeout(forget, this.config.SESSION_CACHE_MS).unref();
    return answer;
  }
}
