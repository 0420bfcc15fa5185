import type { parseArgs, ParseArgsOptionsConfig } from 'node:util';

/** Settings as the process has them; commands hand them to their service's `config.ts`. */
export type Env = Record<string, string | undefined>;

/** What to print, and how the process ends: 0 done, 1 not done or something is wrong, 2 a person has to look. */
export interface CommandResult {
  text: string;
  exitCode: number;
}

export const said = (text: string, exitCode = 0): CommandResult => ({ text, exitCode });

type ValuesOf<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true }>
>['values'];

/** What the operator typed after the command's name, and what it was typed into. */
export interface Call<Options extends ParseArgsOptionsConfig = ParseArgsOptionsConfig> {
  words: string[];
  options: ValuesOf<Options>;
  env: Env | undefined;
  /** Tells of progress, beside the result. */
  say: (line: string) => void;
}

/** One operator's command of a service: the same in `npm run …` and in the image. */
export interface Command {
  /** What follows its name: `--to <folder> [--previous <folder>]`; empty when nothing does. */
  usage: string;
  /** What it does, in a sentence or two. */
  about: string;
  options: ParseArgsOptionsConfig;
  /** Throws an error whose message is a sentence, or {@link WrongUsage}. */
  run: (call: Call<never>) => Promise<CommandResult>;
}

/** By name, as typed: `reconcile`, `keys status`. */
export type Commands = Record<string, Command>;

interface Definition<Options extends ParseArgsOptionsConfig> {
  usage?: string;
  about: string;
  options?: Options;
  run: (call: Call<Options>) => Promise<CommandResult>;
}

/** Types `call.options` after the options that are declared. */
export const command = <const Options extends ParseArgsOptionsConfig = Record<never, never>>({
  usage = '',
  about,
  options,
  run,
}: Definition<Options>): Command => ({ usage, about, options: options ?? {}, run });

/** The words or options are not what the command takes: its usage is the answer. */
export class WrongUsage extends Error {
  constructor(reason = '') {
    super(reason);
    this.name = 'WrongUsage';
  }
}
