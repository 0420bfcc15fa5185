/** `failed`: it does not work, or will stop working. `warning`: it works, but needs attention. */
type State = 'ok' | 'warning' | 'failed';

/** One line of doctor's output. */
export interface CheckResult {
  state: State;
  /** The component: `Postgres`. */
  component: string;
  /** State of the component, as a plain sentence without secrets. */
  message: string;
  /** What to do, with a page that helps; undefined when there is no problem. */
  remediation?: string;
}

export const ok = (component: string, message: string): CheckResult => ({ state: 'ok', component, message });
export const warning = (component: string, message: string, remediation: string): CheckResult => ({
  state: 'warning',
  component,
  message,
  remediation,
});
export const fail = (component: string, message: string, remediation: string): CheckResult => ({
  state: 'failed',
  component,
  message,
  remediation,
});

/**
 * Formats results as lines for the operator. The most serious ones are at the end, where they are seen first.
 */
export function describeResults(results: CheckResult[]): string {
  const order: State[] = ['ok', 'warning', 'failed'];
  const sorted = order.flatMap((state) => results.filter((result) => result.state === state));
  return sorted
    .map(({ state, component, message, remediation }) => {
      const line = `${state.padEnd(8)} ${component}: ${message}`;
      return remediation ? `${line}\n${' '.repeat(9)}→ ${remediation}` : line;
    })
    .join('\n');
}
