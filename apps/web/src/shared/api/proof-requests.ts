/**
 * Requests that the server refused until the person proves who they are (403 `proof_required`). All that come while
 * the dialog is open wait for the same outcome. Outside the store, since it holds promises.
 */
let outcome: { promise: Promise<boolean>; settle: (given: boolean) => void } | null = null;
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

export const proofRequests = {
  /** Resolves to true once a proof was given, to false when the person cancelled or was signed out. */
  ask(): Promise<boolean> {
    if (!outcome) {
      let settle: (given: boolean) => void = () => undefined;
      const promise = new Promise<boolean>((resolve) => (settle = resolve));
      outcome = { promise, settle };
      tell();
    }
    return outcome.promise;
  },
  settle(given: boolean): void {
    outcome?.settle(given);
    outcome = null;
    tell();
  },
  isOpen: (): boolean => outcome !== null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
