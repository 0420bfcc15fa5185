// The entry point of `npm start`, `npm test` and the other root scripts, in plain JavaScript for the machine's own
// Node, version 20 or later. It installs and builds what is missing, then runs a TypeScript program on
// the pinned Node. Commands for servers without our packages are plain JavaScript too and run directly.
import { makeSecretsFor } from './deploy/make-secrets.mjs';
import { build } from './run/build.mjs';
import { install } from './run/install.mjs';
import { execPinnedNode } from './run/exec-pinned-node.mjs';

const [command = '', ...args] = process.argv.slice(2);

/** Commands that work on a server without our packages. They take seconds. */
const plainCommands = { secrets: makeSecretsFor };

/** `needsAll`: also installs the packages that only tests and development need. */
const commands = {
  start: { program: 'tools/start/main.ts', needsBuild: true },
  dev: { program: 'tools/dev/main.ts', needsBuild: true, needsAll: true },
  admin: { program: 'tools/admin/main.ts', needsBuild: true },
  audit: { program: 'tools/audit/main.ts', needsBuild: true },
  events: { program: 'tools/events/main.ts', needsBuild: true },
  'seed-volume': { program: 'tools/seed/volume/main.ts', needsBuild: true },
  backup: { program: 'tools/backup/main.ts', needsBuild: true },
  restore: { program: 'tools/restore/main.ts', needsBuild: true },
  reconcile: { program: 'tools/reconcile/main.ts', needsBuild: true },
  purge: { program: 'tools/purge/main.ts', needsBuild: true },
  doctor: { program: 'tools/doctor/main.ts', needsBuild: true },
  keys: { program: 'tools/keys/main.ts', needsBuild: true },
  bench: { program: 'tools/bench/main.ts', needsBuild: true, needsAll: true },
  chaos: { program: 'tools/chaos/main.ts', needsBuild: true, needsAll: true },
  fuzz: { program: 'tools/fuzz/main.ts', needsBuild: true, needsAll: true },
  configuration: { program: 'tools/configuration/make.ts', needsBuild: true, needsAll: true },
  // Builds as one of its steps, so that a failing build is counted.
  test: { program: 'tools/test/main.ts', needsBuild: false, needsAll: true },
  'test:images': { program: 'tools/images/test/main.ts', needsBuild: true, needsAll: true },
};

try {
  if (command in plainCommands) plainCommands[command](args);
  else await runProgram(command);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (command === 'test') process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
}

async function runProgram(name) {
  if (!(name in commands)) {
    const names = [...Object.keys(commands), ...Object.keys(plainCommands)];
    throw new Error(`Usage: npm run ${names.join('|')}`);
  }
  const { program, needsBuild, needsAll = false } = commands[name];
  install({ all: needsAll });
  if (needsBuild) build();
  process.exitCode = await execPinnedNode(program, args);
}
