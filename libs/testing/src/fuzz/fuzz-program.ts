import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runFuzz, type Tally, type Target } from './run-fuzz.js';

const options = {
  target: { type: 'string' },
  minutes: { type: 'string', default: '60' },
  inputs: { type: 'string' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  build: { type: 'string' },
  against: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** Options of `npm run fuzz` that only a package itself can implement. */
export interface FuzzRun {
  /** The compiled build under test. */
  build: string;
  /** Whether MuPDF reads each file as well. */
  againstMutool: boolean;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * The program behind `npm run fuzz` for one package: runs its targets for the given time or number of inputs,
 * and writes failing inputs into the folder `found` of the corpus.
 */
export async function fuzzProgram(of: {
  usage: string;
  corpus: string;
  /** The package's own build. */
  build: string;
  targets: (run: FuzzRun) => Promise<Target[]>;
}): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return say(of.usage);
  const all = await of.targets({
    build: path.resolve(values.build ?? of.build),
    againstMutool: values.against === 'mutool',
  });
  const targets = all.filter(({ name }) => values.target === undefined || name === values.target);
  if (targets.length === 0) return say(of.usage);
  const seconds = (Number(values.minutes) * 60) / targets.length;
  for (const target of targets) {
    const until = Date.now() + seconds * 1_000;
    const most = values.inputs === undefined ? Infinity : Number(values.inputs);
    const goOn = (inputs: number) => inputs < most && (values.inputs !== undefined || Date.now() < until);
    const tally = await runFuzz(target, Number(values.seed), goOn);
    if (!report(target.name, tally, path.join(of.corpus, 'found'))) process.exitCode = 1;
  }
}

function report(name: string, tally: Tally, found: string): boolean {
  say(`${name}: ${JSON.stringify({ ...tally, examples: undefined })}`);
  for (const { violation, input, seed } of tally.examples) {
    mkdirSync(found, { recursive: true });
    writeFileSync(path.join(found, `${name}-${String(seed)}`), input);
    say(`  ${name} ${String(seed)} ${violation}`);
  }
  return tally.examples.length === 0;
}
