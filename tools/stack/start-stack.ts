import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@caredrop/testing/backing';
import { defaultTuning } from '@caredrop/messaging';
import { replaceFile } from '@caredrop/service-kit/replace-file';
import { must, serviceCommand } from '../data/commands.ts';
import { assertFree } from './assert-free.ts';
import { startBackingServices, type BackingServices } from './backing-services.ts';
import { startControl } from './control.ts';
import { prepareDatabases } from './databases.ts';
import { ringSettings } from './key-files.ts';
import type { Home } from './paths.ts';
import { endLeftovers, ProcessList } from './process-list.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import {
  processNames,
  programOf,
  serviceNames,
  type DatabaseOwner,
  type ProcessName,
} from './service-names.ts';
import { auditMigrationSettings, settingsOf, signerSettingsOf, type StackFacts } from './service-settings.ts';
import { SupervisedService } from './supervised-service.ts';
import { assertRestored } from './unrestored.ts';

export interface StackOptions {
  home: Home;
  /** The gateway's port. */
  port: number;
  say: (line: string) => void;
  /** Lets tests stop and start parts over HTTP (`ports.control`). */
  control?: boolean;
  /** Additional settings. */
  settings?: Partial<Environments>;
  /** Further Node flags for a process, such as `--inspect`. */
  flags?: Partial<Record<ProcessName, string[]>>;
  /** Runs the compiled modules, which need no bundling after each change, instead of the bundles. */
  unbundled?: boolean;
  /** Receives each process's environment before it starts, and may put proxies between the parts. */
  rewire?: (environments: Environments) => Promise<Environments>;
  /** Delays before a service that died is restarted (ms), by consecutive failures; short for chaos. */
  backOff?: number[];
}

export type Environments = Record<ProcessName, Record<string, string>>;

export interface Account {
  role: 'user' | 'admin';
  email: string;
  password: string;
}

/** A running product. */
export interface Stack {
  url: string;
  home: Home;
  secrets: Secrets;
  backing: BackingServices;
  databases: Record<DatabaseOwner, string>;
  services: Record<ProcessName, SupervisedService>;
  ports: Record<string, number>;
  /** Writes run.json, whose existence means that the stack is ready. */
  announce(accounts: Account[]): void;
  stop(): Promise<void>;
}

/**
 * Starts everything and resolves when all of it is ready. If anything fails, stops everything again and throws.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { home, port, say } = options;
  mkdirSync(home.folder, { recursive: true });
  await endLeftovers(home);
  assertRestored(home);
  rmSync(home.run, { force: true });
  await assertFree(port, process.env.HOST || '127.0.0.1');
  const secrets = loadSecrets(home);
  const processes = new ProcessList(home, say);
  const started = (name: string, pid: number): void => {
    processes.add(name, pid);
  };
  say('Starting Postgres, RabbitMQ, the mail inbox and the Twilio emulator …');
  const backing = await startBackingServices(home, secrets, say, started, retryDelaysOf(options)).catch(
    (error: unknown) => {
      processes.remove();
      throw error;
    },
  );
  const running: SupervisedService[] = [];
  const undo = async (): Promise<void> => {
    processes.onChange = () => undefined;
    await stopInOrder(running);
    await backing.stop();
    processes.remove();
    rmSync(home.run, { force: true });
    rmSync(home.environments, { force: true });
  };
  try {
    const databases = await prepareDatabases(backing.postgresUrl, secrets);
    const url = process.env.PUBLIC_URL || `http://127.0.0.1:${String(port)}`;
    const ports = await servicePorts(port);
    say('Starting the services …');
    const rings = ringSettings(home);
    const facts = { secrets, backing, databases, ports, publicUrl: url, rings };
    const environments = await environmentsOf(options, facts);
    writeFileSync(home.environments, JSON.stringify(environments, null, 2), { mode: 0o600 });
    const services = makeServices(options, environments, started);
    running.push(...processNames.map((name) => services[name]));
    await startAll(services, must(serviceCommand('audit', ['migrate'], auditMigrationSettings(facts))));
    const control = options.control ? await startControl(services, backing) : undefined;
    const stack: Stack = {
      url,
      home,
      secrets,
      backing,
      databases,
      services,
      ports: { ...ports, ...backing.ports, ...(control && { control: control.port }) },
      announce: (accounts) => {
        // A restarted part has another pid.
        processes.onChange = () => {
          writeRun(stack, accounts, processes.pids);
        };
        processes.onChange();
      },
      stop: async () => {
        await control?.stop();
        await undo();
      },
    };
    return stack;
  } catch (error) {
    await undo();
    throw error;
  }
}

/** Every retry delay that a service is started with: the broker needs a queue for each. */
function retryDelaysOf({ settings }: StackOptions): number[] {
  const own = Object.values(settings ?? {}).flatMap((some) => some.EVENTS_RETRY_DELAYS_MS?.split(',') ?? []);
  return [...defaultTuning.retryDelaysMs, ...own.map(Number)];
}

async function servicePorts(gateway: number): Promise<Record<ProcessName, number>> {
  const [auth, token, document, notification, audit, signer] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  return { gateway, auth, token, document, notification, audit, 'audit-signer': signer };
}

async function environmentsOf({ settings, rewire }: StackOptions, facts: StackFacts): Promise<Environments> {
  const own = serviceNames.map((name) => [name, settingsOf(name, facts)] as const);
  const made = [...own, ['audit-signer', signerSettingsOf(facts)] as const];
  const all = made.map(([name, environment]) => [name, { ...environment, ...settings?.[name] }]);
  const environments = Object.fromEntries(all) as Environments;
  return rewire ? rewire(environments) : environments;
}

function makeServices(
  { home, say, flags, unbundled = false, backOff }: StackOptions,
  environments: Environments,
  started: (name: string, pid: number) => void,
): Record<ProcessName, SupervisedService> {
  const make = (name: ProcessName): SupervisedService =>
    new SupervisedService({
      name,
      env: environments[name],
      logFile: path.join(home.logs, `${name}.log`),
      say,
      started,
      unbundled,
      ...(flags?.[name] && { flags: flags[name] }),
      ...(backOff && { backOff }),
    });
  return Object.fromEntries(processNames.map((name) => [name, make(name)])) as Record<
    ProcessName,
    SupervisedService
  >;
}

/**
 * Starts all processes in parallel, the audit's once its tables are migrated. If one fails, the others finish starting
 * first, so that they can be stopped cleanly.
 */
async function startAll(services: Stack['services'], migrated: Promise<unknown>): Promise<void> {
  const starts = processNames.map(async (name) => {
    if (programOf(name).app === 'audit') await migrated;
    await services[name].start();
  });
  const outcomes = await Promise.allSettled(starts);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Stops the gateway first, so that no request arrives while the others stop; then those in parallel. */
async function stopInOrder([gateway, ...others]: SupervisedService[]): Promise<void> {
  await gateway?.stop();
  await Promise.all(others.map((service) => service.stop()));
}

function writeRun(stack: Stack, accounts: Account[], pids: Record<string, number>): void {
  const { url, ports, backing } = stack;
  const run = { url, mailUrl: backing.mailUrl, smsUrl: backing.smsUrl, accounts, pids, ports };
  replaceFile(stack.home.run, JSON.stringify(run, null, 2));
}
