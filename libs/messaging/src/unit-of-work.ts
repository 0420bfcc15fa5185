import { Inject, Injectable } from '@nestjs/common';
import { MESSAGING_OPTIONS, type MessagingOptions } from './messaging.options.js';
import { emitInto } from './outbox/append.js';
import { GatheredEvents } from './outbox/gathered-events.js';
import { OutboxRelay } from './outbox/relay.js';
import type { Emit, RawSql, TransactionOptions } from './types.js';

/** Runs a write: one transaction for state and outbox. Inject as `UnitOfWork<Prisma.TransactionClient>`. */
@Injectable()
export class UnitOfWork<Tx extends RawSql = RawSql> {
  constructor(
    @Inject(MESSAGING_OPTIONS) private readonly options: MessagingOptions<Tx>,
    @Inject(OutboxRelay) private readonly relay: OutboxRelay,
  ) {}

  /**
   * Emits an event without a change of state, such as the audit entry of a read: a single statement is a
   * transaction by itself, so it costs one round trip. Settles when the event is committed.
   */
  readonly emit: Emit = async (event) => {
    const { client, context, source } = this.options;
    const origin = { source, correlation: context.current(), causationId: null };
    const envelope = await emitInto(client, origin, () => undefined)(event);
    this.relay.wake();
    return envelope;
  };

  /**
   * Runs `work` in a transaction; the events it emits are published only after the commit. Rejects when
   * `work` does, with nothing written or published.
   */
  async run<R>(work: (tx: Tx, emit: Emit) => Promise<R>, transaction?: TransactionOptions): Promise<R> {
    const { client, context, source } = this.options;
    const origin = {
      source,
      correlation: context.current(),
      causationId: null,
      traceparent: context.traceparent?.(),
    };
    const events = new GatheredEvents();
    const result = await client.$transaction(async (tx) => {
      const done = await work(
        tx,
        events.emit(() => origin),
      );
      await events.write(tx);
      return done;
    }, transaction);
    if (events.any) this.relay.wake();
    return result;
  }
}
