import { setTimeout as delay } from 'node:timers/promises';
import { consumingServices, listDeadLetters } from '@caredrop/messaging';
import { connect } from 'amqplib';
import { databaseOwners } from '../../stack/service-names.ts';
import type { Harness } from '../harness/harness.ts';
import { count } from './facts.ts';

/** Describes what is still in progress; empty when idle. */
async function pendingWork(harness: Harness): Promise<string[]> {
  const numbers: [string, number][] = [
    ...(await Promise.all(
      databaseOwners.map(async (owner): Promise<[string, number]> => [
        `unsent events of ${owner}`,
        await count(harness, owner, 'outbox WHERE sent_at IS NULL'),
      ]),
    )),
    [
      'unsettled claims',
      await count(harness, 'token', `tokens WHERE status = 'active' AND confirmed_at IS NOT NULL`),
    ],
    ['documents being checked', await count(harness, 'document', `documents WHERE state = 'checking'`)],
    ['emails to be sent', await count(harness, 'notification', `mail_deliveries WHERE state = 'pending'`)],
    ['audit entries to be chained', await count(harness, 'audit', 'arrivals')],
    ...(await waitingMessages(harness)),
  ];
  return numbers.filter(([, number]) => number > 0).map(([what, number]) => `${what}: ${String(number)}`);
}

/** Waits until nothing is in progress. Returns what is still in progress after `withinMs`. */
export async function waitUntilIdle(harness: Harness, withinMs: number): Promise<string[]> {
  const end = Date.now() + withinMs;
  for (;;) {
    const left = await pendingWork(harness).catch((error: unknown) => [String(error)]);
    if (left.length === 0 || Date.now() > end) return left;
    await delay(150);
  }
}

async function waitingMessages({ stack }: Harness): Promise<[string, number][]> {
  const connection = await connect(stack.backing.amqpUrl);
  try {
    const channel = await connection.createChannel();
    const queues = consumingServices.map((name) => `caredrop.${name}`);
    const counts = queues.map(async (queue): Promise<[string, number]> => {
      const { messageCount } = await channel.checkQueue(queue);
      return [`messages in ${queue}`, messageCount];
    });
    return await Promise.all(counts);
  } finally {
    await connection.close();
  }
}

/** Describes the dead-lettered events. Once all faults are repaired, there must be none. */
export async function deadLettered({ stack }: Harness): Promise<string[]> {
  const lists = consumingServices.map(async (service) => {
    const dead = await listDeadLetters({ amqpUrl: stack.backing.amqpUrl, namespace: 'caredrop', service });
    return dead.map(
      ({ type, reason }) => `${service} has dead-lettered a ${type ?? 'malformed event'}: ${reason}`,
    );
  });
  return (await Promise.all(lists)).flat();
}
