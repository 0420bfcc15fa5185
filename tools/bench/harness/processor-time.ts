import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames, type ServiceName } from '../../stack/service-names.ts';
import type { Harness } from './harness.ts';

/** Processor time by service, ms. */
export type ProcessorTime = Record<ServiceName, number>;

const SAMPLE_MS = 1_000;
/** Total CPU share of one core below which the services count as idle. */
const IDLE_SHARE = 0.2;
/** Longest wait for the services to become idle. */
const TIMEOUT_MS = 60_000;

/** CPU time that `work` and its effects cost each service, without the cost of idling. */
export async function processorTimeOf(
  harness: Harness,
  idle: ProcessorTime,
  work: () => Promise<unknown>,
): Promise<ProcessorTime> {
  const [began, before] = [performance.now(), await total(harness)];
  await work();
  const after = await waitUntilIdle(harness);
  const seconds = (performance.now() - began) / 1_000;
  return difference(after, before, (spent, service) => Math.max(0, spent - idle[service] * seconds));
}

/** CPU time that each idle service needs per second, ms, over `seconds` without requests. */
export async function idleTimeOf(harness: Harness, seconds = 3): Promise<ProcessorTime> {
  const before = await waitUntilIdle(harness);
  await delay(seconds * 1_000);
  return difference(await total(harness), before, (spent) => spent / seconds);
}

async function total(harness: Harness): Promise<ProcessorTime> {
  const times = serviceNames.map(async (service) => {
    const seconds = (await harness.serviceMetrics(service)).get('process_cpu_seconds_total') ?? NaN;
    return [service, seconds * 1_000] as const;
  });
  return Object.fromEntries(await Promise.all(times)) as ProcessorTime;
}

/** Waits until the services use little CPU time: events, emails and the audit chain have then been processed. */
async function waitUntilIdle(harness: Harness): Promise<ProcessorTime> {
  const until = performance.now() + TIMEOUT_MS;
  for (let before = await total(harness); performance.now() < until;) {
    await delay(SAMPLE_MS);
    const after = await total(harness);
    const spent = difference(after, before, (ms) => ms);
    if (serviceNames.reduce((sum, service) => sum + spent[service], 0) < IDLE_SHARE * SAMPLE_MS) return after;
    before = after;
  }
  throw new Error('the services do not become idle');
}

const difference = (
  after: ProcessorTime,
  before: ProcessorTime,
  of: (spent: number, service: ServiceName) => number,
): ProcessorTime =>
  Object.fromEntries(
    serviceNames.map((service) => [service, of(after[service] - before[service], service)]),
  ) as ProcessorTime;
