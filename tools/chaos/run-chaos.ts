import { setTimeout as delay } from 'node:timers/promises';
import { MailBook } from './checks/mail-book.ts';
import { ORPHAN_MAX_MS, Orphans } from './checks/orphans.ts';
import { deal } from './faults/deck.ts';
import { Random } from './faults/random.ts';
import { lineOf, reportOf, type Report } from './rounds/report.ts';
import { runRound, type RoundResult } from './rounds/run-round.ts';
import { claimRaces } from './scenarios/claim-race.ts';
import { startWorld, type World } from './world/world.ts';

export interface ChaosOptions {
  rounds: number;
  /** The first round of the seed's order; 1 unless a run is resumed or one round is repeated. */
  from?: number;
  /** Claim races before the rounds, with fifty clients each. */
  races?: number;
  seed: number;
  say: (line: string) => void;
  /** Receives every log line of the services' supervisors. */
  sayMore?: (line: string) => void;
  /** Stops after this time, whatever rounds are left. */
  withinMs?: number;
  signal?: AbortSignal;
}

/** Starts the product, breaks it `rounds` times, and returns the findings. */
export async function runChaos(options: ChaosOptions): Promise<Report> {
  const { say, sayMore = () => undefined } = options;
  say('Starting the whole stack with a wire in every connection …');
  const world = await startWorld(sayMore);
  const memory = { mails: new MailBook(), orphans: new Orphans() };
  try {
    const raced = await race(world, options);
    const results = await runRounds(world, options, memory);
    const late = await lastLook(world, memory.orphans);
    return reportOf(options, results, memory.mails, [...raced, ...late]);
  } finally {
    await world.stop();
  }
}

async function race(world: World, { races = 0, say }: ChaosOptions): Promise<string[]> {
  if (races === 0) return [];
  const losses = await claimRaces(world, races);
  say(`${String(races)} claim races, fifty clients each: ${String(losses.length)} losses`);
  return losses;
}

async function runRounds(
  world: World,
  { rounds, seed, say, from = 1, withinMs = Infinity, signal }: ChaosOptions,
  memory: { mails: MailBook; orphans: Orphans },
): Promise<RoundResult[]> {
  const results: RoundResult[] = [];
  const end = Date.now() + withinMs;
  for (const [index, faults] of deal(from - 1 + rounds, new Random(seed)).entries()) {
    if (index + 1 < from) continue;
    if (signal?.aborted || Date.now() > end) break;
    // Each round has its own seed, so that one repeated alone is the same.
    const random = new Random(seed * 1_000 + index);
    const result = await runRound(world, index + 1, faults, random, memory);
    say(lineOf(result));
    results.push(result);
  }
  return results;
}

/** Objects that are unreferenced by now must be deleted when their time is over. */
async function lastLook(world: World, orphans: Orphans): Promise<string[]> {
  const end = Date.now() + ORPHAN_MAX_MS;
  let late = await orphans.look(world);
  while (orphans.count > 0 && late.length === 0 && Date.now() < end) {
    await delay(500);
    late = await orphans.look(world);
  }
  return late;
}
