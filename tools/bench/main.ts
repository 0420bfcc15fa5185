import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { untilStopSignal } from '../stack/until-stop-signal.ts';
import { metricOf, type Metric } from './metrics/metric.ts';
import { tableOf } from './metrics/table.ts';
import type { Options, Benchmark } from './benchmark.ts';
import { benchmarks } from './benchmarks/index.ts';
import { startHarness, type Harness } from './harness/harness.ts';

const USAGE = `Usage: npm run bench -- [benchmark …] [--short] [--large] [--json file]
  Starts the product as in production and compares it with baselines (docs/performance.md).
  --short: fewer and smaller runs. --large: memory over a thousand uploads.
  Benchmarks: ${benchmarks.map(({ name }) => name).join(' ')}`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Machine {
  cores: number;
  model: string;
  node: string;
  /** Load average over the last minute. */
  load: number;
  at: string;
}

function machine(): Machine {
  const [core] = cpus();
  const [load = NaN] = loadavg();
  return {
    cores: cpus().length,
    model: core?.model ?? '',
    node: process.version,
    load,
    at: new Date().toISOString(),
  };
}

const machineLine = (when: string, { cores, model, node, load }: Machine): string =>
  `${when}: ${String(cores)} cores (${model}), Node ${node}, load ${load.toFixed(2)}`;

function chosen(): Benchmark[] {
  const unknown = positionals.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (values.help || unknown.length > 0) throw new Error(USAGE);
  return benchmarks.filter(({ name, onlyByName }) =>
    positionals.length === 0 ? !onlyByName : positionals.includes(name),
  );
}

async function measure(benchmark: Benchmark, harness: Harness): Promise<Metric[]> {
  say(`\n${benchmark.name}: ${benchmark.about}`);
  const began = performance.now();
  const options: Options = { short: values.short, large: values.large, say };
  const measured = await benchmark.measure(harness, options);
  const metrics = measured.map((one) => metricOf(benchmark.name, one));
  say([...tableOf(metrics), `(${((performance.now() - began) / 1000).toFixed(0)} s)`].join('\n'));
  return metrics;
}

/** Records a benchmark that fails, so that the others still run. */
async function tryTo(benchmark: Benchmark, harness: Harness, failed: string[]): Promise<Metric[]> {
  try {
    return await measure(benchmark, harness);
  } catch (error) {
    say(`${benchmark.name} failed: ${(error as Error).stack ?? String(error)}`);
    for (const line of harness.recentErrors()) say(line);
    failed.push(benchmark.name);
    return [];
  }
}

async function run(stopped: AbortSignal): Promise<number> {
  const wanted = chosen();
  const report: Report = { before: machine(), short: values.short, metrics: [], failed: [] };
  say(machineLine('At the start', report.before));
  const harness = await startHarness(say);
  stopped.addEventListener('abort', () => void harness.stop().then(() => process.exit(130)));
  for (const benchmark of wanted) {
    if (stopped.aborted) break;
    report.metrics.push(...(await tryTo(benchmark, harness, report.failed)));
    keep({ ...report, after: machine() });
  }
  await harness.stop();
  say(`\n${machineLine('At the end', machine())}`);
  sayMissed(report.metrics);
  if (values.json) say(`Written to ${values.json}`);
  return report.failed.length === 0 ? 0 : 1;
}

interface Report {
  before: Machine;
  after?: Machine;
  short: boolean;
  metrics: Metric[];
  /** Benchmarks that failed. */
  failed: string[];
}

function sayMissed(metrics: Metric[]): void {
  const judged = metrics.filter(({ reached }) => reached !== null);
  const missed = judged.filter(({ reached }) => !reached);
  say(`${String(judged.length - missed.length)} goals reached, ${String(missed.length)} missed`);
  for (const { benchmark, what } of missed) say(`  missed: ${benchmark}, ${what}`);
}

/** Saves the report after each benchmark, so that an interrupted run keeps its results. */
function keep(report: Report): void {
  if (!values.json) return;
  mkdirSync(path.dirname(path.resolve(values.json)), { recursive: true });
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

const stop = new AbortController();
void untilStopSignal().then(() => stop.abort());
run(stop.signal).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
