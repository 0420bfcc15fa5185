import { add, failure, none, type Count } from '../../test/steps.ts';

const passed: Count = { ...none, passed: 1 };

/** Runs one check, prints its result with what `work` returns, and counts it. */
export async function check(name: string, work: () => Promise<string | undefined>): Promise<Count> {
  try {
    const seen = await work();
    process.stdout.write(`  ok      ${name}${seen ? ` (${seen})` : ''}\n`);
    return passed;
  } catch (error) {
    process.stdout.write(`  FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    return failure(name);
  }
}

/** Runs checks one after another. */
export async function checks(...works: (() => Promise<Count>)[]): Promise<Count> {
  const counts: Count[] = [];
  for (const work of works) counts.push(await work());
  return add(...counts);
}

export function expect(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}
