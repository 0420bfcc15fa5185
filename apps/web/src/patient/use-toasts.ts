import { useCallback, useState } from 'react';

export interface Toast {
  id: number;
  kind: 'success' | 'error';
  sentence: string;
}

/** 4 seconds, 2 for success, at most 20 at once. */
const shownMs = { success: 2000, error: 4000 };
const most = 20;

let lastId = 0;

/** The toasts on the page and a way to add one. */
export function useToasts() {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const show = useCallback((kind: Toast['kind'], sentence: string) => {
    lastId += 1;
    const toast = { id: lastId, kind, sentence };
    setToasts((shown) => [...shown, toast].slice(-most));
    setTimeout(() => setToasts((shown) => shown.filter((other) => other.id !== toast.id)), shownMs[kind]);
  }, []);
  return { toasts, show };
}

export type ShowToast = ReturnType<typeof useToasts>['show'];
