import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@caredrop/testing/backing';
import { createAccounts, demoAccounts } from '../../seed/accounts.ts';
import { homeAt } from '../../stack/paths.ts';
import { serviceNames } from '../../stack/service-names.ts';
import { startStack, type Stack } from '../../stack/start-stack.ts';
import { Staff } from '../people/staff.ts';
import { layWires, type Wires } from '../wires/lay-wires.ts';
import { partsOf, type Part } from './parts.ts';
import { settings } from './settings.ts';
import { startStandIns, type StandIns } from './start-stand-ins.ts';

/** The whole product with a proxy in every connection, and every part that can be broken. */
export interface World {
  stack: Stack;
  standIns: StandIns;
  wires: Wires;
  parts: Map<string, Part>;
  clinicians: Staff[];
  /** Settles when every part responds again; throws after `withinMs`. */
  healed(withinMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it in a temporary home, which is removed at the end unless `keep` is set. */
export async function startWorld(say: (line: string) => void): Promise<World> {
  const home = homeAt(process.env.CHAOS_HOME ?? mkdtempSync(path.join(tmpdir(), 'caredrop-chaos-')));
  const standIns = await startStandIns(home, say);
  const wires: Wires = new Map();
  const clear = async (): Promise<void> => {
    await Promise.all([...wires.values()].map((wire) => wire.close()));
    await standIns.stop();
  };
  try {
    Object.assign(process.env, standIns.environment);
    const rewire: Parameters<typeof startStack>[0]['rewire'] = (given) => layWires(given, wires);
    const port = await freePort();
    const stack = await startStack({ home, port, say, settings, rewire, backOff: [200] });
    await createAccounts(stack);
    const accounts = demoAccounts(stack).filter(({ role }) => role === 'user');
    const clinicians = await Promise.all(accounts.map((account) => Staff.signIn(stack.url, account)));
    const stop = async (): Promise<void> => {
      await stack.stop();
      await clear();
      if (!process.env.CHAOS_HOME) rmSync(home.folder, { recursive: true, force: true });
    };
    const healed = (withinMs: number): Promise<void> => untilHealed(stack, withinMs);
    return { stack, standIns, wires, parts: partsOf(stack, standIns), clinicians, healed, stop };
  } catch (error) {
    await clear();
    throw error;
  }
}

async function untilHealed(stack: Stack, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs;
  for (const name of serviceNames) {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${String(stack.ports[name])}/health/ready`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.ok) break;
      if (Date.now() > end) throw new Error(`${name} is not back after ${String(withinMs / 1000)} s`);
      await delay(100);
    }
  }
}
