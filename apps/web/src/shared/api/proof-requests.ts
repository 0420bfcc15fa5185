/**
 * Requests that the server denied until the user gives a fresh proof (403 `proof_required`). All that arrive
 * while the dialog is open wait for the same outcome. Kept outside the store, because they are promises.
 */
let outcome: { promise: Promise<boolean>; settle: (given: boolean) => void } | null = null;
const listeners = new Set<() => void>();
const notify = () => listeners.forEach((listener) => listener());

export const proofRequests = {
  /** Resolves to true after a proof, to false if the user cancelled or was signed out, or the dialog failed to load. */
  ask(): Promise<boolean> {
    if (!outcome) {
      let settle: (given: boolean) => void = () => undefined;
      const promise = new Promise<boolean>((resolve) => (settle = resolve));
      outcome = { promise, settle };
      notify();
    }
    return outcome.promise;
  },
  settle(given: boolean): void {
    outcome?.settle(given);
    outcome = null;
    notify();
  },
  isOpen: (): boolean => outcome !== null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
