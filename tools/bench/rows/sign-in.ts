import { setTimeout as delay } from 'node:timers/promises';
import type { Measured } from '../figures/figure.ts';
import { startLimit, type Limit } from '../limits/start-limit.ts';
import { Load, p, rateOf } from '../load/load.ts';
import type { Outcome, Plan } from '../load/plan.ts';
import { alternate, type Circumstances, type Row } from '../row.ts';
import type { World } from '../world/world.ts';

const AT_ONCE = 8;
const FLOOD = 32;

export const signIn: Row = {
  name: 'sign-in',
  about: `${String(AT_ONCE)} at a time, against the bare hash; and what a flood of ${String(FLOOD)} does to others`,
  onWorld: async (world, circumstances) => {
    const limit = await startLimit('sign-in', world.stack.databases.auth);
    const flood = await Load.start();
    try {
      return [...(await rate(world, limit, circumstances)), ...(await others(world, flood, circumstances))];
    } finally {
      flood.stop();
      await limit.stop();
    }
  },
};

function signInPlan(world: World, atOnce: number, forMs: number): Plan {
  const people = world.accounts.filter(({ role }) => role === 'user');
  const json = people.map(({ email, password }) => ({ email, password }));
  return { origin: world.url, method: 'POST', paths: ['/api/auth/login'], body: { json }, atOnce, forMs };
}

async function rate(world: World, limit: Limit, { short }: Circumstances): Promise<Measured[]> {
  const plan = signInPlan(world, AT_ONCE, short ? 1_500 : 2_500);
  await world.load.run({ ...plan, forMs: 1_500 }, 200); // warms it
  const { ours, limit: bare } = await alternate(
    short ? 1 : 3,
    () => world.load.run(plan, 200),
    () => world.load.run({ ...plan, origin: limit.url, paths: ['/'] }, 200),
  );
  const p95 = (outcome: Outcome): number => p(0.95, outcome);
  return [
    { what: 'sign-ins', unit: '/s', ours: ours.map(rateOf), limit: bare.map(rateOf) },
    { what: 'sign-ins: p95', unit: 'ms', ours: ours.map(p95), limit: bare.map(p95) },
  ];
}

/** Links are looked at as before and while everybody signs in; the hash runs on all cores, so something must give. */
async function others(world: World, flood: Load, { short }: Circumstances): Promise<Measured[]> {
  const forMs = short ? 1_000 : 2_000;
  const links = (await world.links(500)).map(({ value }) => `/api/tokens/validate/${value}`);
  const look: Plan = { origin: world.url, method: 'GET', paths: links, atOnce: 2, forMs };
  const { ours, limit } = await alternate(
    short ? 1 : 3,
    async () => {
      const flooding = flood.run(signInPlan(world, FLOOD, forMs + 1_000), 200);
      await delay(500);
      const outcome = await world.load.run(look, 200);
      await flooding;
      return outcome;
    },
    () => world.load.run(look, 200),
  );
  const of = (share: number): Pick<Measured, 'ours' | 'limit'> => ({
    ours: ours.map((outcome) => p(share, outcome)),
    limit: limit.map((outcome) => p(share, outcome)),
  });
  const note = 'under the flood: "limit" is the same look at a link without the flood, 2 at a time';
  return [
    { what: 'a look at a link under the flood: p50', unit: 'ms', ...of(0.5), note },
    { what: 'a look at a link under the flood: p95', unit: 'ms', ...of(0.95), note },
  ];
}
