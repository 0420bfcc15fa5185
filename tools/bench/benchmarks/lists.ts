import { atMost, ratioAtMost, type Measurement } from '../metrics/metric.ts';
import { median } from '../metrics/statistics.ts';
import { startBaseline } from '../baselines/start-baseline.ts';
import { p } from '../load/load.ts';
import type { Outcome, Plan } from '../load/plan.ts';
import { alternate, times, type Options, type Benchmark } from '../benchmark.ts';
import { scanCountsOf, type ScanCounts } from '../harness/scan-counts.ts';
import { clearOut, fillUp, SHARE } from '../harness/volume.ts';
import type { Harness } from '../harness/harness.ts';
import { broadSearch, lists, PAGE, type List } from './list.ts';
import { workAtSize } from './work-at-size.ts';

/** Runs last: its rows stay in the databases, and their documents cannot be opened. */
export const listsBenchmark: Benchmark = {
  name: 'lists',
  about: `pages of ${String(PAGE)}, one at a time, with counts, against the same rows by Fastify and pg without counts`,
  measure: (harness, options) =>
    growth(harness, options.short ? [20_000, 200_000] : [200_000, 2_000_000], options),
};

/** Measures each list at each size, and the growth of its p95 with ten times the rows. */
async function growth(harness: Harness, sizes: number[], options: Options): Promise<Measurement[]> {
  const metrics: Measurement[] = [];
  const before = new Map<string, number[]>();
  const measure = async (list: List, size: number): Promise<void> => {
    const metric = await atSize(harness, list, size, options);
    metrics.push(metric, ...grown(list.what, size, metric.product, before.get(list.what)));
    before.set(list.what, metric.product);
  };
  await clearOut(harness);
  for (const size of sizes) {
    options.say(`  filling up to ${String(size)} links and documents`);
    await fillUp(harness, size);
    const scansBefore = await scanCountsOf(harness);
    for (const list of lists) await measure(list, size);
    metrics.push(indexes(size, await scanCountsOf(harness), scansBefore));
    await measure(broadSearch, size);
    for (const { what, product } of await workAtSize(harness, options)) {
      metrics.push(
        { what: `${what}, ${short(size)}: p50`, unit: 'ms', product },
        ...grown(what, size, product, before.get(what)),
      );
      before.set(what, product);
    }
    if (size === sizes[0]) metrics.push(await whole(harness, size, options));
  }
  return metrics;
}

/** From Postgres's statistics: the indexes that the product's statements used, and the number of sequential scans. */
function indexes(size: number, now: ScanCounts, before: ScanCounts): Measurement {
  const used = [...now.indexes].filter(([name, scans]) => scans > (before.indexes.get(name) ?? 0));
  const names = used.map(([name]) => name).sort();
  return {
    what: `all but the broad search, ${short(size)}: sequential scans`,
    unit: '',
    product: [now.tables - before.tables],
    // On a smaller table a sequential scan is the right plan.
    ...(size >= 200_000 && { goals: [atMost(0)] }),
    note: `indexes: ${names.join(', ')}`,
  };
}

/** The goal applies to two million rows, ten times the history of the same clinic. */
function grown(what: string, size: number, now: number[], before: number[] | undefined): Measurement[] {
  if (!before) return [];
  const judged = size >= 2_000_000 ? { goals: [ratioAtMost(1.5)] } : {};
  const note = 'growth: "baseline" is the same metric with a tenth of the rows';
  return [
    {
      what: `${what}, ${short(size)}: growth`,
      unit: 'ms',
      product: [median(now)],
      baseline: [median(before)],
      ...judged,
      note,
    },
  ];
}

async function atSize(
  harness: Harness,
  list: List,
  size: number,
  { short: quick }: Options,
): Promise<Measurement> {
  const plan = planOf(harness, list, quick ? 400 : 700);
  const runs = quick ? 1 : 2;
  const p95 = (outcome: Outcome): number => p(0.95, outcome);
  const metric = {
    what: `${list.what}, ${short(size)}: p95`,
    unit: 'ms',
    ...(size >= 200_000 && size < 2_000_000 && { goals: [atMost(30)] }),
  } as const;
  await harness.load.run({ ...plan, forMs: 200 }, 200);
  if (!list.baseline) {
    const product = await times(runs, () => harness.load.run(plan, 200));
    return { ...metric, product: product.map(p95) };
  }
  const { database } = list.baseline;
  const query = JSON.stringify(queryOf(list.baseline, harness.clinician.id));
  const bare = await startBaseline('query', harness.stack.databases[database], query);
  try {
    const { product, baseline } = await alternate(
      runs,
      () => harness.load.run(plan, 200),
      () => harness.load.run({ ...plan, origin: bare.url, paths: ['/'] }, 200),
    );
    return { ...metric, product: product.map(p95), baseline: baseline.map(p95) };
  } finally {
    await bare.stop();
  }
}

function planOf(harness: Harness, { path, as }: List, forMs: number): Plan {
  const address = path.replace('CLINICIAN', harness.clinician.id);
  const paths = [`${address}${address.includes('?') ? '&' : '?'}limit=${String(PAGE)}`];
  const headers = { authorization: `Bearer ${harness[as].bearer}` };
  return { origin: harness.url, method: 'GET', paths, headers, atOnce: 1, forMs };
}

function queryOf({ database, where, ofClinician }: NonNullable<List['baseline']>, clinicianId: string) {
  const table = database === 'token' ? 'tokens' : 'documents';
  return {
    text: `SELECT * FROM ${table} WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT ${String(PAGE + 1)}`,
    values: ofClinician ? [clinicianId] : [],
  };
}

/** Measures listing all of a clinician's documents in one response, as a client without paging does. */
async function whole(harness: Harness, size: number, { short: quick }: Options): Promise<Measurement> {
  const headers = { authorization: `Bearer ${harness.clinician.bearer}` };
  const plan: Plan = { origin: harness.url, method: 'GET', paths: ['/api/documents'], headers, atOnce: 1 };
  const outcomes = await times(quick ? 1 : 3, () => harness.load.run(plan, 200));
  return {
    what: `own documents, ${short(size)}: all ${short(Math.ceil(size / SHARE))} without a page size`,
    unit: 'ms',
    product: outcomes.map((outcome) => p(0.5, outcome)),
  };
}

const short = (rows: number): string => rows.toLocaleString('en-GB');
