import { useRef } from 'react';
import { useUser } from '../session/use-session.js';
import { dropDraft, keepDraft, readDraft } from './drafts.js';
import { randomKey } from './random-key.js';

export interface IdempotencyKeys {
  /** Keeps its key until the input changes, so that a call repeated after a lost response takes effect only once. */
  keyFor: (input: unknown) => string;
  /** To be called after success, so that the same input can be sent again on purpose. */
  forget: () => void;
}

interface Options {
  /** The form's draft. The key is kept with it, so that sending a restored form again does not take effect twice. */
  form?: string;
  /** Whether the input may be kept with the draft; false for a date of birth. */
  mayKeep?: boolean;
}

interface Last {
  input: string;
  key: string;
}

const none: Last = { input: '', key: '' };

/**
 * Idempotency-Keys of a form. Changed input gets another key: for a known key the server returns what the first call
 * did, and the user would believe that the change was saved.
 */
export function useIdempotencyKey({ form, mayKeep = true }: Options = {}): IdempotencyKeys {
  const userId = useUser()?.id ?? '';
  const draft = form && `key:${form}`;
  const last = useRef(none);
  return {
    keyFor: (given) => {
      const input = JSON.stringify(given);
      const kept = draft ? readDraft<Last>(userId, draft) : undefined;
      const known = [last.current, kept].find((one) => one?.input === input);
      last.current = known ?? { input, key: randomKey() };
      if (draft && mayKeep) keepDraft(userId, draft, last.current);
      return last.current.key;
    },
    forget: () => {
      last.current = none;
      if (draft) dropDraft(userId, draft);
    },
  };
}
