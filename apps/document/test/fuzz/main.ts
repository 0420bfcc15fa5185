import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { corpusFolder, makeTargets, type Rules } from './targets.ts';
import { runFuzz, type Tally } from './run-fuzz.ts';
import { Mutool } from './second-parser.ts';

const USAGE = `Usage: npm run fuzz -- [--target jpeg] [--minutes 60 | --inputs 120000] [--seed 1] [--build folder] [--against mutool]
  Feeds the readers of received files with damaged and hostile ones. Inputs that break something are written to
  apps/document/test/fuzz/corpus/found. --build: another compiled copy of src/files, to compare with.
  --against mutool: nothing that MuPDF would act on may be hidden from our reader of PDFs (Debian: mupdf-tools).`;

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    inputs: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    build: {
      type: 'string',
      default: path.join(path.dirname(fileURLToPath(import.meta.url)), '../../dist/files'),
    },
    against: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function loadRules(folder: string): Promise<Rules> {
  const files = [
    'strip-metadata',
    'polyglot',
    'picture-size',
    'picture-completeness',
    'file-type',
    'exif-orientation',
  ];
  const parts = await Promise.all(
    [...files, 'file-name', 'pdf/inspect-pdf', '../inspector/read-form']
      .map((file) => path.resolve(folder, `${file}.js`))
      .filter((file) => existsSync(file))
      .map((file) => import(pathToFileURL(file).href) as Promise<Partial<Rules>>),
  );
  // Builds from before the check for half a picture take every picture for whole.
  return Object.assign({ isCutShort: () => false }, ...parts) as Rules;
}

function report(name: string, tally: Tally): boolean {
  say(`${name}: ${JSON.stringify({ ...tally, examples: undefined })}`);
  const folder = path.join(corpusFolder, 'found');
  for (const { violation, input, seed } of tally.examples) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `${name}-${String(seed)}`), input);
    say(`  ${name} ${String(seed)} ${violation}`);
  }
  return tally.examples.length === 0;
}

async function main(): Promise<void> {
  const second = values.against === 'mutool' ? new Mutool() : undefined;
  const targets = makeTargets(await loadRules(values.build), second).filter(
    ({ name }) => values.target === undefined || name === values.target,
  );
  if (values.help || targets.length === 0) return say(USAGE);
  const seconds = (Number(values.minutes) * 60) / targets.length;
  for (const target of targets) {
    const until = Date.now() + seconds * 1_000;
    const most = values.inputs === undefined ? Infinity : Number(values.inputs);
    const goOn = (inputs: number) => inputs < most && (values.inputs !== undefined || Date.now() < until);
    if (!report(target.name, await runFuzz(target, Number(values.seed), goOn))) process.exitCode = 1;
  }
  second?.close();
}

await main();
