import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames, type ServiceName } from '../../stack/service-names.ts';
import type { World } from './world.ts';

/** Processor time by service, ms. */
export type ProcessorTime = Record<ServiceName, number>;

const LOOK_MS = 1_000;
/** Below that share of one core, all services together, nothing is left to be done but timers, and our looks. */
const QUIET = 0.2;
/** Longest wait for rest. */
const PATIENCE_MS = 60_000;

/** What `work` cost each service until all that it set off was done, less what idling costs anyway. */
export async function processorTimeOf(
  world: World,
  idle: ProcessorTime,
  work: () => Promise<unknown>,
): Promise<ProcessorTime> {
  const [began, before] = [performance.now(), await total(world)];
  await work();
  const after = await quiet(world);
  const seconds = (performance.now() - began) / 1_000;
  return difference(after, before, (spent, service) => Math.max(0, spent - idle[service] * seconds));
}

/** What each service needs in a second while nothing is asked of it, ms. */
export async function idleTimeOf(world: World): Promise<ProcessorTime> {
  const before = await quiet(world);
  await delay(3 * LOOK_MS);
  return difference(await total(world), before, (spent) => spent / 3);
}

async function total(world: World): Promise<ProcessorTime> {
  const times = serviceNames.map(async (service) => {
    const seconds = (await world.metrics(service)).get('process_cpu_seconds_total') ?? NaN;
    return [service, seconds * 1_000] as const;
  });
  return Object.fromEntries(await Promise.all(times)) as ProcessorTime;
}

/** Waits until events, mails and the audit's chain have come to rest. */
async function quiet(world: World): Promise<ProcessorTime> {
  const until = performance.now() + PATIENCE_MS;
  for (let before = await total(world); performance.now() < until;) {
    await delay(LOOK_MS);
    const after = await total(world);
    const spent = difference(after, before, (ms) => ms);
    if (serviceNames.reduce((sum, service) => sum + spent[service], 0) < QUIET * LOOK_MS) return after;
    before = after;
  }
  throw new Error('the services do not come to rest');
}

const difference = (
  after: ProcessorTime,
  before: ProcessorTime,
  of: (spent: number, service: ServiceName) => number,
): ProcessorTime =>
  Object.fromEntries(
    serviceNames.map((service) => [service, of(after[service] - before[service], service)]),
  ) as ProcessorTime;
