import { emitInto, type Emit } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';

/** Events of a command wait in the outbox until a running service's relay finds them: a command has no broker. */
export const emitFromCommand = (tx: Tx): Emit =>
  emitInto(tx, { source: 'auth', correlation: undefined, causationId: null }, () => undefined);
