import { checkAudit } from '../checks/audit.ts';
import { checkMails, type MailBook } from '../checks/mail-book.ts';
import type { Orphans } from '../checks/orphans.ts';
import { deadLettered, untilQuiet } from '../checks/quiet.ts';
import { settleStory } from '../checks/settle-story.ts';
import { checkTexts } from '../checks/texts.ts';
import { inject, type Injected } from '../faults/inject.ts';
import type { Fault } from '../faults/fault.ts';
import type { Random } from '../faults/random.ts';
import { acknowledged, type Story } from '../people/story.ts';
import { stepOf } from '../wires/steps.ts';
import type { World } from '../world/world.ts';
import { planStories } from './plan-stories.ts';
import { playStory } from './play-story.ts';

/** State kept over all rounds. */
export interface Memory {
  mails: MailBook;
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
  /** Contradictions to what clients were told; empty when all is well. */
  losses: string[];
}

const HEAL_MS = 90_000;
const QUIET_MS = 60_000;
/** How long a fault may still wait for its step after all clients have finished. */
const LINGER_MS = 3_000;

/** Breaks parts while clients use the product, lets it recover, and compares the data with the responses. */
export async function runRound(
  world: World,
  round: number,
  faults: Fault[],
  random: Random,
  memory: Memory,
): Promise<RoundResult> {
  const began = Date.now();
  const halfway = faults.some((fault) => fault.action !== 'reorder' && stepOf(fault.step).halfway);
  const stories = await planStories(world, random, round, { halfway });
  const { injected, problems } = await play(world, stories, faults, random);
  const losses = [...problems, ...(await compare(world, stories, injected, memory))];
  const letters = stories.flatMap((story) => story.letters);
  return {
    round,
    faults: injected.map(({ name, missed }) => ({ name, missed })),
    links: stories.length,
    acknowledged: letters.filter(acknowledged).length,
    tries: letters.reduce((sum, { told }) => sum + told.length, 0),
    seconds: (Date.now() - began) / 1000,
    losses,
  };
}

async function play(
  world: World,
  stories: Story[],
  faults: Fault[],
  random: Random,
): Promise<{ injected: Injected[]; problems: string[] }> {
  const over = new AbortController();
  const strike = Promise.withResolvers<void>();
  const injecting = faults.map((fault) => inject(world, fault, strike.resolve, over.signal));
  const cues = { struck: strike.promise, random };
  const played = await Promise.allSettled(stories.map((story) => playStory(world, story, cues)));
  const reordering = faults.some(({ action }) => action === 'reorder');
  const timer = setTimeout(() => over.abort(new Error('nobody came by')), reordering ? 0 : LINGER_MS);
  const injected = await Promise.all(injecting);
  clearTimeout(timer);
  const problems = played.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  return { injected, problems };
}

async function compare(
  world: World,
  stories: Story[],
  injected: Injected[],
  memory: Memory,
): Promise<string[]> {
  await world.healed(HEAL_MS);
  const losses = await restless(world);
  for (const story of stories) losses.push(...(await settleStory(world, story)));
  losses.push(...(await restless(world)));
  losses.push(...(await checkMails(world, memory.mails, stories, mailMayRepeat(injected))));
  losses.push(
    ...(await checkTexts(
      world,
      stories,
      injected.some(({ name }) => name.includes('twilio')),
    )),
  );
  losses.push(...(await checkAudit(world, stories)));
  losses.push(...(await memory.orphans.look(world)), ...(await deadLettered(world)));
  losses.push(...world.clinicians.flatMap(({ unreadable }) => unreadable.splice(0)));
  return losses;
}

async function restless(world: World): Promise<string[]> {
  return (await untilQuiet(world, QUIET_MS)).map((what) => `does not come to rest: ${what}`);
}

/** Only where the mail server's acceptance can have been lost before it was recorded. */
function mailMayRepeat(injected: Injected[]): boolean {
  return injected.some(({ name }) => /notification|smtp|postgres|mail/.test(name));
}
