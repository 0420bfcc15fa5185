import type { parseArgs, ParseArgsOptionsConfig } from 'node:util';

/** The process's environment; commands pass it to their service's `config.ts`. */
export type Env = Record<string, string | undefined>;

/** Output and exit code: 0 done, 1 failed, 2 an operator has to act; the audit's `verify` also returns 3. */
export interface CommandResult {
  text: string;
  exitCode: number;
}

export const said = (text: string, exitCode = 0): CommandResult => ({ text, exitCode });

type ValuesOf<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true }>
>['values'];

/** The words after the command's name, and the command's environment. */
interface Call<Options extends ParseArgsOptionsConfig = ParseArgsOptionsConfig> {
  words: string[];
  options: ValuesOf<Options>;
  env: Env | undefined;
  /** Prints progress, separately from the result. */
  say: (line: string) => void;
}

/** A service's command for operators; works the same through `npm run …` and in the image. */
export interface Command {
  /** The arguments: `--to <folder> [--previous <folder>]`; empty for none. */
  usage: string;
  /** Describes the command in a sentence or two. */
  about: string;
  options: ParseArgsOptionsConfig;
  /** Throws an error whose message is a sentence, or {@link WrongUsage}. */
  run: (call: Call<never>) => Promise<CommandResult>;
}

/** Commands by name, as typed: `reconcile`, `keys status`. */
export type Commands = Record<string, Command>;

interface Definition<Options extends ParseArgsOptionsConfig> {
  usage?: string;
  about: string;
  options?: Options;
  run: (call: Call<Options>) => Promise<CommandResult>;
}

/** Defines a command whose `call.options` has the types of the declared options. */
export const command = <const Options extends ParseArgsOptionsConfig = Record<never, never>>({
  usage = '',
  about,
  options,
  run,
}: Definition<Options>): Command => ({ usage, about, options: options ?? {}, run });

/** Thrown for wrong arguments or options: the command's usage is shown. */
export class WrongUsage extends Error {
  constructor(reason = '') {
    super(reason);
    this.name = 'WrongUsage';
  }
}
