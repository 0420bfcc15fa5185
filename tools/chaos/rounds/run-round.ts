import { checkAudit } from '../checks/audit.ts';
import { checkMails, type DeliveryLog } from '../checks/delivery-log.ts';
import type { Orphans } from '../checks/orphans.ts';
import { deadLettered, waitUntilIdle } from '../checks/idle.ts';
import { verifyScenario } from '../checks/verify-scenario.ts';
import { checkTexts } from '../checks/texts.ts';
import { inject, type Injected } from '../faults/inject.ts';
import type { Fault } from '../faults/fault.ts';
import type { Random } from '@caredrop/testing/fuzz';
import { acknowledged, type Scenario } from '../users/scenario.ts';
import { stepOf } from '../proxies/steps.ts';
import type { Harness } from '../harness/harness.ts';
import { planScenarios } from './plan-scenarios.ts';
import { runScenario } from './run-scenario.ts';

/** State kept over all rounds. */
export interface Memory {
  mails: DeliveryLog;
  orphans: Orphans;
}

export interface RoundResult {
  round: number;
  faults: { name: string; missed: boolean }[];
  links: number;
  acknowledged: number;
  /** Attempts of all clients. */
  tries: number;
  seconds: number;
  /** Contradictions between the data and the responses that clients received; empty if the round passed. */
  losses: string[];
}

const HEAL_MS = 90_000;
const QUIET_MS = 60_000;
/** How long a fault may still wait for its step after all clients have finished. */
const LINGER_MS = 3_000;

/** Breaks parts while clients use the product, lets it recover, and compares the data with the responses. */
export async function runRound(
  harness: Harness,
  round: number,
  faults: Fault[],
  random: Random,
  memory: Memory,
): Promise<RoundResult> {
  const began = Date.now();
  const halfway = faults.some((fault) => fault.action !== 'reorder' && stepOf(fault.step).halfway);
  const scenarios = await planScenarios(harness, random, round, { halfway });
  const { injected, problems } = await play(harness, scenarios, faults, random);
  const losses = [...problems, ...(await compare(harness, scenarios, injected, memory))];
  const submissions = scenarios.flatMap((scenario) => scenario.submissions);
  return {
    round,
    faults: injected.map(({ name, missed }) => ({ name, missed })),
    links: scenarios.length,
    acknowledged: submissions.filter(acknowledged).length,
    tries: submissions.reduce((sum, { responses }) => sum + responses.length, 0),
    seconds: (Date.now() - began) / 1000,
    losses,
  };
}

async function play(
  harness: Harness,
  scenarios: Scenario[],
  faults: Fault[],
  random: Random,
): Promise<{ injected: Injected[]; problems: string[] }> {
  const over = new AbortController();
  const strike = Promise.withResolvers<void>();
  const injecting = faults.map((fault) => inject(harness, fault, strike.resolve, over.signal));
  const cues = { struck: strike.promise, random };
  const played = await Promise.allSettled(scenarios.map((scenario) => runScenario(harness, scenario, cues)));
  const reordering = faults.some(({ action }) => action === 'reorder');
  const timer = setTimeout(
    () => over.abort(new Error('the step was not reached')),
    reordering ? 0 : LINGER_MS,
  );
  const injected = await Promise.all(injecting);
  clearTimeout(timer);
  const problems = played.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  return { injected, problems };
}

async function compare(
  harness: Harness,
  scenarios: Scenario[],
  injected: Injected[],
  memory: Memory,
): Promise<string[]> {
  await harness.healed(HEAL_MS);
  const losses = await checkIdle(harness);
  for (const scenario of scenarios) losses.push(...(await verifyScenario(harness, scenario)));
  losses.push(...(await checkIdle(harness)));
  losses.push(...(await checkMails(harness, memory.mails, scenarios, mailMayRepeat(injected))));
  losses.push(
    ...(await checkTexts(
      harness,
      scenarios,
      injected.some(({ name }) => name.includes('twilio')),
    )),
  );
  losses.push(...(await checkAudit(harness, scenarios)));
  losses.push(...(await memory.orphans.check(harness)), ...(await deadLettered(harness)));
  losses.push(...harness.clinicians.flatMap(({ unreadable }) => unreadable.splice(0)));
  return losses;
}

async function checkIdle(harness: Harness): Promise<string[]> {
  return (await waitUntilIdle(harness, QUIET_MS)).map((what) => `does not become idle: ${what}`);
}

/** Whether the mail server's acceptance may have been lost before it was recorded. */
function mailMayRepeat(injected: Injected[]): boolean {
  return injected.some(({ name }) => /notification|smtp|postgres|mail/.test(name));
}
