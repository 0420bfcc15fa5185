import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { databaseOwners, serviceNames } from '../../stack/service-names.ts';
import { seedDemo } from '../../seed/seed-demo.ts';
import type { Account, Stack } from '../../stack/start-stack.ts';
import { root } from '../../stack/paths.ts';
import { startControl } from './control.ts';
import { environmentsOf } from './environments.ts';
import { forward } from './forward.ts';
import type { Installation } from './installation.ts';

export interface Outside {
  /** The demo's accounts. */
  accounts: Account[];
  stop(): void;
}

const ports: Record<string, number> = {
  postgres: 5432,
  rabbitmq: 5672,
  ...Object.fromEntries(serviceNames.map((name) => [name, 8080])),
};

/**
 * Makes a composition look like the stack of `npm test` to the whole-system tests: demo data, run.json, log files,
 * forwarded ports to the parts, and the control API.
 */
export async function lookFromOutside(installation: Installation): Promise<Outside> {
  const { composition, home, url, mailUrl, smsUrl } = installation;
  const doors = await Promise.all(
    Object.entries(ports).map(async ([name, port]) => {
      const door = await forward(async () => ({ host: await composition.address(name), port }));
      return { name, ...door };
    }),
  );
  const control = await startControl(composition);
  const followers = followLogs(installation);
  const stop = (): void => {
    doors.forEach((door) => door.stop());
    control.stop();
    followers.forEach((follower) => follower.kill());
  };
  try {
    const known = Object.fromEntries(doors.map(({ name, port }) => [name, port]));
    const all = { ...known, control: control.port };
    const environments = await environmentsOf(composition, known);
    const accounts = await seed(installation, environments);
    const from = await composition.addressOfMachine();
    const run = { url, mailUrl, smsUrl, accounts, pids: {}, ports: all, from };
    writeFileSync(home.run, JSON.stringify(run, null, 2), { mode: 0o600 });
    writeFileSync(home.processes, '[]');
    writeFileSync(home.environments, JSON.stringify(environments, null, 2), { mode: 0o600 });
    return { accounts, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

function seed(
  { home, secrets, url }: Installation,
  environments: Record<string, Record<string, string>>,
): Promise<Account[]> {
  const databases = databaseOwners.map((owner) => [owner, environments[owner]?.DATABASE_URL] as const);
  const stack = { home, secrets, url, databases: Object.fromEntries(databases) };
  return seedDemo(stack as unknown as Stack, (line) => void process.stdout.write(`  ${line}\n`));
}

/** Writes the log of each service to a file, for the test that searches the logs for secrets. */
function followLogs({ composition, home }: Installation): ChildProcess[] {
  mkdirSync(home.logs, { recursive: true });
  return serviceNames.map((service) => {
    const file = createWriteStream(path.join(home.logs, `${service}.log`));
    const args = [...composition.arguments, 'logs', '--follow', '--no-color', '--no-log-prefix', service];
    const child = spawn('docker', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.pipe(file);
    return child;
  });
}
