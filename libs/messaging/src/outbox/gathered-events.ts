import type { EventEnvelope } from '@caredrop/contracts/events';
import type { Emit, RawSql } from '../types.js';
import { append } from './append.js';
import { newEnvelope, type EnvelopeOrigin } from './new-envelope.js';

/** What a transaction tells, gathered until its end: one statement then writes all of it. */
export class GatheredEvents {
  private readonly envelopes: EventEnvelope[] = [];
  private written = false;

  get any(): boolean {
    return this.envelopes.length > 0;
  }

  /** An {@link Emit} of this transaction. `originNow` is asked at each event: it may depend on where we are. */
  emit(originNow: () => EnvelopeOrigin): Emit {
    return (event) =>
      new Promise((resolve) => {
        if (this.written) throw new Error(`${event.type} emitted after its transaction had ended`);
        const envelope = newEnvelope(event, originNow());
        this.envelopes.push(envelope);
        resolve(envelope);
      });
  }

  /** The last thing in the transaction. Fails, as any statement would, in a transaction that has failed before. */
  async write(tx: RawSql): Promise<void> {
    this.written = true;
    if (this.any) await append(tx, this.envelopes);
  }
}
