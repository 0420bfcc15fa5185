import { useEffect, useRef } from 'react';
import { toast } from './toast.js';

/** Says once per failed try that a list or page could not be loaded. */
export function useErrorToast(error: unknown, sentence: string): void {
  const said = useRef<unknown>(undefined);
  useEffect(() => {
    if (error !== undefined && error !== said.current) toast.failure(error, sentence);
    said.current = error;
  }, [error, sentence]);
}
