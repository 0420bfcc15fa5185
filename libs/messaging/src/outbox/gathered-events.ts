import type { EventEnvelope } from '@caredrop/contracts/events';
import type { Emit, RawSql } from '../types.js';
import { append } from './append.js';
import { newEnvelope, type EnvelopeOrigin } from './new-envelope.js';

/** Collects the events of a transaction until its end and writes them in one statement. */
export class GatheredEvents {
  private readonly envelopes: EventEnvelope[] = [];
  private written = false;

  get any(): boolean {
    return this.envelopes.length > 0;
  }

  /**
   * Returns an {@link Emit} for this transaction. `originNow` is called for each event, because the context
   * may change.
   */
  emit(originNow: () => EnvelopeOrigin): Emit {
    return (event) =>
      new Promise((resolve) => {
        if (this.written) throw new Error(`${event.type} emitted after its transaction had ended`);
        const envelope = newEnvelope(event, originNow());
        this.envelopes.push(envelope);
        resolve(envelope);
      });
  }

  /**
   * Called last in the transaction. If there are events, it fails, like any statement, in a transaction that has
   * already failed; without events it runs no statement.
   */
  async write(tx: RawSql): Promise<void> {
    this.written = true;
    if (this.any) await append(tx, this.envelopes);
  }
}
