import { describeResults, type CheckResult } from '@caredrop/service-kit';
import { serviceCommand } from '../data/commands.ts';
import { homeFromEnvironment } from '../stack/paths.ts';
import { runningStack } from '../stack/running-stack.ts';
import { processNames, programOf } from '../stack/service-names.ts';
import { checkDiskSpace } from './check-disk-space.ts';

const USAGE = `Usage:
  npm run doctor
      Checks the configuration and the dependencies of every process of the running stack, and free disk space.
      Exits with 1 if a check fails. In an image: node dist/cli.js doctor.`;

/** `npm run doctor`: runs each service's own `doctor`, with that service's settings. */
async function run(): Promise<number> {
  if (process.argv.length > 2) throw new Error(USAGE);
  const stack = runningStack();
  const here: CheckResult[] = [checkDiskSpace(homeFromEnvironment().folder)];
  const asked = await Promise.all(
    processNames.map(async (name) => ({
      name,
      ...(await serviceCommand(programOf(name).app, ['doctor'], stack.environment(name))),
    })),
  );
  console.log(`this machine\n${describeResults(here)}`);
  for (const { name, output } of asked) console.log(`\n${name}\n${output.trim()}`);
  return here.some(({ state }) => state === 'failed') || asked.some(({ code }) => code !== 0) ? 1 : 0;
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error((error as Error).message);
    process.exit(1);
  },
);
