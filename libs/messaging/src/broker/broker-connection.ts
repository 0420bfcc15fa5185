import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Channel, type ChannelModel } from 'amqplib';
import type { Logger } from 'pino';
import { WakeSignal } from '../util/wake-signal.js';
import { backOff } from '../util/back-off.js';
import { describeError } from '../util/describe-error.js';

const CONNECT_TIMEOUT_MS = 10_000;
const HEARTBEAT_SECONDS = 10;
/** How long to wait for the end of a connection that was lost or that does not close. */
const END_WITHIN_MS = 2_000;
const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 5_000;

export interface BrokerConnectionOptions {
  amqpUrl: string;
  /** Connection name shown by the broker. */
  name: string;
  logger: Logger;
  /** Creates channels and consumers on each new connection; a rejection drops the connection and retries. */
  setUp: (connection: ChannelModel) => Promise<void>;
  /** Called on every disconnect: after a connection ends and after each failed attempt. */
  onLost?: () => void;
}

interface Live {
  connection: ChannelModel;
  lost: Promise<unknown>;
}

/**
 * A self-healing connection. Whenever it ends, it is set up again, with increasing delays, until it is closed.
 * A channel that fails ends its connection, so that all failures are handled in the same way.
 */
export class BrokerConnection {
  private readonly wakeSignal = new WakeSignal();
  private current: Live | undefined;
  private loop: Promise<void> | undefined;
  private closing = false;
  private away = false;
  /** Number of failures since the last working connection. */
  private failures = 0;

  constructor(private readonly options: BrokerConnectionOptions) {}

  /** Starts connecting, without waiting for it. */
  start(): void {
    this.loop ??= this.keepConnected();
  }

  /** Ends the current connection; a new one follows. */
  drop(reason: string): void {
    if (this.closing || !this.current) return;
    this.options.logger.warn({ connection: this.options.name, reason }, 'connection to the broker closed');
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
    this.wakeSignal.wake();
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
      if (!this.closing) await this.wakeSignal.sleep(backOff(this.failures, FIRST_RETRY_MS, MAX_RETRY_MS));
    }
  }

  /** Holds one connection from its set-up to its end. */
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
    const lostEarly = lost.then(() => Promise.reject(new Error('connection lost during setup')));
    lostEarly.catch(() => undefined); // Awaited in the race below; a rejection after the set-up does not matter.
    await Promise.race([this.options.setUp(connection), lostEarly]);
    if (this.closing) throw new Error('closing');
    this.options.logger.info({ connection: this.options.name }, 'connected to the broker');
    this.failures = 0;
    this.away = false;
  }

  /** Logged once per outage, not once per attempt. */
  private tellAway(error: unknown): void {
    if (this.away || this.closing) return;
    this.away = true;
    const { name, logger } = this.options;
    logger.warn({ connection: name, reason: describeError(error) }, 'broker unavailable; reconnecting');
  }
}

/**
 * Resolves when the connection has ended, at the latest after {@link END_WITHIN_MS}. `close` throws on a connection
 * that is closing or closed; `lost` is then awaited, but may never resolve: a close that arrives in the same packet as
 * the open is handled before a listener can be added.
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
