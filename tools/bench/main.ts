import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { untilToldToStop } from '../stack/until-told-to-stop.ts';
import { figureOf, type Figure } from './figures/figure.ts';
import { tableOf } from './figures/table.ts';
import type { Circumstances, Row } from './row.ts';
import { rows } from './rows/index.ts';
import { startWorld, type World } from './world/world.ts';

const USAGE = `Usage: npm run bench -- [row …] [--short] [--large] [--json file]
  Starts the product as in production and measures it beside its limits (docs/performance.md).
  --short: a quick look, fewer runs of less. --large: memory over a thousand uploads.
  Rows: ${rows.map(({ name }) => name).join(' ')}`;

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
  /** Of the last minute. */
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

function chosen(): Row[] {
  const unknown = positionals.filter((name) => !rows.some((row) => row.name === name));
  if (values.help || unknown.length > 0) throw new Error(USAGE);
  return rows.filter(({ name, byName }) => (positionals.length === 0 ? !byName : positionals.includes(name)));
}

async function measure(row: Row, world: World | undefined): Promise<Figure[]> {
  say(`\n${row.name}: ${row.about}`);
  const began = performance.now();
  const circumstances: Circumstances = { short: values.short, large: values.large, say };
  const measured = await (world && row.onWorld
    ? row.onWorld(world, circumstances)
    : row.alone?.(circumstances));
  const figures = (measured ?? []).map((one) => figureOf(row.name, one));
  say([...tableOf(figures), `(${((performance.now() - began) / 1000).toFixed(0)} s)`].join('\n'));
  return figures;
}

/** One row that cannot be measured does not keep the others from it. */
async function tryTo(row: Row, world: World | undefined, failed: string[]): Promise<Figure[]> {
  try {
    return await measure(row, world);
  } catch (error) {
    say(`${row.name} could not be measured: ${(error as Error).stack ?? String(error)}`);
    for (const line of world?.complaints() ?? []) say(line);
    failed.push(row.name);
    return [];
  }
}

async function run(stopped: AbortSignal): Promise<number> {
  const wanted = chosen();
  const report: Report = { before: machine(), short: values.short, figures: [], failed: [] };
  say(machineLine('At the start', report.before));
  const measureAll = async (some: Row[], world?: World): Promise<void> => {
    for (const row of some) {
      if (stopped.aborted) return;
      report.figures.push(...(await tryTo(row, world, report.failed)));
      keep({ ...report, after: machine() });
    }
  };
  await measureAll(wanted.filter(({ alone }) => alone));
  const onWorld = wanted.filter((row) => row.onWorld);
  if (onWorld.length > 0 && !stopped.aborted) {
    const world = await startWorld(say);
    stopped.addEventListener('abort', () => void world.stop().then(() => process.exit(130)));
    await measureAll(onWorld, world);
    await world.stop();
  }
  say(`\n${machineLine('At the end', machine())}`);
  sayMissed(report.figures);
  if (values.json) say(`Written to ${values.json}`);
  return report.failed.length === 0 ? 0 : 1;
}

interface Report {
  before: Machine;
  after?: Machine;
  short: boolean;
  figures: Figure[];
  /** Rows that could not be measured. */
  failed: string[];
}

function sayMissed(figures: Figure[]): void {
  const judged = figures.filter(({ reached }) => reached !== null);
  const missed = judged.filter(({ reached }) => !reached);
  say(`${String(judged.length - missed.length)} goals reached, ${String(missed.length)} missed`);
  for (const { row, what } of missed) say(`  missed: ${row}, ${what}`);
}

/** After each row, so that a run that is cut short leaves what it has. */
function keep(report: Report): void {
  if (!values.json) return;
  mkdirSync(path.dirname(path.resolve(values.json)), { recursive: true });
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

const stop = new AbortController();
void untilToldToStop().then(() => stop.abort());
run(stop.signal).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
