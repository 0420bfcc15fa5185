import { useEffect, useRef } from 'react';
import { isApiError } from '../api/api-error.js';
import { toast } from './toast.js';

/** The page shown after a 404 reports that the item is missing, so the toast leaves out the server's reason. */
function say(error: unknown, sentence: string): void {
  if (isApiError(error) && error.status === 404) toast.error(sentence);
  else toast.failure(error, sentence, { isRepeated: true });
}

/** Reports each failed attempt to load a list or page, without a second toast while the first is shown. */
export function useErrorToast(error: unknown, sentence: string): void {
  const said = useRef<unknown>(undefined);
  useEffect(() => {
    if (error !== undefined && error !== said.current) say(error, sentence);
    said.current = error;
  }, [error, sentence]);
}
