import { setTimeout as delay } from 'node:timers/promises';
import type { Measurement } from '../metrics/metric.ts';
import { startBaseline, type Baseline } from '../baselines/start-baseline.ts';
import { Load, p, rateOf } from '../load/load.ts';
import type { Outcome, Plan } from '../load/plan.ts';
import { alternate, type Options, type Benchmark } from '../benchmark.ts';
import type { Harness } from '../harness/harness.ts';

const AT_ONCE = 8;
const FLOOD = 32;

export const signIn: Benchmark = {
  name: 'sign-in',
  about: `${String(AT_ONCE)} at a time, against the bare hash; and how ${String(FLOOD)} at a time affect other requests`,
  withHarness: async (harness, options) => {
    const baseline = await startBaseline('sign-in', harness.stack.databases.auth);
    const flood = await Load.start();
    try {
      return [...(await rate(harness, baseline, options)), ...(await others(harness, flood, options))];
    } finally {
      flood.stop();
      await baseline.stop();
    }
  },
};

function signInPlan(harness: Harness, atOnce: number, forMs: number): Plan {
  const users = harness.accounts.filter(({ role }) => role === 'user');
  const json = users.map(({ email, password }) => ({ email, password }));
  return { origin: harness.url, method: 'POST', paths: ['/api/auth/login'], body: { json }, atOnce, forMs };
}

async function rate(harness: Harness, baseline: Baseline, { short }: Options): Promise<Measurement[]> {
  const plan = signInPlan(harness, AT_ONCE, short ? 1_500 : 2_500);
  await harness.load.run({ ...plan, forMs: 1_500 }, 200); // warm-up
  const { product, baseline: bare } = await alternate(
    short ? 1 : 3,
    () => harness.load.run(plan, 200),
    () => harness.load.run({ ...plan, origin: baseline.url, paths: ['/'] }, 200),
  );
  const p95 = (outcome: Outcome): number => p(0.95, outcome);
  return [
    { what: 'sign-ins', unit: '/s', product: product.map(rateOf), baseline: bare.map(rateOf) },
    { what: 'sign-ins: p95', unit: 'ms', product: product.map(p95), baseline: bare.map(p95) },
  ];
}

/** Measures link checks with and without a flood of sign-ins, whose hashing uses all cores. */
async function others(harness: Harness, flood: Load, { short }: Options): Promise<Measurement[]> {
  const forMs = short ? 1_000 : 2_000;
  const links = (await harness.links(500)).map(({ value }) => `/api/tokens/validate/${value}`);
  const checks: Plan = { origin: harness.url, method: 'GET', paths: links, atOnce: 2, forMs };
  const { product, baseline } = await alternate(
    short ? 1 : 3,
    async () => {
      const flooding = flood.run(signInPlan(harness, FLOOD, forMs + 1_000), 200);
      await delay(500);
      const outcome = await harness.load.run(checks, 200);
      await flooding;
      return outcome;
    },
    () => harness.load.run(checks, 200),
  );
  const of = (share: number): Pick<Measurement, 'product' | 'baseline'> => ({
    product: product.map((outcome) => p(share, outcome)),
    baseline: baseline.map((outcome) => p(share, outcome)),
  });
  const note = 'under the flood: "baseline" is the same link check without the flood, 2 at a time';
  return [
    { what: 'a link check under the flood: p50', unit: 'ms', ...of(0.5), note },
    { what: 'a link check under the flood: p95', unit: 'ms', ...of(0.95), note },
  ];
}
