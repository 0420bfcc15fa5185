import { randomBytes } from 'node:crypto';
import { atMost, ratioAtLeast, type Measurement } from '../metrics/metric.ts';
import { startBaseline, type Baseline } from '../baselines/start-baseline.ts';
import { p, rateOf } from '../load/load.ts';
import type { Outcome } from '../load/plan.ts';
import { alternate, type Options, type Benchmark } from '../benchmark.ts';
import type { Harness } from '../harness/harness.ts';

const AT_ONCE = 32;

export const validate: Benchmark = {
  name: 'validate',
  about: `checking links, ${String(AT_ONCE)} at a time, against Fastify and pg on the same index, in one process and in two`,
  measure: async (harness, options) => {
    const baseline = await startBaseline('validate', harness.stack.databases.token);
    const hop = await startBaseline('validate-hop', baseline.url);
    try {
      return await measure(harness, baseline, hop, options);
    } finally {
      await Promise.all([hop.stop(), baseline.stop()]);
    }
  },
};

async function measure(
  harness: Harness,
  baseline: Baseline,
  hop: Baseline,
  { short }: Options,
): Promise<Measurement[]> {
  const good = (await harness.links(2_000)).map(({ value }) => value);
  const bad = Array.from({ length: 2_000 }, () => randomBytes(22).toString('hex').slice(0, 43));
  const forMs = short ? 1_500 : 2_500;
  const runs = short ? 1 : 3;
  await both(harness, baseline, good, 200, { runs: 1, forMs: 2_500 }); // Warm-up: cold code takes twice as long.
  await ask(harness, hop, good, 200, 1_000);
  const valid = await both(harness, baseline, good, 200, { runs, forMs });
  const two = await alternate(
    runs,
    () => ask(harness, hop, good, 200, forMs / 2),
    () => ask(harness, baseline, good, 200, forMs / 2),
  );
  const invalid = await both(harness, baseline, bad, 404, { runs: short ? 1 : 2, forMs: forMs / 2 });
  const goals = [ratioAtLeast(0.4)];
  return [
    { what: 'good links', unit: '/s', ...each(valid, rateOf), goals },
    {
      what: 'good links, two bare processes',
      unit: '/s',
      ...each(two, rateOf),
      note: 'two bare processes: the baseline behind a second process, with no product code in either',
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
      note: 'bad links: guesses are delayed on purpose (30 calls wait at a time); the delay is 1 ms here',
    },
    { what: 'bad links: p95', unit: 'ms', ...each(invalid, (outcome) => p(0.95, outcome)) },
  ];
}

interface Both {
  product: Outcome[];
  baseline: Outcome[];
}

const each = (
  { product, baseline }: Both,
  of: (outcome: Outcome) => number,
): Pick<Measurement, 'product' | 'baseline'> => ({
  product: product.map(of),
  baseline: baseline.map(of),
});

/** Bad links are sent 30 at a time: with more, some would be rejected without being checked. */
const both = (
  harness: Harness,
  baseline: Baseline,
  links: string[],
  status: number,
  { runs, forMs }: { runs: number; forMs: number },
): Promise<Both> =>
  alternate(
    runs,
    () => ask(harness, { url: `${harness.url}/api/tokens/validate` }, links, status, forMs),
    () => ask(harness, baseline, links, status, forMs),
  );

/** Requests `<where>/<link>` for each link. */
function ask(
  harness: Harness,
  where: Pick<Baseline, 'url'>,
  links: string[],
  status: number,
  forMs: number,
): Promise<Outcome> {
  const { origin, pathname } = new URL(where.url);
  const paths = links.map((link) => `${pathname === '/' ? '' : pathname}/${link}`);
  return harness.load.run(
    { method: 'GET', origin, paths, atOnce: status === 200 ? AT_ONCE : 30, forMs },
    status,
  );
}
