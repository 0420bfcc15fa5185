import type { Faults } from './faults.js';
import { at, type State, type Upload } from './state.js';

/** The document service's transactions on attempts, ledger and objects (`uploads/attempts.ts`, `commit-upload.ts`). */

export const openAttempt = (state: State, upload: Upload): State => ({
  ...state,
  attempts: at(state.attempts, upload, 'open'),
});

/** Deletes the attempt of a refused claim. */
export const forgetAttempt = (state: State, upload: Upload): State =>
  state.attempts[upload] === 'open' ? { ...state, attempts: at(state.attempts, upload, 'none') } : state;

/** An open or missing attempt becomes abandoned permanently; a completed one stays completed. */
export const settleAttempt = (state: State, upload: Upload): State =>
  state.attempts[upload] === 'completed'
    ? state
    : { ...state, attempts: at(state.attempts, upload, 'abandoned') };

/**
 * Writes attempt, ledger, document and event in one transaction. Changes nothing when the attempt is not
 * open.
 */
export function commit(state: State, upload: Upload, faults: Faults): State {
  const isOpen = state.attempts[upload] === 'open' || faults.has('a commit does not check its attempt');
  const isFirst = !state.documents.includes(true) || faults.has('the ledger accepts two entries of a link');
  if (!isOpen || !isFirst || state.documents[upload]) return state;
  const lazily = faults.has('a commit is answered before it is durable');
  return {
    ...state,
    attempts: at(state.attempts, upload, 'completed'),
    documents: at(state.documents, upload, true),
    unflushed: lazily ? { ...state.unflushed, commit: upload } : state.unflushed,
  };
}

/** Deletes the object of an abandoned attempt. */
export function purge(state: State, upload: Upload, faults: Faults): State {
  const due =
    state.attempts[upload] === 'abandoned' ||
    (faults.has('objects of open attempts are purged') && state.attempts[upload] === 'open');
  return due && state.objects[upload] ? { ...state, objects: at(state.objects, upload, false) } : state;
}

/** The database restarts after a crash and loses what was not durable. */
export function restart(state: State): State {
  const lost = state.unflushed.commit;
  if (lost === null) return state;
  return {
    ...state,
    attempts: at(state.attempts, lost, 'open'),
    documents: at(state.documents, lost, false),
    unflushed: { ...state.unflushed, commit: null },
  };
}
