import { request, type ClientRequest } from 'node:http';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../figures/statistics.ts';
import type { Measured } from '../figures/figure.ts';
import type { Row } from '../row.ts';
import { addClinicians, openSessions, type Person } from '../world/people.ts';
import { residentMib } from '../world/processes.ts';
import type { World } from '../world/world.ts';

/** Between two new links, ms. */
const EVERY_MS = 40;
const OPENED_AT_ONCE = 50;

export const live: Row = {
  name: 'live',
  about: 'a thousand clinicians with a page open: from the write in the database to the page of its owner',
  onWorld: async (world, circumstances) => {
    const count = circumstances.short ? 100 : 1_000;
    const { auth } = world.databases;
    const people = await openSessions(auth, world.stack, await addClinicians(auth, count));
    // A fresh one: in one that has worked the pages would find room enough.
    await world.restart('gateway', {});
    const pids = world.pidsOf('gateway');
    const before = residentMib(pids);
    const heard = new Map<string, number>();
    const streams = await openStreams(world, people, heard);
    try {
      await delay(1_000);
      const open = residentMib(pids);
      const delays = await changes(world, people, heard, circumstances.short ? 50 : 200);
      return figures(count, delays, { before, open });
    } finally {
      for (const stream of streams) stream.destroy();
    }
  },
};

function figures(count: number, delays: number[], memory: { before: number; open: number }): Measured[] {
  const [p50, p95] = [percentile(delays, 0.5), percentile(delays, 0.95)];
  return [
    { what: `${String(count)} open pages: event to page, p50`, unit: 'ms', ours: [p50] },
    { what: `${String(count)} open pages: event to page, p95`, unit: 'ms', ours: [p95] },
    {
      what: `memory of the gateway for ${String(count)} pages`,
      unit: 'MiB',
      ours: [memory.open - memory.before],
    },
  ];
}

async function openStreams(
  world: World,
  people: Person[],
  heard: Map<string, number>,
): Promise<ClientRequest[]> {
  const streams: ClientRequest[] = [];
  for (let at = 0; at < people.length; at += OPENED_AT_ONCE) {
    const some = people.slice(at, at + OPENED_AT_ONCE);
    streams.push(...(await Promise.all(some.map((person) => openStream(world, person, heard)))));
  }
  return streams;
}

async function openStream(
  world: World,
  { bearer }: Person,
  heard: Map<string, number>,
): Promise<ClientRequest> {
  const headers = { authorization: `Bearer ${bearer}` };
  const call = request(`${world.url}/api/events`, { agent: false, headers });
  call.on('error', () => undefined);
  call.end();
  const [answer] = (await once(call, 'response')) as [
    NodeJS.ReadableStream & { statusCode: number; setEncoding(encoding: string): void },
  ];
  if (answer.statusCode !== 200) throw new Error(`live updates answered ${String(answer.statusCode)}`);
  answer.setEncoding('utf8');
  answer.on('data', (text: string) => {
    const now = Date.now();
    for (const [, tokenId = ''] of text.matchAll(/"tokenId":"([^"]+)"/g)) heard.set(tokenId, now);
  });
  return call;
}

/** Makes links as their owners and answers how long each owner's page took to hear of it, ms. */
async function changes(
  world: World,
  people: Person[],
  heard: Map<string, number>,
  count: number,
): Promise<number[]> {
  const made: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const person = people[(nth * 7) % people.length];
    if (person) made.push(await makeLink(world, person));
    await delay(EVERY_MS);
  }
  await delay(2_000);
  const { rows } = await world.databases.token.query<{ id: string; at: Date }>(
    `SELECT aggregate_id AS id, created_at AS at FROM outbox
     WHERE type = 'token.created' AND aggregate_id = ANY($1::uuid[])`,
    [made],
  );
  const delays = rows.map(({ id, at }) => (heard.get(id) ?? Infinity) - at.getTime());
  if (delays.some((one) => one === Infinity)) throw new Error('a page did not hear of its own link');
  return delays;
}

async function makeLink(world: World, { bearer }: Person): Promise<string> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ patientRefId: 'LIVE-1' });
  const answer = await fetch(`${world.url}/api/tokens`, { method: 'POST', headers, body });
  const { data } = (await answer.json()) as { data: { token: { id: string } } };
  return data.token.id;
}
