import { randomBytes } from 'node:crypto';
import { atLeast, atMost, ratioAtLeast, type Measured } from '../figures/figure.ts';
import { startLimit, type Limit } from '../limits/start-limit.ts';
import { p, rateOf } from '../load/load.ts';
import type { Outcome } from '../load/plan.ts';
import { alternate, type Circumstances, type Row } from '../row.ts';
import type { World } from '../world/world.ts';

const AT_ONCE = 32;

export const validate: Row = {
  name: 'validate',
  about: `is this link good? ${String(AT_ONCE)} at a time, against Fastify and pg by the same index, in one process and in two`,
  onWorld: async (world, circumstances) => {
    const limit = await startLimit('validate', world.stack.databases.token);
    const hop = await startLimit('validate-hop', limit.url);
    try {
      return await measure(world, limit, hop, circumstances);
    } finally {
      await Promise.all([hop.stop(), limit.stop()]);
    }
  },
};

async function measure(
  world: World,
  limit: Limit,
  hop: Limit,
  { short }: Circumstances,
): Promise<Measured[]> {
  const good = (await world.links(2_000)).map(({ value }) => value);
  const bad = Array.from({ length: 2_000 }, () => randomBytes(22).toString('hex').slice(0, 43));
  const forMs = short ? 1_500 : 2_500;
  const runs = short ? 1 : 3;
  await both(world, limit, good, 200, { runs: 1, forMs: 2_500 }); // warms them: cold code costs twice as much
  await ask(world, hop, good, 200, 1_000);
  const valid = await both(world, limit, good, 200, { runs, forMs });
  const two = await alternate(
    runs,
    () => ask(world, hop, good, 200, forMs / 2),
    () => ask(world, limit, good, 200, forMs / 2),
  );
  const invalid = await both(world, limit, bad, 404, { runs: short ? 1 : 2, forMs: forMs / 2 });
  const goals = [ratioAtLeast(0.3), atLeast(1_500)];
  return [
    { what: 'good links', unit: '/s', ...each(valid, rateOf), goals },
    {
      what: 'good links, two bare processes',
      unit: '/s',
      ...each(two, rateOf),
      note: 'two bare processes: what a second process before the limit leaves of it, with nothing of the product in either',
    },
    { what: 'good links: p50', unit: 'ms', ...each(valid, (outcome) => p(0.5, outcome)) },
    {
      what: 'good links: p95',
      unit: 'ms',
      ...each(valid, (outcome) => p(0.95, outcome)),
      goals: [atMost(40)],
    },
    { what: 'good links: p99', unit: 'ms', ...each(valid, (outcome) => p(0.99, outcome)) },
    {
      what: 'bad links',
      unit: '/s',
      ...each(invalid, rateOf),
      note: 'bad links: whoever guesses is slowed down on purpose (30 calls wait at a time); the wait is set to 1 ms here',
    },
    { what: 'bad links: p95', unit: 'ms', ...each(invalid, (outcome) => p(0.95, outcome)) },
  ];
}

interface Both {
  ours: Outcome[];
  limit: Outcome[];
}

const each = ({ ours, limit }: Both, of: (outcome: Outcome) => number): Pick<Measured, 'ours' | 'limit'> => ({
  ours: ours.map(of),
  limit: limit.map(of),
});

/** Of a crowd of guesses some are told to come back: those are no validations and are not counted as such. */
const both = (
  world: World,
  limit: Limit,
  links: string[],
  status: number,
  { runs, forMs }: { runs: number; forMs: number },
): Promise<Both> =>
  alternate(
    runs,
    () => ask(world, { url: `${world.url}/api/tokens/validate` }, links, status, forMs),
    () => ask(world, limit, links, status, forMs),
  );

/** Asks `where` about each link, at `<where>/<link>`. */
function ask(
  world: World,
  where: Pick<Limit, 'url'>,
  links: string[],
  status: number,
  forMs: number,
): Promise<Outcome> {
  const { origin, pathname } = new URL(where.url);
  const paths = links.map((link) => `${pathname === '/' ? '' : pathname}/${link}`);
  return world.load.run(
    { method: 'GET', origin, paths, atOnce: status === 200 ? AT_ONCE : 30, forMs },
    status,
  );
}
