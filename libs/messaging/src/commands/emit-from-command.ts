import type { ServiceName } from '../messaging.options.js';
import { emitInto } from '../outbox/append.js';
import type { Emit, RawSql } from '../types.js';

/**
 * A command has no broker connection, so its events wait in the outbox for the relay of a running service.
 */
export const commandEmitter =
  (source: ServiceName) =>
  (tx: RawSql): Emit =>
    emitInto(tx, { source, correlation: undefined, causationId: null }, () => undefined);
