import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, startChild } from '@caredrop/testing/backing';
import { KeyRing, keyRingSchema } from '@caredrop/service-kit';
import pg from 'pg';
import { createAccounts, demoAccounts } from '../../seed/accounts.ts';
import type { VolumeLink } from '../../seed/volume/volume.ts';
import { homeAt } from '../../stack/paths.ts';
import { databaseOwners, type DatabaseOwner, type ServiceName } from '../../stack/service-names.ts';
import { startStack, type Account, type Environments, type Stack } from '../../stack/start-stack.ts';
import { untilListening } from '../baselines/start-baseline.ts';
import { Load } from '../load/load.ts';
import { recentErrorsIn } from './recent-errors.ts';
import { makeLinks } from './links.ts';
import { openSessions, usersOf, type SignedInUser } from './users.ts';
import { readServiceMetrics, type ServiceMetrics } from './service-metrics.ts';
import { benchSettings } from './settings.ts';

/** The product under measurement, each part in its own process. */
export interface Harness {
  stack: Stack;
  url: string;
  /** A new folder on the disk of the product's object store. */
  newFolder(): string;
  databases: Record<DatabaseOwner, pg.Client>;
  accounts: Account[];
  admin: SignedInUser;
  clinician: SignedInUser;
  load: Load;
  links(count: number, owner?: SignedInUser): Promise<VolumeLink[]>;
  serviceMetrics(service: ServiceName): Promise<ServiceMetrics>;
  pidsOf(...services: ServiceName[]): number[];
  settingsOf(service: ServiceName): Record<string, string>;
  /** The last errors that the services logged. */
  recentErrors(): string[];
  /** Changes these settings of a service and restarts it. */
  restart(service: ServiceName, settings: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the harness in a temporary home folder, which `stop` removes. */
export async function startHarness(say: (line: string) => void): Promise<Harness> {
  const home = homeAt(mkdtempSync(path.join(tmpdir(), 'caredrop-bench-')));
  const undo: (() => Promise<unknown> | void)[] = [
    () => rmSync(home.folder, { recursive: true, force: true }),
  ];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const sinks = await startSinks();
    undo.push(() => sinks.stop());
    const [port, metricsPort] = [await freePort(), await freePort()];
    let environments = {} as Environments;
    const stack = await startStack({
      home,
      port,
      say,
      settings: benchSettings(sinks, metricsPort),
      rewire: (given) => Promise.resolve((environments = given)),
    });
    undo.push(() => stack.stop());
    await createAccounts(stack);
    const databases = await openDatabases(stack);
    undo.push(() => Promise.all(Object.values(databases).map((client) => client.end())));
    const load = await Load.start();
    undo.push(() => load.stop());
    const [admin] = await openSessions(databases.auth, stack, await usersOf(databases.auth, 'admin'));
    const [clinician] = await openSessions(databases.auth, stack, await usersOf(databases.auth, 'user'));
    if (!admin || !clinician) throw new Error('the stack has no accounts');
    const keys = new KeyRing(keyRingSchema.parse(stack.secrets.linkKeys));
    return {
      ...{ stack, url: stack.url, databases, admin, clinician, load, stop },
      accounts: demoAccounts(stack),
      newFolder: () => mkdtempSync(path.join(home.folder, 'baseline-')),
      links: (count, owner = clinician) => makeLinks(databases.token, keys, owner, count),
      serviceMetrics: (service) =>
        readServiceMetrics(
          `http://127.0.0.1:${String(service === 'gateway' ? metricsPort : stack.ports[service])}`,
        ),
      pidsOf: (...services) => services.map((name) => stack.services[name].pid ?? 0),
      settingsOf: (service) => ({ ...environments[service] }),
      recentErrors: () => recentErrorsIn(home.logs),
      restart: async (service, settings) => {
        Object.assign(environments[service], settings);
        await stack.services[service].restart();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startSinks() {
  const [mail, scanner] = [await freePort(), await freePort()];
  const args = [path.join(import.meta.dirname, 'sinks.ts'), String(mail), String(scanner)];
  const child = await startChild({ command: process.execPath, args, env: { PATH: process.env.PATH } });
  await untilListening('the sinks', mail, child);
  return {
    smtpUrl: `smtp://127.0.0.1:${String(mail)}`,
    scannerUrl: `tcp://127.0.0.1:${String(scanner)}`,
    stop: () => child.stop(),
  };
}

async function openDatabases(stack: Stack): Promise<Record<DatabaseOwner, pg.Client>> {
  const clients = databaseOwners.map((owner) => {
    const client = new pg.Client({ connectionString: stack.databases[owner] });
    return client.connect().then(() => [owner, client]);
  });
  return Object.fromEntries((await Promise.all(clients)) as [DatabaseOwner, pg.Client][]) as Record<
    DatabaseOwner,
    pg.Client
  >;
}
