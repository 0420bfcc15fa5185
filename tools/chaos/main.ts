import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../stack/paths.ts';
import { untilStopSignal } from '../stack/until-stop-signal.ts';
import { summary } from './rounds/report.ts';
import { runChaos } from './run-chaos.ts';

const USAGE = `Usage: npm run chaos -- [--rounds N] [--seed S] [--from R] [--races M] [--within seconds] [--json file] [--verbose]
  Starts the whole product, runs M claim races (default 100), then N rounds of faults (default 200), in an order
  derived from the seed (default 1).
  --from R starts with round R of that order; --from R --rounds 1 repeats a round that found something.
  --within ends the rounds after this many seconds. --verbose logs which part died and was restarted.`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '1' },
    races: { type: 'string', default: '100' },
    within: { type: 'string', default: '86400' },
    json: { type: 'string', default: path.join(root, 'test-results/chaos.json') },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function run(): Promise<number> {
  const numbers = [values.rounds, values.seed, values.from, values.races, values.within].map(Number);
  const [rounds = 0, seed = 0, from = 0, races = 0, within = 0] = numbers;
  if (values.help || !numbers.every((number) => Number.isInteger(number) && number >= 0))
    throw new Error(USAGE);
  const stopped = new AbortController();
  void untilStopSignal().then(() => stopped.abort());
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const report = await runChaos({
    ...{ rounds, seed, from, races, say },
    withinMs: within * 1000,
    signal: stopped.signal,
    ...(values.verbose && { sayMore: say }),
  });
  say(summary(report));
  mkdirSync(path.dirname(values.json), { recursive: true });
  writeFileSync(values.json, JSON.stringify(report, null, 2));
  say(`Written to ${values.json}`);
  return report.losses.length === 0 && !stopped.signal.aborted ? 0 : 1;
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
