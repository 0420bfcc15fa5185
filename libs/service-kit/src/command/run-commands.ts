import { parseArgs } from 'node:util';
import { said, WrongUsage, type Command, type CommandResult, type Commands, type Env } from './command.js';
import { usageOf } from './usage.js';

const toStderr = (line: string): void => void process.stderr.write(`${line}\n`);

/**
 * Runs a command line. `--help` returns the usage; an unknown command throws it. Rethrows the command's
 * errors, which {@link runCli} turns into plain sentences.
 */
export async function runCommands(
  service: string,
  commands: Commands,
  argv: string[],
  env?: Env,
  say = toStderr,
): Promise<CommandResult> {
  const found = findCommand(commands, argv);
  if (argv.includes('--help') || argv.includes('-h')) return said(usageOf(service, commands, found?.names));
  if (!found) throw new Error(usageOf(service, commands));
  try {
    return await found.command.run({ ...parsed(found.command, found.rest), env, say } as never);
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    const usage = usageOf(service, commands, found.names);
    throw new Error(error.message ? `${error.message}\n${usage}` : usage, { cause: error });
  }
}

interface Found {
  command: Command;
  names: string[];
  rest: string[];
}

/** Tries two words before one: `keys status` is a command, but `keys` alone is not. */
function findCommand(commands: Commands, argv: string[]): Found | undefined {
  for (const length of [2, 1]) {
    const name = argv.slice(0, length).join(' ');
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command) return { command, names: [name], rest: argv.slice(length) };
  }
  const family = Object.keys(commands).filter((name) => name.startsWith(`${argv[0] ?? ''} `));
  const [first] = family;
  if (!first || !argv.includes('--help')) return undefined;
  return { command: commands[first] as Command, names: family, rest: [] };
}

function parsed({ options }: Command, args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { options: values, words: positionals };
  } catch (error) {
    // Shortened to the first sentence, because Node's own message explains `--` at length and only the option
    // matters.
    throw new WrongUsage((error as Error).message.split('. ', 1)[0]);
  }
}
