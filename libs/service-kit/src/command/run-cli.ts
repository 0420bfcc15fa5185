import type { CommandResult } from './command.js';
import { plainSentence } from './plain-sentence.js';

/** The body of a service's `cli.ts`: prints the command's output and exits with its code. */
export async function runCli(run: (argv: string[]) => Promise<CommandResult>): Promise<void> {
  try {
    const { text, exitCode } = await run(process.argv.slice(2));
    process.stdout.write(`${text}\n`);
    process.exitCode = exitCode;
  } catch (error) {
    process.stderr.write(`${plainSentence(error)}\n`);
    process.exitCode = 1;
  }
}
