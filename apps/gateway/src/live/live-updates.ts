import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { EventEnvelope } from '@caredrop/contracts/events';
import { brokerOptions, FORGED_HELP, subscribeLive, type LiveSubscription } from '@caredrop/messaging';
import { appError, counter, measuredGauge, type Logger, type Principal } from '@caredrop/service-kit';
import { Sessions } from '../access/sessions.js';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { liveEvent, mayHear, named, type LiveEvent } from './live-event.js';
import { LiveStream } from './live-stream.js';
import { RecentEvents } from './recent-events.js';

const STREAMS_PER_SESSION = 20;

/**
 * Passes events to the open pages they concern. Nothing is stored or replayed: a page that may have missed something
 * refetches. A change is sent only to a page whose session passed a check at most a second ago.
 */
@Injectable()
export class LiveUpdates implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly streams = new Set<LiveStream>();
  private readonly recent = new RecentEvents();
  private subscription: LiveSubscription | null = null;
  private heartbeat: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly sessions: Sessions,
  ) {}

  onApplicationBootstrap(): void {
    measuredGauge('live_streams', 'Open pages that receive live updates', () => this.streams.size);
    measuredGauge('live_connected', '1 while events reach this gateway', () => (this.connected ? 1 : 0));
    const forged = counter('events_forged_total', FORGED_HELP, ['reason']);
    this.subscription = subscribeLive({
      ...brokerOptions(this.config),
      logger: this.logger,
      onForged: (reason) => forged.inc({ reason }),
      onEvent: (event) => this.hear(event),
      onConnect: () => this.recent.begin(),
      onReconnect: () => this.streams.forEach((stream) => stream.tell('refetch')),
      onLost: () => this.recent.lose(),
    });
    this.heartbeat = setInterval(() => this.beat(), this.config.LIVE_HEARTBEAT_MS).unref();
  }

  /** Whether the gateway is connected to the broker, so that events arrive. */
  get connected(): boolean {
    return this.subscription?.connected ?? false;
  }

  /** Throws 429 for a session with more open pages than a real user would have. */
  open(principal: Principal): LiveStream {
    const ofSession = [...this.streams].filter(
      (stream) => stream.principal.sessionId === principal.sessionId,
    );
    if (ofSession.length >= STREAMS_PER_SESSION) throw appError('rate_limited', { retryAfter: 60 });
    const stream = new LiveStream(principal);
    this.streams.add(stream);
    stream.body.once('close', () => this.streams.delete(stream));
    // An open stream would delay the shutdown. The page reconnects to another gateway.
    if (this.stopping) stream.end();
    return stream;
  }

  /**
   * For how many milliseconds nothing has changed for this user, as far as this gateway knows; 0 while changes may be
   * missed.
   */
  quietMs(principal: Principal): number {
    return Math.floor(this.recent.quietMs(principal));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearInterval(this.heartbeat);
    this.streams.forEach((stream) => stream.end());
    await this.subscription?.close();
  }

  private hear(event: EventEnvelope): void {
    if (event.type === 'session.revoked') this.endSessions(event as EventEnvelope<'session.revoked'>);
    const news = liveEvent(event);
    if (!news) return;
    this.recent.note(news);
    // What these users may see has changed: their pages must not refetch with the cached access.
    for (const userId of named(news)) this.sessions.forget(userId, null);
    for (const stream of this.streams)
      if (mayHear(stream.principal, news)) void this.ifAlive(stream, () => this.inform(stream, news));
  }

  private endSessions({ data: { userId, sessionId } }: EventEnvelope<'session.revoked'>): void {
    this.sessions.forget(userId, sessionId);
    for (const stream of this.streams)
      if (
        stream.principal.userId === userId &&
        (sessionId ?? stream.principal.sessionId) === stream.principal.sessionId
      )
        this.end(stream);
  }

  private beat(): void {
    for (const stream of this.streams) void this.ifAlive(stream, () => stream.beat());
  }

  /**
   * Decides again with the session that was just checked: the user may have left the team since the previous check.
   */
  private inform(stream: LiveStream, news: LiveEvent): void {
    if (mayHear(stream.principal, news)) stream.tell('change', news);
  }

  /** Fails closed: a page whose session cannot be checked is disconnected and has to reconnect. */
  private async ifAlive(stream: LiveStream, work: () => void): Promise<void> {
    try {
      const principal = await this.sessions.principal(stream.principal.sessionId, false);
      if (!principal) return this.end(stream);
      stream.principal = principal;
      work();
    } catch {
      // The error is logged where the session check is made.
      stream.end();
    }
  }

  private end(stream: LiveStream): void {
    stream.tell('ended');
    stream.end();
  }
}
