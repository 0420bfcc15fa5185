import { randomUUID } from 'node:crypto';
import { connect } from 'amqplib';
import { eventOwners, type EventData, type EventType } from '@caredrop/contracts/events';
import { EventSigner } from '@caredrop/messaging';
import { eventKeys } from './gateway.js';

/** Sends one event to the gateways of a namespace, as the relays do after a commit. */
export async function publish<T extends EventType>(
  amqpUrl: string,
  namespace: string,
  type: T,
  data: EventData<T>,
) {
  const connection = await connect(amqpUrl);
  const channel = await connection.createConfirmChannel();
  await channel.assertExchange(`${namespace}.live`, 'topic', { durable: true });
  const event = {
    id: randomUUID(),
    type,
    version: 1,
    occurredAt: new Date().toISOString(),
    source: eventOwners[type][0],
    aggregateId: randomUUID(),
    aggregateVersion: 1,
    correlationId: 'test',
    causationId: null,
    actor: null,
    data,
  };
  const body = Buffer.from(JSON.stringify(event));
  const headers = new EventSigner(eventKeys.privateKey).headersFor(body);
  channel.publish(`${namespace}.live`, type, body, { headers });
  await channel.waitForConfirms();
  await connection.close();
}

/** Deletes the namespace's live exchange, the only thing these tests leave on the broker. */
export async function clear(amqpUrl: string, namespace: string): Promise<void> {
  const connection = await connect(amqpUrl);
  const channel = await connection.createChannel();
  await channel.deleteExchange(`${namespace}.live`);
  await connection.close();
}
