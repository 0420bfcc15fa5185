import path from 'node:path';
import { freePort, startChild, type Child } from '@caredrop/testing/backing';
import { seedDemo } from '../seed/seed-demo.ts';
import { homeFromEnvironment, root } from '../stack/paths.ts';
import { processNames, programOf, type ServiceName } from '../stack/service-names.ts';
import { startStack, type Stack } from '../stack/start-stack.ts';
import { untilStopSignal } from '../stack/until-stop-signal.ts';
import { inspected } from './inspected.ts';
import { showTypeErrors } from './type-errors.ts';
import { watchSources } from './watch-sources.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Checks types after each change and prints the errors; the complete output is in the log. */
async function typeChecker(stack: Stack, name: string, ...args: string[]): Promise<Pick<Child, 'stop'>> {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const logFile = path.join(stack.home.logs, `${name}.log`);
  const child = await startChild({
    command: process.execPath,
    args: [tsc, ...args, '--watch', '--preserveWatchOutput', '--pretty', 'false'],
    cwd: root,
    env: process.env,
    logFile,
  });
  const errors = showTypeErrors(logFile, say);
  return {
    stop: () => {
      errors.close();
      return child.stop();
    },
  };
}

/** Serves the SPA from its sources, with hot reloading; everything else comes from the gateway. */
async function webServer(stack: Stack, port: number): Promise<Child> {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, GATEWAY_URL: stack.url };
  const args = [vite, '--port', String(port), '--strictPort'];
  const logFile = path.join(stack.home.logs, 'dev-web.log');
  return startChild({ command: process.execPath, args, cwd: path.join(root, 'apps/web'), env, logFile });
}

async function restart(stack: Stack, services: ServiceName[]): Promise<void> {
  say(`Changed: ${services.join(', ')}`);
  const processes = processNames.filter((name) => services.includes(programOf(name).app));
  const outcomes = await Promise.allSettled(processes.map((name) => stack.services[name].restart()));
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of failed) say((reason as Error).message);
  say(failed.length === 0 ? 'Serving the new code' : 'Waiting for the next change');
}

async function run(): Promise<void> {
  const stopSignal = untilStopSignal();
  const debuggers = inspected(process.argv.slice(2));
  const webPort = await freePort();
  const web = `http://127.0.0.1:${String(webPort)}`;
  process.env.ALLOWED_ORIGINS = [process.env.ALLOWED_ORIGINS, web].filter(Boolean).join(',');
  const stack = await startStack({
    home: homeFromEnvironment(),
    port: Number(process.env.PORT || 8080),
    say,
    unbundled: true,
    flags: Object.fromEntries(
      Object.entries(debuggers).map(([name, port]) => [name, [`--inspect=127.0.0.1:${String(port)}`]]),
    ),
  });
  const children = await Promise.all([
    typeChecker(stack, 'dev-types', '--build'),
    typeChecker(stack, 'dev-web-types', '--project', 'apps/web', '--noEmit'),
    webServer(stack, webPort),
  ]);
  // One restart at a time: a change during a restart waits for its end.
  let last: Promise<void> = Promise.resolve();
  const watcher = watchSources({
    say,
    changed: (services) => {
      last = last.then(() => restart(stack, services));
    },
  });
  try {
    const accounts = await seedDemo(stack, say);
    stack.announce(accounts);
    say(
      `\n  Workspace (dev server)  ${web}\n  All services (built)    ${stack.url}\n  Mail  ${stack.backing.mailUrl}\n  SMS   ${stack.backing.smsUrl}`,
    );
    for (const [name, port] of Object.entries(debuggers))
      say(`  Debugger of ${name}  127.0.0.1:${String(port)}`);
    for (const { role, email, password } of accounts) say(`  ${role.padEnd(5)}  ${email}  ${password}`);
    say('\nready');
    await stopSignal;
  } finally {
    say('Stopping …');
    watcher.close();
    await Promise.all(children.map((child) => child.stop()));
    await last;
    await stack.stop();
  }
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
