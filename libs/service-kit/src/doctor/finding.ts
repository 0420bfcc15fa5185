/** `wrong`: it does not work, or will not. `warning`: it works, but needs attention. */
export type State = 'ok' | 'warning' | 'wrong';

/** One line of doctor's output. */
export interface Finding {
  state: State;
  /** The component: `Postgres`. */
  about: string;
  /** Its state, as a plain sentence without values of settings. */
  says: string;
  /** The remediation, with a page that helps; none when all is well. */
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

/** Lines for the operator, the worst at the end, where they are seen first. */
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
