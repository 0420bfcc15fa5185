import { useEffect, useRef, useState, type RefObject } from 'react';

interface FirstProblem {
  form: RefObject<HTMLFormElement | null>;
  /** To be called after an attempt to submit that leaves fields with errors. */
  showFirstProblem: () => void;
}

/** Moves the focus to the first field with an error after such an attempt, because the field may be out of view. */
export function useFirstProblem(): FirstProblem {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  return { form, showFirstProblem: () => setAttempts((count) => count + 1) };
}
