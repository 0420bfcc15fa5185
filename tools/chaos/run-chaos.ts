import { setTimeout as delay } from 'node:timers/promises';
import { DeliveryLog } from './checks/delivery-log.ts';
import { ORPHAN_MAX_MS, Orphans } from './checks/orphans.ts';
import { planFaults } from './faults/fault-schedule.ts';
import { Random } from '@caredrop/testing/fuzz';
import { lineOf, reportOf, type Report } from './rounds/report.ts';
import { runRound, type RoundResult } from './rounds/run-round.ts';
import { claimRaces } from './races/claim-race.ts';
import { startHarness, type Harness } from './harness/harness.ts';

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
  /** Stops after this time, even if rounds are left. */
  withinMs?: number;
  signal?: AbortSignal;
}

/** Starts the product, breaks it `rounds` times, and returns the findings. */
export async function runChaos(options: ChaosOptions): Promise<Report> {
  const { say, sayMore = () => undefined } = options;
  say('Starting the whole stack with a fault proxy in every connection …');
  const harness = await startHarness(sayMore);
  const memory = { mails: new DeliveryLog(), orphans: new Orphans() };
  try {
    const raced = await race(harness, options);
    const results = await runRounds(harness, options, memory);
    const late = await checkRemainingOrphans(harness, memory.orphans);
    return reportOf(options, results, memory.mails, [...raced, ...late]);
  } finally {
    await harness.stop();
  }
}

async function race(harness: Harness, { races = 0, say }: ChaosOptions): Promise<string[]> {
  if (races === 0) return [];
  const losses = await claimRaces(harness, races);
  say(`${String(races)} claim races, fifty clients each: ${String(losses.length)} violations`);
  return losses;
}

async function runRounds(
  harness: Harness,
  { rounds, seed, say, from = 1, withinMs = Infinity, signal }: ChaosOptions,
  memory: { mails: DeliveryLog; orphans: Orphans },
): Promise<RoundResult[]> {
  const results: RoundResult[] = [];
  const end = Date.now() + withinMs;
  for (const [index, faults] of planFaults(from - 1 + rounds, new Random(seed)).entries()) {
    if (index + 1 < from) continue;
    if (signal?.aborted || Date.now() > end) break;
    // Each round has its own seed, so that it can be repeated alone.
    const random = new Random(seed * 1_000 + index);
    const result = await runRound(harness, index + 1, faults, random, memory);
    say(lineOf(result));
    results.push(result);
  }
  return results;
}

/** Waits until the remaining unreferenced objects are deleted; returns those that existed too long. */
async function checkRemainingOrphans(harness: Harness, orphans: Orphans): Promise<string[]> {
  const end = Date.now() + ORPHAN_MAX_MS;
  let late = await orphans.check(harness);
  while (orphans.count > 0 && late.length === 0 && Date.now() < end) {
    await delay(500);
    late = await orphans.check(harness);
  }
  return late;
}
