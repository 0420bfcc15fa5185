import { request, type ClientRequest } from 'node:http';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../metrics/statistics.ts';
import type { Measurement } from '../metrics/metric.ts';
import type { Benchmark } from '../benchmark.ts';
import { addClinicians, openSessions, type SignedInUser } from '../harness/users.ts';
import { residentMib } from '../harness/processes.ts';
import type { Harness } from '../harness/harness.ts';

/** Interval between new links, ms. */
const EVERY_MS = 40;
const OPENED_AT_ONCE = 50;

export const live: Benchmark = {
  name: 'live',
  about: 'a thousand clinicians with an open page: from the database write to the page of the owner',
  withHarness: async (harness, options) => {
    const count = options.short ? 100 : 1_000;
    const { auth } = harness.databases;
    const users = await openSessions(auth, harness.stack, await addClinicians(auth, count));
    // Restarted, because a warm process may already have enough free memory for the pages.
    await harness.restart('gateway', {});
    const pids = harness.pidsOf('gateway');
    const before = residentMib(pids);
    const received = new Map<string, number>();
    const streams = await openStreams(harness, users, received);
    try {
      await delay(1_000);
      const open = residentMib(pids);
      const delays = await changes(harness, users, received, options.short ? 50 : 200);
      return metrics(count, delays, { before, open });
    } finally {
      for (const stream of streams) stream.destroy();
    }
  },
};

function metrics(count: number, delays: number[], memory: { before: number; open: number }): Measurement[] {
  const [p50, p95] = [percentile(delays, 0.5), percentile(delays, 0.95)];
  return [
    { what: `${String(count)} open pages: event to page, p50`, unit: 'ms', product: [p50] },
    { what: `${String(count)} open pages: event to page, p95`, unit: 'ms', product: [p95] },
    {
      what: `memory of the gateway for ${String(count)} pages`,
      unit: 'MiB',
      product: [memory.open - memory.before],
    },
  ];
}

async function openStreams(
  harness: Harness,
  users: SignedInUser[],
  received: Map<string, number>,
): Promise<ClientRequest[]> {
  const streams: ClientRequest[] = [];
  for (let at = 0; at < users.length; at += OPENED_AT_ONCE) {
    const some = users.slice(at, at + OPENED_AT_ONCE);
    streams.push(...(await Promise.all(some.map((user) => openStream(harness, user, received)))));
  }
  return streams;
}

async function openStream(
  harness: Harness,
  { bearer }: SignedInUser,
  received: Map<string, number>,
): Promise<ClientRequest> {
  const headers = { authorization: `Bearer ${bearer}` };
  const call = request(`${harness.url}/api/events`, { agent: false, headers });
  call.on('error', () => undefined);
  call.end();
  const [answer] = (await once(call, 'response')) as [
    NodeJS.ReadableStream & { statusCode: number; setEncoding(encoding: string): void },
  ];
  if (answer.statusCode !== 200) throw new Error(`live updates returned ${String(answer.statusCode)}`);
  answer.setEncoding('utf8');
  answer.on('data', (text: string) => {
    const now = Date.now();
    for (const [, tokenId = ''] of text.matchAll(/"tokenId":"([^"]+)"/g)) received.set(tokenId, now);
  });
  return call;
}

/** Creates links as their owners; returns how long each owner's page took to receive the event, ms. */
async function changes(
  harness: Harness,
  users: SignedInUser[],
  received: Map<string, number>,
  count: number,
): Promise<number[]> {
  const made: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const user = users[(nth * 7) % users.length];
    if (user) made.push(await makeLink(harness, user));
    await delay(EVERY_MS);
  }
  await delay(2_000);
  const { rows } = await harness.databases.token.query<{ id: string; at: Date }>(
    `SELECT aggregate_id AS id, created_at AS at FROM outbox
     WHERE type = 'token.created' AND aggregate_id = ANY($1::uuid[])`,
    [made],
  );
  const delays = rows.map(({ id, at }) => (received.get(id) ?? Infinity) - at.getTime());
  if (delays.some((one) => one === Infinity))
    throw new Error('a page did not receive the event of its own link');
  return delays;
}

async function makeLink(harness: Harness, { bearer }: SignedInUser): Promise<string> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ patientRefId: 'LIVE-1' });
  const answer = await fetch(`${harness.url}/api/tokens`, { method: 'POST', headers, body });
  const { data } = (await answer.json()) as { data: { token: { id: string } } };
  return data.token.id;
}
