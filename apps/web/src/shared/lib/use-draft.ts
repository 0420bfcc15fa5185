import { useCallback, useState } from 'react';
import { useUser } from '../session/use-session.js';
import { dropDraft, keepDraft, readDraft } from './drafts.js';

/**
 * The values of a form that survive the end of a session: after signing in again, users find what they had typed. Call
 * `clear` once the form has been sent or abandoned.
 */
export function useDraft<Values extends object>(form: string, initial: Values) {
  const userId = useUser()?.id ?? '';
  const [values, setValues] = useState<Values>(() => readDraft<Values>(userId, form) ?? initial);
  const change = useCallback(
    (part: Partial<Values>) =>
      setValues((before) => {
        const after = { ...before, ...part };
        keepDraft(userId, form, after);
        return after;
      }),
    [userId, form],
  );
  const clear = () => {
    dropDraft(userId, form);
    setValues(initial);
  };
  return { values, change, clear };
}
