import { setTimeout as delay } from 'node:timers/promises';
import type { Harness } from '../harness/harness.ts';
import { short } from '../harness/settings.ts';
import { stepOf } from '../proxies/steps.ts';
import type { Held } from '../proxies/watch.ts';
import { nameOf, type Fault } from './fault.ts';
import { reorderEvents } from './reorder-events.ts';

/** The outcome of a fault. */
export interface Injected {
  fault: Fault;
  name: string;
  /** Nothing was broken: the step was not reached, or the part is down or in a container. */
  missed: boolean;
}

const SHORT_MS = 1_500;
/** Longer than the lease, the longest claim, settling, and the age at which attempts are swept. */
const LONG_MS = short.attemptMaxAgeMs + 2_000;
/** Time until the first half of a body has been read. */
const READ_MS = 200;

/**
 * Waits for the fault's step, breaks the part or connection, and calls `struck`. Resolves when a restart, freeze or
 * delay has ended.
 */
export async function inject(
  harness: Harness,
  fault: Fault,
  struck: () => void,
  over: AbortSignal,
): Promise<Injected> {
  const name = nameOf(fault);
  try {
    const injected =
      fault.action === 'reorder'
        ? await reorderEvents(harness, over)
        : await waitAndBreak(harness, fault, struck, over);
    return { fault, name, missed: injected === false };
  } catch (error) {
    if (!over.aborted) throw error;
    return { fault, name, missed: true };
  }
}

async function waitAndBreak(
  harness: Harness,
  fault: Exclude<Fault, { action: 'reorder' }>,
  struck: () => void,
  over: AbortSignal,
): Promise<boolean | void> {
  const step = stepOf(fault.step);
  const proxy = harness.proxies.get(step.proxy);
  if (!proxy) throw new Error(`Unknown proxy: ${step.proxy}`);
  const held = await proxy.watch(step.match, over);
  if (fault.step === 'mid-body') {
    held.pass();
    await delay(READ_MS);
  }
  return 'part' in fault
    ? breakPart(harness, fault, held, struck)
    : breakConnection(fault.action, held, struck);
}

/** Returns false when the part cannot be reached: it is down already, or in a container. */
async function breakPart(
  harness: Harness,
  { action, part: name }: Extract<Fault, { part: string }>,
  held: Held,
  struck: () => void,
): Promise<boolean | void> {
  const part = harness.parts.get(name);
  if (!part) throw new Error(`Unknown part: ${name}`);
  if (part.pid() === undefined) {
    held.pass();
    return false;
  }
  if (action === 'kill') {
    part.kill();
    held.pass();
    struck();
    return;
  }
  if (action === 'restart') {
    const restarting = part.restart();
    await delay(100);
    held.pass();
    struck();
    await restarting;
    return;
  }
  part.freeze();
  try {
    held.pass();
    struck();
    await delay(action === 'freeze' ? SHORT_MS : LONG_MS);
  } finally {
    part.thaw();
  }
}

async function breakConnection(
  action: 'cut' | 'delay' | 'delay long',
  held: Held,
  struck: () => void,
): Promise<void> {
  struck();
  if (action === 'cut') {
    held.cut();
    return;
  }
  await delay(action === 'delay' ? SHORT_MS : LONG_MS);
  held.pass();
}
