import { useRef } from 'react';
import { randomKey } from './random-key.js';

export interface IdempotencyKeys {
  /** Keeps its key until the input changes, so that repeating a call whose response was lost has no second effect. */
  keyFor: (input: unknown) => string;
  /** To be called after success, so that the same input can be sent again on purpose. */
  forget: () => void;
}

/**
 * Idempotency-Keys of a form. Changed input gets another key: for a known key the server returns what the first call
 * did, and the user would believe that the change was saved.
 */
export function useIdempotencyKey(): IdempotencyKeys {
  const last = useRef({ input: '', key: '' });
  return {
    keyFor: (input) => {
      const text = JSON.stringify(input);
      if (last.current.input !== text) last.current = { input: text, key: randomKey() };
      return last.current.key;
    },
    forget: () => {
      last.current = { input: '', key: '' };
    },
  };
}
