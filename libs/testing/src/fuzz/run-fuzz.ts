import { Random } from './random.js';

/** One kind of input and the properties that must hold for it. */
export interface Target {
  name: string;
  make(random: Random): Buffer;
  /** Finds the input's kind and its violation, null if there is none. A thrown error counts as a violation. */
  check(input: Buffer): Promise<{ kind: string; violation: string | null }>;
}

export interface Tally {
  inputs: number;
  kinds: Record<string, number>;
  violations: Record<string, number>;
  /** The first few of each kind of violation. */
  examples: Array<{ violation: string; input: Buffer; seed: number }>;
  slowestMs: number;
}

const MAX_EXAMPLES = 20;
const newTally = (): Tally => ({ inputs: 0, kinds: {}, violations: {}, examples: [], slowestMs: 0 });

/** Feeds inputs to a target until `goOn` returns false; each input is made from its own seed alone. */
export async function runFuzz(
  target: Target,
  firstSeed: number,
  goOn: (inputs: number) => boolean,
): Promise<Tally> {
  const tally = newTally();
  for (let seed = firstSeed; goOn(tally.inputs); seed += 1) {
    const input = target.make(new Random(seed));
    const before = process.cpuUsage();
    const { kind, violation } = await checked(target, input);
    const used = process.cpuUsage(before);
    tally.slowestMs = Math.max(tally.slowestMs, (used.user + used.system) / 1_000);
    tally.inputs += 1;
    tally.kinds[kind] = (tally.kinds[kind] ?? 0) + 1;
    if (violation) note(tally, violation, input, seed);
  }
  return tally;
}

async function checked(target: Target, input: Buffer): Promise<{ kind: string; violation: string | null }> {
  try {
    return await target.check(input);
  } catch (error) {
    return { kind: 'thrown', violation: `throws ${String(error)}` };
  }
}

function note(tally: Tally, violation: string, input: Buffer, seed: number): void {
  const before = tally.violations[violation] ?? 0;
  if (before < MAX_EXAMPLES) tally.examples.push({ violation, input, seed });
  tally.violations[violation] = before + 1;
}
