import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Channel, type ConfirmChannel, type GetMessage } from 'amqplib';
import type { Harness } from '../harness/harness.ts';

const consumers = ['token', 'notification'];
const TIMES = 5;

/**
 * Keeps token and notification off their queues until `collected` aborts, then delivers the collected events in
 * reverse order, five times.
 */
export async function reorderEvents(harness: Harness, collected: AbortSignal): Promise<void> {
  const proxies = consumers.flatMap((name) => harness.proxies.get(`${name}>rabbitmq`) ?? []);
  for (const proxy of proxies) proxy.disconnect();
  try {
    while (!collected.aborted) await delay(50);
    const connection = await connect(harness.stack.backing.amqpUrl);
    const channel = await connection.createConfirmChannel();
    for (const name of consumers) await reverse(channel, `caredrop.${name}`);
    await connection.close();
  } finally {
    for (const proxy of proxies) proxy.reconnect();
  }
}

async function reverse(channel: ConfirmChannel, queue: string): Promise<void> {
  const gathered = await takeAll(channel, queue);
  for (let time = 0; time < TIMES; time += 1) {
    for (const { content, properties } of gathered.toReversed())
      channel.sendToQueue(queue, content, properties);
  }
  await channel.waitForConfirms();
  for (const message of gathered) channel.ack(message);
}

/**
 * Takes all messages. Tries repeatedly, because unacknowledged messages return to the queue a moment after their
 * consumer was cut off.
 */
async function takeAll(channel: Channel, queue: string): Promise<GetMessage[]> {
  const taken: GetMessage[] = [];
  for (let empty = 0; empty < 10;) {
    const message = await channel.get(queue);
    if (message) taken.push(message);
    else {
      empty += 1;
      await delay(30);
    }
  }
  return taken;
}
