import { setTimeout as delay } from 'node:timers/promises';
import { consumedBy, consumingServices, listDeadLetters, type ServiceName } from '@caredrop/messaging';
import type { EventType } from '@caredrop/contracts/events';
import { databaseOwners } from '../../stack/service-names.ts';
import type { Harness } from '../harness/harness.ts';
import { count, query } from './facts.ts';

/** Older events are not compared: each round waits until its own have been handled. */
const RECENT = `now() - interval '10 minutes'`;

type Counts = [what: string, number: number][];

/**
 * Describes what is still in progress; empty when idle. A step that causes more work records its completion and that
 * work in one transaction, so the handled events are read first and the published ones last: a change during these
 * reads shows up as work.
 */
async function pendingWork(harness: Harness): Promise<string[]> {
  const handled = await handledEvents(harness);
  const numbers: Counts = [...(await unfinishedRows(harness)), ...(await unhandledEvents(harness, handled))];
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

async function unfinishedRows(harness: Harness): Promise<Counts> {
  return [
    [
      'unsettled claims',
      await count(harness, 'token', `tokens WHERE status = 'active' AND confirmed_at IS NOT NULL`),
    ],
    ['documents being checked', await count(harness, 'document', `documents WHERE state = 'checking'`)],
    ['emails to be sent', await count(harness, 'notification', `mail_deliveries WHERE state = 'pending'`)],
    ['audit entries to be chained', await count(harness, 'audit', 'arrivals')],
  ];
}

type Handled = Map<ServiceName, Set<string>>;

async function handledEvents(harness: Harness): Promise<Handled> {
  const inboxes = consumingServices.map(async (service): Promise<[ServiceName, Set<string>]> => {
    const rows = await query<{ id: string }>(
      harness,
      service,
      `SELECT event_id AS id FROM inbox WHERE handled_at > ${RECENT}`,
    );
    return [service, new Set(rows.map(({ id }) => id))];
  });
  return new Map(await Promise.all(inboxes));
}

/**
 * Counts events that a consuming service has not handled: unsent, in its queue, being delivered, or waiting for a
 * retry. The broker's own count of a queue leaves out the last two.
 */
async function unhandledEvents(harness: Harness, handled: Handled): Promise<Counts> {
  const outboxes = databaseOwners.map((owner) =>
    query<{ id: string; type: EventType; sent: boolean }>(
      harness,
      owner,
      `SELECT id, type, sent_at IS NOT NULL AS sent FROM outbox WHERE created_at > ${RECENT} OR sent_at IS NULL`,
    ),
  );
  const events = (await Promise.all(outboxes)).flat();
  return [
    ['unsent events', events.filter(({ sent }) => !sent).length],
    ...[...handled].map(([service, ids]): [string, number] => {
      const expected = events.filter(({ type }) => consumedBy(service).includes(type));
      return [`events for ${service}`, expected.filter(({ id }) => !ids.has(id)).length];
    }),
  ];
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
