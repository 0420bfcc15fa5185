import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { freePort } from '@caredrop/testing/backing';
import { atMost, type Measured } from '../figures/figure.ts';
import { root } from '../../stack/paths.ts';
import { serviceNames } from '../../stack/service-names.ts';
import { times, type Circumstances, type Row } from '../row.ts';
import { residentMib } from '../world/processes.ts';
import type { World } from '../world/world.ts';

export const start: Row = {
  name: 'start',
  about: 'npm start until it says ready, and each service by itself',
  alone: wholeProduct,
  onWorld: eachService,
};

/** Built and installed: what the first start on a fresh machine needs besides is npm's and the network's. */
async function wholeProduct({ short }: Circumstances): Promise<Measured[]> {
  const home = mkdtempSync(path.join(tmpdir(), 'caredrop-start-'));
  try {
    const first = await untilReady(home);
    const later = await times(short ? 1 : 3, () => untilReady(home));
    const note = 'first: an empty home, demo made; packages installed and built before';
    return [
      { what: 'npm start, first', unit: 's', ours: [first], goals: [atMost(240)], note },
      { what: 'npm start, later', unit: 's', ours: later, goals: [atMost(15)] },
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Starts it through the same door as a person, and stops it again. */
async function untilReady(home: string): Promise<number> {
  const began = performance.now();
  const env = { ...process.env, CAREDROP_HOME: home, PORT: String(await freePort()) };
  const child = spawn(process.execPath, [path.join(root, 'tools/front-door.mjs'), 'start'], {
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

async function eachService(world: World, { short }: Circumstances): Promise<Measured[]> {
  const figures: Measured[] = [];
  for (const name of serviceNames) {
    const service = world.stack.services[name];
    const seconds = await times(short ? 1 : 3, async () => {
      await service.stop();
      const began = performance.now();
      await service.start();
      return (performance.now() - began) / 1000;
    });
    figures.push({ what: `${name}: until ready`, unit: 's', ours: seconds });
  }
  return [...figures, ...idleMemory(world)];
}

function idleMemory(world: World): Measured[] {
  const services = serviceNames.map((name): Measured => ({
    what: `${name}: idle`,
    unit: 'MiB',
    ours: [residentMib(world.pidsOf(name))],
  }));
  const all = residentMib(world.pidsOf(...serviceNames));
  return [...services, { what: 'all services: idle', unit: 'MiB', ours: [all] }];
}
