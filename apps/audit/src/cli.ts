import { runCommand } from './cli/run-command.js';

runCommand(process.argv.slice(2)).then(
  ({ text, holds }) => {
    process.stdout.write(`${text}\n`);
    process.exitCode = holds ? 0 : 1;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
