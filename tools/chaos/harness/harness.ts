import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@caredrop/testing/backing';
import { createAccounts, demoAccounts } from '../../seed/accounts.ts';
import { homeAt } from '../../stack/paths.ts';
import { serviceNames } from '../../stack/service-names.ts';
import { startStack, type Stack } from '../../stack/start-stack.ts';
import { ClinicianClient } from '../users/clinician-client.ts';
import { startProxies, type FaultProxies } from '../proxies/start-proxies.ts';
import { partsOf, type Part } from './parts.ts';
import { settings } from './settings.ts';
import { startEmulators, type Emulators } from './start-emulators.ts';

/** The whole product with a proxy in every connection, and every part that can be broken. */
export interface Harness {
  stack: Stack;
  emulators: Emulators;
  proxies: FaultProxies;
  parts: Map<string, Part>;
  clinicians: ClinicianClient[];
  /** Resolves when every service is ready again; throws after `withinMs`. */
  healed(withinMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the harness in the home `CHAOS_HOME`, or in a temporary home that `stop` removes. */
export async function startHarness(say: (line: string) => void): Promise<Harness> {
  const home = homeAt(process.env.CHAOS_HOME ?? mkdtempSync(path.join(tmpdir(), 'caredrop-chaos-')));
  const emulators = await startEmulators(home, say);
  const proxies: FaultProxies = new Map();
  const clear = async (): Promise<void> => {
    await Promise.all([...proxies.values()].map((proxy) => proxy.close()));
    await emulators.stop();
  };
  try {
    Object.assign(process.env, emulators.environment);
    const rewire: Parameters<typeof startStack>[0]['rewire'] = (given) => startProxies(given, proxies);
    const port = await freePort();
    const stack = await startStack({ home, port, say, settings, rewire, backOff: [200] });
    await createAccounts(stack);
    const accounts = demoAccounts(stack).filter(({ role }) => role === 'user');
    const clinicians = await Promise.all(
      accounts.map((account) => ClinicianClient.signIn(stack.url, account)),
    );
    const stop = async (): Promise<void> => {
      await stack.stop();
      await clear();
      if (!process.env.CHAOS_HOME) rmSync(home.folder, { recursive: true, force: true });
    };
    const healed = (withinMs: number): Promise<void> => untilHealed(stack, withinMs);
    return { stack, emulators, proxies, parts: partsOf(stack, emulators), clinicians, healed, stop };
  } catch (error) {
    await clear();
    throw error;
  }
}

async function untilHealed(stack: Stack, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs;
  for (const name of serviceNames) {
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${String(stack.ports[name])}/health/ready`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined);
      await response?.arrayBuffer();
      if (response?.ok) break;
      if (Date.now() > end) throw new Error(`${name} is not ready after ${String(withinMs / 1000)} s`);
      await delay(100);
    }
  }
}
