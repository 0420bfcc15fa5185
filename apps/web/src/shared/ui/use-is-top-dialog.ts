import { useEffect, useId, useSyncExternalStore } from 'react';

/** The ids of the open dialogs, the top one last. A session warning can open above any other dialog. */
let open: readonly string[] = [];
const listeners = new Set<() => void>();

function set(ids: readonly string[]): void {
  open = ids;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether the calling dialog is the one that opened last. Mantine's `Modal.Stack` reports the same, but hides the dialogs
 * below and keeps those that are unmounted while open, as ours are.
 */
export function useIsTopDialog(): boolean {
  const id = useId();
  useEffect(() => {
    set([...open, id]);
    return () => set(open.filter((other) => other !== id));
  }, [id]);
  return useSyncExternalStore(subscribe, () => open.at(-1) === id);
}
