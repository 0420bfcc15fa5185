import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, startChild } from '@caredrop/testing/backing';
import { KeyRing, keyRingSchema } from '@caredrop/service-kit';
import pg from 'pg';
import { startStandIns } from '../../chaos/world/start-stand-ins.ts';
import { createAccounts, demoAccounts } from '../../seed/accounts.ts';
import type { VolumeLink } from '../../seed/volume/volume.ts';
import { BUCKET } from '../../stack/backing-services.ts';
import { homeAt } from '../../stack/paths.ts';
import { databaseOwners, type DatabaseOwner, type ServiceName } from '../../stack/service-names.ts';
import { startStack, type Account, type Environments, type Stack } from '../../stack/start-stack.ts';
import { answering } from '../limits/start-limit.ts';
import { Load } from '../load/load.ts';
import { complaintsIn } from './complaints.ts';
import { makeLinks } from './links.ts';
import { openSessions, usersOf, type Person } from './people.ts';
import { readMetrics, type Metrics } from './metrics.ts';
import { benchSettings } from './settings.ts';

/** The product as it is measured: everything in processes of its own, nothing in ours. */
export interface World {
  stack: Stack;
  url: string;
  /** The object store, as the limits reach it. */
  store: { url: string; folder: string; bucket: string };
  databases: Record<DatabaseOwner, pg.Client>;
  accounts: Account[];
  admin: Person;
  clinician: Person;
  load: Load;
  links(count: number, owner?: Person): Promise<VolumeLink[]>;
  metrics(service: ServiceName): Promise<Metrics>;
  pidsOf(...services: ServiceName[]): number[];
  settingsOf(service: ServiceName): Record<string, string>;
  /** The last errors the services logged. */
  complaints(): string[];
  /** Starts a service anew with other settings. */
  restart(service: ServiceName, settings: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it in a home of its own, which is removed at the end. */
export async function startWorld(say: (line: string) => void): Promise<World> {
  const home = homeAt(mkdtempSync(path.join(tmpdir(), 'caredrop-bench-')));
  const undo: (() => Promise<unknown> | void)[] = [
    () => rmSync(home.folder, { recursive: true, force: true }),
  ];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const standIns = await startStandIns(home, say);
    undo.push(() => standIns.stop());
    const sinks = await startSinks();
    undo.push(() => sinks.stop());
    Object.assign(process.env, standIns.environment);
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
      store: { url: standIns.environment.S3_ENDPOINT ?? '', folder: home.objects, bucket: BUCKET },
      links: (count, owner = clinician) => makeLinks(databases.token, keys, owner, count),
      metrics: (service) =>
        readMetrics(`http://127.0.0.1:${String(service === 'gateway' ? metricsPort : stack.ports[service])}`),
      pidsOf: (...services) => services.map((name) => stack.services[name].pid ?? 0),
      settingsOf: (service) => ({ ...environments[service] }),
      complaints: () => complaintsIn(home.logs),
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
  await answering('the sinks', mail, child);
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
