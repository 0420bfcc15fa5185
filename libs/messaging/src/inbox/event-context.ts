import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { Emit, RawSql } from '../types.js';
import type { Batch } from './batched-work.js';

/**
 * What a handler receives with the event (`@Ctx()`): the transaction that also records the event as handled, so that
 * effect and record commit together, and `emit`, which writes to the same transaction.
 */
export class EventContext<Tx extends RawSql = RawSql> {
  constructor(
    /** The handler's transaction. All writes must use it. */
    readonly tx: Tx,
    /** Emits events that are caused by this event and published once the transaction commits. */
    readonly emit: Emit,
    readonly envelope: EventEnvelope<EventType>,
    /** The number of this attempt, from 1. */
    readonly attempt: number,
    /** Runs `work` after the transaction has committed, never after a rollback. Only for waking a worker. */
    readonly afterCommit: (work: () => void) => void,
    /** Registers work that runs once per batch, just before the commit. */
    readonly batch: Batch<Tx>,
  ) {}
}
