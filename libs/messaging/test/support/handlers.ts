import { Controller, type Type } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { EventContext } from '../../src/index.js';

type Handle<T extends EventType> = (event: EventEnvelope<T>, context: EventContext) => Promise<void>;

/** Makes a controller that handles one event type, as services define it. */
export function handlerOf<T extends EventType>(type: T, handle: Handle<T>): Type {
  @Controller()
  class RecordEffect {
    @EventPattern<string>(type)
    run(@Payload() event: EventEnvelope<T>, @Ctx() context: EventContext) {
      return handle(event, context);
    }
  }
  return RecordEffect;
}

/** Makes a second handler of the same event type for a service. */
export function otherHandlerOf<T extends EventType>(type: T, handle: Handle<T>): Type {
  @Controller()
  class RecordAnotherEffect {
    @EventPattern<string>(type)
    run(@Payload() event: EventEnvelope<T>, @Ctx() context: EventContext) {
      return handle(event, context);
    }
  }
  return RecordAnotherEffect;
}

/** Writes a row in the handler's transaction. */
export async function leaveEffect(context: EventContext, note = 'handled'): Promise<void> {
  const sql = 'INSERT INTO effect (event_id, note) VALUES ($1::uuid, $2)';
  await context.tx.$executeRawUnsafe(sql, context.envelope.id, note);
}
