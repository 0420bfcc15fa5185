import type { Failure } from '@caredrop/patient-copy';
import { useCallback, useState } from 'react';

export interface Toast {
  id: number;
  /** Null: the document was sent. */
  failure: Failure | null;
}

const successMs = 2000;
const failureMs = 4000;
/** The largest number of toasts that are shown at once. */
const most = 20;

let lastId = 0;

/** The toasts on the page and a way to add one. */
export function useToasts() {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const show = useCallback((failure: Failure | null) => {
    lastId += 1;
    const toast = { id: lastId, failure };
    setToasts((shown) => [...shown, toast].slice(-most));
    const ms = failure ? failureMs : successMs;
    setTimeout(() => setToasts((shown) => shown.filter((other) => other.id !== toast.id)), ms);
  }, []);
  return { toasts, show };
}

export type ShowToast = ReturnType<typeof useToasts>['show'];
