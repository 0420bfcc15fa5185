import { emitInto, type Emit, type RawSql } from '@caredrop/messaging';

/** Events of a command wait in the outbox until a running service's relay finds them: a command has no broker. */
export const emitFromCommand = (tx: RawSql): Emit =>
  emitInto(tx, { source: 'document', correlation: undefined, causationId: null }, () => undefined);
