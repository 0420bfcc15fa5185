import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { EventHandler } from '../inbox/handle-once.js';
import type { ServiceName } from '../messaging.options.js';
import { consumedBy } from '../topology/consumers.js';
import { HANDLER_NAME } from './prepare-handlers.js';
import type { ServiceConsumer } from './service-consumer.js';

/**
 * The transport behind `@EventPattern`: finds the handlers, checks them against the topology, and leaves
 * consuming, retrying and dead-lettering to the {@link ServiceConsumer}. Nest's own RMQ transport lacks
 * retries, dead letters and mandatory publishing.
 */
export class RabbitEventServer extends Server implements CustomTransportStrategy {
  override readonly transportId = Symbol('caredrop events');
  /** Stops Nest from logging the errors of handlers, which are logged here. */
  override readonly propagatesEventHandlerErrors = true;
  private readonly handlers = new Map<string, EventHandler[]>();
  private consumer: ServiceConsumer | undefined;

  constructor(
    private readonly service: ServiceName,
    private readonly makeConsumer: (handlersOf: (type: string) => EventHandler[]) => ServiceConsumer,
  ) {
    super();
  }

  /**
   * Called by Nest for each handler. Does not chain handlers as the base class does: each of ours has its own
   * record in the inbox.
   */
  override addHandler(
    pattern: unknown,
    callback: MessageHandler,
    isEventHandler = false,
    extras: Record<string, unknown> = {},
  ): void {
    const type = String(pattern);
    if (!isEventHandler)
      throw new Error(`${type}: RabbitMQ carries events only (use @EventPattern); make requests over HTTP`);
    const name = extras[HANDLER_NAME];
    if (typeof name !== 'string')
      throw new Error(`${type}: the controller belongs to no module of this application`);
    const handler = { name, handle: toPromise(callback) };
    this.handlers.set(type, [...(this.handlers.get(type) ?? []), handler]);
  }

  /**
   * Starts consuming, without waiting for the broker. Passes an error to `callback` when the handlers differ from the
   * topology.
   */
  listen(callback: (error?: unknown) => void): void {
    const fault = this.findFault();
    if (fault) {
      callback(new Error(fault));
      return;
    }
    if (this.handlers.size > 0 && !this.consumer) {
      this.consumer = this.makeConsumer((type) => this.handlers.get(type) ?? []);
      this.consumer.start();
    }
    callback();
  }

  /** Waits for handlers in progress. */
  async close(): Promise<void> {
    await this.consumer?.stop();
    this.consumer = undefined;
  }

  override on(): never {
    throw new Error('RabbitEventServer does not emit events');
  }

  override unwrap(): never {
    throw new Error('RabbitEventServer does not expose its connection');
  }

  private findFault(): string | undefined {
    const consumed: readonly string[] = consumedBy(this.service);
    const handled = [...this.handlers.keys()];
    const unhandled = consumed.filter((type) => !handled.includes(type));
    const unbound = handled.filter((type) => !consumed.includes(type));
    if (unhandled.length > 0)
      return `No @EventPattern handler in ${this.service} for ${unhandled.join(', ')}`;
    if (unbound.length > 0)
      return `${unbound.join(', ')}: not consumed by ${this.service} in the table of libs/messaging/src/topology`;
    return undefined;
  }
}

/** Nest returns a value, a promise or a stream, and reports errors through the stream. */
function toPromise(callback: MessageHandler): EventHandler['handle'] {
  return async (event, context) => {
    const result: unknown = await callback(event, context);
    return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
  };
}
