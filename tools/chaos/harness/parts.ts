import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '../../stack/service-names.ts';
import type { Stack } from '../../stack/start-stack.ts';
import { signalTree } from './processes.ts';
import type { Emulators } from './start-emulators.ts';

const START_TRIES = 5;

/** A part that can be broken. */
export interface Part {
  name: string;
  /** Undefined while it is down, or when it runs where we cannot reach it (a container). */
  pid(): number | undefined;
  /** SIGKILL; its supervisor restarts it. */
  kill(): void;
  /** Stops it cleanly and starts it again. */
  restart(): Promise<void>;
  freeze(): void;
  thaw(): void;
}

/** Every part of the stack that a fault can hit, by name. */
export function partsOf(stack: Stack, emulators: Emulators): Map<string, Part> {
  const parts = [
    ...serviceNames.map((name) =>
      part(
        name,
        () => stack.services[name].pid,
        () => restartService(stack, name),
      ),
    ),
    part(
      'postgres',
      () => listedPid(stack, 'postgres'),
      () => askToStop(stack, 'postgres', 'SIGINT'),
    ),
    part(
      'rabbitmq',
      () => listedPid(stack, 'rabbitmq'),
      () => restartBroker(stack),
    ),
    ...Object.entries(emulators.parts).map(([name, emulator]) =>
      part(
        name,
        () => emulator.pid,
        async () => {
          await emulator.stop();
          await emulator.start();
        },
      ),
    ),
  ];
  return new Map(parts.map((one) => [one.name, one]));
}

function part(name: string, pid: () => number | undefined, restart: () => Promise<void>): Part {
  const signal = (what: NodeJS.Signals, to = pid()): void => {
    if (to) signalTree(to, what);
  };
  let frozen: number | undefined;
  return {
    name,
    pid,
    restart,
    kill: () => {
      signal('SIGKILL');
    },
    freeze: () => {
      frozen = pid();
      signal('SIGSTOP', frozen);
    },
    thaw: () => {
      signal('SIGCONT', frozen);
      frozen = undefined;
    },
  };
}

async function restartService(stack: Stack, name: (typeof serviceNames)[number]): Promise<void> {
  await stack.services[name].stop();
  await startWithRetries(() => stack.services[name].start());
}

/** Starts a part, with retries, because its dependencies may be broken at the same time. */
async function startWithRetries(start: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await start();
      return;
    } catch (error) {
      if (tried === START_TRIES) throw error;
      await delay(500);
    }
  }
}

async function restartBroker({ backing }: Stack): Promise<void> {
  await backing.broker.stop();
  await startWithRetries(() => backing.broker.start());
}

/** Sends a signal to a process that its supervisor then restarts. */
function askToStop(stack: Stack, name: string, signal: NodeJS.Signals): Promise<void> {
  const pid = listedPid(stack, name);
  if (pid) process.kill(pid, signal);
  return Promise.resolve();
}

function listedPid({ home }: Stack, name: string): number | undefined {
  const entries = JSON.parse(readFileSync(home.processes, 'utf8')) as { name: string; pid: number }[];
  return entries.find((entry) => entry.name === name)?.pid;
}
