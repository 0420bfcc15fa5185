import { parseArgs } from 'node:util';
import { processNames, type ProcessName } from '../stack/service-names.ts';

/** Node's usual port, which .vscode/launch.json attaches to. */
const FIRST_PORT = 9229;

/**
 * The debugger port of each process named by `--inspect token --inspect document`. Throws for a name that is
 * not one of ours.
 */
export function inspected(args: string[]): Partial<Record<ProcessName, number>> {
  const { values } = parseArgs({ args, options: { inspect: { type: 'string', multiple: true } } });
  const ports = (values.inspect ?? []).map((given, index) => {
    const name = processNames.find((known) => known === given);
    if (!name) throw new Error(`--inspect: unknown process ${given}; use one of ${processNames.join(', ')}`);
    return [name, FIRST_PORT + index] as const;
  });
  return Object.fromEntries(ports);
}
