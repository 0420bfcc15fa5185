import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { freePort } from '@caredrop/testing/backing';
import { atMost, type Measurement } from '../metrics/metric.ts';
import { root } from '../../stack/paths.ts';
import { serviceNames } from '../../stack/service-names.ts';
import { times, type Options, type Benchmark } from '../benchmark.ts';
import { residentMib } from '../harness/processes.ts';
import type { Harness } from '../harness/harness.ts';

export const start: Benchmark = {
  name: 'start',
  about: 'npm start until it prints ready, and each service alone',
  standalone: wholeProduct,
  withHarness: eachService,
};

/** Packages are installed and built: the rest of a first start depends on npm and the network. */
async function wholeProduct({ short }: Options): Promise<Measurement[]> {
  const home = mkdtempSync(path.join(tmpdir(), 'caredrop-start-'));
  try {
    const first = await untilReady(home);
    const later = await times(short ? 1 : 3, () => untilReady(home));
    const note = 'first: an empty home, so that the demo is created; packages are installed and built';
    return [
      { what: 'npm start, first', unit: 's', product: [first], goals: [atMost(240)], note },
      { what: 'npm start, later', unit: 's', product: later, goals: [atMost(15)] },
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Starts it with the script behind `npm start`, and stops it again. */
async function untilReady(home: string): Promise<number> {
  const began = performance.now();
  const env = { ...process.env, CAREDROP_HOME: home, PORT: String(await freePort()) };
  const child = spawn(process.execPath, [path.join(root, 'tools/run.mjs'), 'start'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const ready = (async () => {
    for await (const line of createInterface(child.stdout)) if (line === 'ready') return;
    throw new Error('npm start ended before it was ready');
  })();
  try {
    await ready;
    return (performance.now() - began) / 1000;
  } finally {
    child.stdout.resume();
    child.kill('SIGTERM');
    await ended;
  }
}

async function eachService(harness: Harness, { short }: Options): Promise<Measurement[]> {
  const metrics: Measurement[] = [];
  for (const name of serviceNames) {
    const service = harness.stack.services[name];
    const seconds = await times(short ? 1 : 3, async () => {
      await service.stop();
      const began = performance.now();
      await service.start();
      return (performance.now() - began) / 1000;
    });
    metrics.push({ what: `${name}: until ready`, unit: 's', product: seconds });
  }
  return [...metrics, ...idleMemory(harness)];
}

function idleMemory(harness: Harness): Measurement[] {
  const services = serviceNames.map((name): Measurement => ({
    what: `${name}: idle`,
    unit: 'MiB',
    product: [residentMib(harness.pidsOf(name))],
  }));
  const all = residentMib(harness.pidsOf(...serviceNames));
  return [...services, { what: 'all services: idle', unit: 'MiB', product: [all] }];
}
