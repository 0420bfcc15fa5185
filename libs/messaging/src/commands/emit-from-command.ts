import type { ServiceName } from '../messaging.options.js';
import { emitInto } from '../outbox/append.js';
import type { Emit, RawSql } from '../types.js';

/**
 * Events of a command wait in the outbox for the relay of a running service, because a command has no broker
 * connection.
 */
export const commandEmitter =
  (source: ServiceName) =>
  (tx: RawSql): Emit =>
    emitInto(tx, { source, correlation: undefined, causationId: null }, () => undefined);
