export interface Options {
  /** The named packages and parts; empty for everything. */
  parts: string[];
  /** Runs only spec files whose path matches this pattern. */
  only?: string;
  /** Runs unchanged packages too. */
  fresh: boolean;
  /** Saves screenshots of the browser tests. */
  screenshots: boolean;
}

/** The parts that are not packages. */
const otherParts = ['tools', 'system', 'browser', 'chaos'] as const;

/** Reads the arguments of `npm test`. Throws for an unknown one, and for `--only` without a part. */
export function readOptions(args: string[], packages: string[]): Options {
  const options: Options = { parts: [], fresh: false, screenshots: false };
  for (let next = 0; next < args.length; next += 1) {
    const arg = args[next] ?? '';
    if (arg === '--fresh') options.fresh = true;
    else if (arg === '--screenshots') options.screenshots = true;
    else if (arg === '--only' && args[next + 1]) options.only = args[(next += 1)] ?? '';
    else if (packages.includes(arg) || otherParts.some((part) => part === arg)) options.parts.push(arg);
    else throw new Error(`npm test: unknown argument ${arg}. ${usage(packages)}`);
  }
  if (options.only && options.parts.length === 0)
    throw new Error(`npm test: --only needs the part that has the spec files. ${usage(packages)}`);
  return options;
}

const usage = (packages: string[]): string =>
  `Usage: npm test -- [${[...packages, ...otherParts].join('|')} …] [--only <part of a spec file's path>] [--fresh] [--screenshots]`;
