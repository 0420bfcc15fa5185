/** `wrong`: it does not work, or will not. `warning`: it works, and somebody should look. */
export type State = 'ok' | 'warning' | 'wrong';

/** One line of what the doctor says. */
export interface Finding {
  state: State;
  /** What was looked at: `Postgres`. */
  about: string;
  /** What is so, as a plain sentence without values of settings. */
  says: string;
  /** What to do, with the page that helps; none when all is well. */
  todo?: string;
}

export const ok = (about: string, says: string): Finding => ({ state: 'ok', about, says });
export const warning = (about: string, says: string, todo: string): Finding => ({
  state: 'warning',
  about,
  says,
  todo,
});
export const wrong = (about: string, says: string, todo: string): Finding => ({
  state: 'wrong',
  about,
  says,
  todo,
});

/** Lines for the operator: what is wrong last, where it is read first. */
export function describeFindings(findings: Finding[]): string {
  const order: State[] = ['ok', 'warning', 'wrong'];
  const sorted = order.flatMap((state) => findings.filter((finding) => finding.state === state));
  return sorted
    .map(({ state, about, says, todo }) => {
      const line = `${state.padEnd(8)} ${about}: ${says}`;
      return todo ? `${line}\n${' '.repeat(9)}→ ${todo}` : line;
    })
    .join('\n');
}
