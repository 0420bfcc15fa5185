import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Channel, type ChannelModel } from 'amqplib';
import type { Logger } from 'pino';
import { AlarmClock } from '../util/alarm-clock.js';
import { backOff } from '../util/back-off.js';
import { describeError } from '../util/describe-error.js';

const CONNECT_TIMEOUT_MS = 10_000;
const HEARTBEAT_SECONDS = 10;
/** For the end of a connection that was lost or refuses to be closed. */
const END_WITHIN_MS = 2_000;
const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 5_000;

export interface BrokerConnectionOptions {
  amqpUrl: string;
  /** Shown by the broker. */
  name: string;
  logger: Logger;
  /** Makes channels and consumers on each new connection; a rejection drops the connection and tries again. */
  setUp: (connection: ChannelModel) => Promise<void>;
  /** Not connected: after the end of a connection and after each try that failed. */
  onLost?: () => void;
}

interface Live {
  connection: ChannelModel;
  lost: Promise<unknown>;
}

/**
 * A connection that comes back: whatever ends it, it is made and set up anew, with growing waits, until closed.
 * A channel that fails ends its connection, so that there is one way back for all failures.
 */
export class BrokerConnection {
  private readonly clock = new AlarmClock();
  private current: Live | undefined;
  private loop: Promise<void> | undefined;
  private closing = false;
  private away = false;
  /** Since the last good connection. */
  private failures = 0;

  constructor(private readonly options: BrokerConnectionOptions) {}

  /** Begins to connect; does not wait for it. */
  start(): void {
    this.loop ??= this.keepConnected();
  }

  /** Ends the current connection; a new one follows. */
  drop(reason: string): void {
    if (this.closing || !this.current) return;
    this.options.logger.warn({ connection: this.options.name, reason }, 'broker connection dropped');
    void end(this.current);
  }

  /** Drops the connection when the broker closes this channel. */
  guard<C extends Channel>(channel: C): C {
    channel.on('error', (error) => {
      this.drop(describeError(error));
    });
    return channel;
  }

  async close(): Promise<void> {
    this.closing = true;
    this.clock.wake();
    if (this.current) await end(this.current);
    await this.loop;
  }

  private async keepConnected(): Promise<void> {
    while (!this.closing) {
      try {
        await this.stayConnected();
      } catch (error) {
        this.tellAway(error);
        this.options.onLost?.();
      }
      this.failures += 1;
      if (!this.closing) await this.clock.sleep(backOff(this.failures, FIRST_RETRY_MS, LONGEST_RETRY_MS));
    }
  }

  /** One connection from its first to its last moment. */
  private async stayConnected(): Promise<never> {
    const connection = await connect(withHeartbeat(this.options.amqpUrl), {
      timeout: CONNECT_TIMEOUT_MS,
      clientProperties: { connection_name: this.options.name },
    });
    const lost = new Promise<unknown>((resolve) => connection.once('close', resolve));
    connection.on('error', (error) => {
      this.tellAway(error);
    });
    this.current = { connection, lost };
    try {
      await this.setUp(this.current);
      throw new Error('connection closed', { cause: await lost });
    } finally {
      await end(this.current);
      this.current = undefined;
    }
  }

  private async setUp({ connection, lost }: Live): Promise<void> {
    const lostEarly = lost.then(() => Promise.reject(new Error('connection lost while being set up')));
    lostEarly.catch(() => undefined); // raced here; after the set-up its rejection is nobody's concern
    await Promise.race([this.options.setUp(connection), lostEarly]);
    if (this.closing) throw new Error('closing');
    this.options.logger.info({ connection: this.options.name }, 'broker connected');
    this.failures = 0;
    this.away = false;
  }

  /** Once per outage, not once per try. */
  private tellAway(error: unknown): void {
    if (this.away || this.closing) return;
    this.away = true;
    const { name, logger } = this.options;
    logger.warn({ connection: name, reason: describeError(error) }, 'broker away, connecting again');
  }
}

/**
 * Resolves when the connection is over. Closing one that is closing or closed already is refused: then it waits for the
 * end, but not for ever. A broker that closes in the same packet in which it opens does so before anybody can listen.
 */
async function end({ connection, lost }: Live): Promise<void> {
  const waited = new AbortController();
  const longest = delay(END_WITHIN_MS, undefined, { signal: waited.signal }).catch(() => undefined);
  await Promise.race([connection.close().catch(() => lost), lost, longest]);
  waited.abort();
}

function withHeartbeat(amqpUrl: string): string {
  const url = new URL(amqpUrl);
  if (!url.searchParams.has('heartbeat')) url.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
  return url.toString();
}
