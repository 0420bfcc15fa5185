import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { failure, results, run, type Count } from './steps.ts';

interface Report {
  races: number;
  rounds: { losses: string[] }[];
  missed: string[];
  losses: string[];
}

/** The worst faults of each kind, in about two minutes; `npm run chaos` has the others. */
const BOUNDED = ['--rounds', '20', '--within', '75', '--races', '3', '--seed', '1'];
/** A single missed step is bad luck; if it happens often, the steps are out of date. */
const MISSED_MAX = 2;

/**
 * Breaks the whole product on purpose for a while. Each claim race and each round without data loss counts as a passed
 * test.
 */
export async function chaosRounds(): Promise<Count> {
  const file = path.join(results, 'chaos.json');
  rmSync(file, { force: true });
  const code = await run('chaos', process.execPath, ['tools/chaos/main.ts', ...BOUNDED, '--json', file]);
  if (!existsSync(file)) return failure('chaos: no results');
  const { races, rounds, missed, losses } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const failures = losses.map((loss) => `chaos: ${loss}`);
  if (rounds.length === 0) failures.push('chaos: no rounds');
  if (missed.length > MISSED_MAX) failures.push(`chaos: faults that were not injected: ${missed.join('; ')}`);
  if (failures.length === 0 && code !== 0) failures.push(`chaos: ended with ${String(code)}`);
  const passed = races + rounds.filter((round) => round.losses.length === 0).length;
  return { passed, failed: failures.length, failures };
}
