import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { Emit, RawSql } from '../types.js';
import type { Together } from './gathered-work.js';

/**
 * What a handler gets with the event (`@Ctx()`): the transaction that also records the event as handled, so that
 * effect and record stand or fall together, and `emit` into the same transaction.
 */
export class EventContext<Tx extends RawSql = RawSql> {
  constructor(
    /** Write only through this. */
    readonly tx: Tx,
    /** Events told when the transaction commits; their cause is the event being handled. */
    readonly emit: Emit,
    readonly envelope: EventEnvelope<EventType>,
    /** Which try this is, from 1. */
    readonly attempt: number,
    /** Runs `work` once the transaction has committed, never when it is rolled back: to wake a worker, no more. */
    readonly afterCommit: (work: () => void) => void,
    /** For an effect that is had for many events by the same statement, before the transaction commits. */
    readonly together: Together<Tx>,
  ) {}
}
