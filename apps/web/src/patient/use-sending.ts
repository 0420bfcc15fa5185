import { useCallback, useRef, type Dispatch } from 'react';
import { findCommentProblem } from './comment-rules.js';
import { readingProblem } from './file/chosen-file.js';
import { explainRejection, wait } from './link/validate-link.js';
import {
  contentOf,
  proofEnded,
  reduce,
  type PageEvent,
  type PageState,
  type Ready,
  type Sending,
} from './page-state.js';
import { deliver, type FinalOutcome } from './sending/deliver.js';
import { fingerprint } from './sending/fingerprint.js';
import { noteReceived, wasReceivedHere } from './receipt/received-here.js';
import { forgetKey, keyFor } from './sending/idempotency-key.js';
import { keepAwake } from './sending/keep-awake.js';
import { waitForNetwork } from './sending/network.js';
import { postDocument } from './sending/post-document.js';
import { usableStorage, type KeyStorage } from './storage.js';
import type { MakeFile } from './use-scan.js';
import type { ShowToast } from './use-toasts.js';

/** The bar reaches 100% half a second after the response, then stays visible for a moment. */
const beforeCompleteMs = 500;
const completeMs = 400;
/** How often to check whether the file has been read, if the patient sends it before then. */
const readAgainMs = 50;

interface Options {
  token: string;
  /** The state that the page currently shows. */
  latest: () => PageState;
  makeFile: MakeFile;
  dispatch: Dispatch<PageEvent>;
  toast: ShowToast;
}

/** Sends the draft if the rules allow it, and reports the outcome to the page; `cancel` ends a wait for the network. */
export function useSending({ token, latest, makeFile, dispatch, toast }: Options) {
  const storage = useRef(usableStorage('sessionStorage'));
  const busy = useRef<AbortController | null>(null);

  const submit = useCallback(async () => {
    // A second click may happen before the page has rendered the first.
    if (busy.current || latest().phase !== 'ready') return;
    const stop = (busy.current = new AbortController());
    const letSleep = keepAwake();
    try {
      const event = await startOf(latest, makeFile);
      if (!event) return;
      // Read again: the comment may have changed while the pages were assembled.
      const started = reduce(latest(), event);
      dispatch(event);
      if (started.phase !== 'sending') return;
      const local = usableStorage('localStorage');
      const storages = [storage.current, local];
      const { outcome, sent } = await send(token, started, storages, stop.signal, dispatch);
      if (outcome.kind === 'received') {
        forgetKey(storages);
        noteReceived(local, token, outcome.receipt.receivedAt, sent);
      }
      await tell(token, outcome, sent, dispatch, stop.signal.aborted ? () => undefined : toast);
    } finally {
      letSleep();
      busy.current = null;
    }
  }, [token, latest, makeFile, dispatch, toast]);

  return { submit, cancel: useCallback(() => busy.current?.abort(), []) };
}

/**
 * Returns the form once its file has been read; null when reading has revealed a problem or a warning, or when the form
 * is no longer shown.
 */
async function whenRead(latest: () => PageState): Promise<Ready | null> {
  for (let waited = false; ; waited = true) {
    const state = latest();
    if (state.phase !== 'ready') return null;
    const { chosen, fileProblem, working } = state;
    if (working !== 'reading') {
      const hasRemark = fileProblem ?? chosen?.problem ?? chosen?.warning;
      return waited && hasRemark ? null : state;
    }
    await wait(readAgainMs);
  }
}

/**
 * Returns the event that starts sending. Null while the camera opens, and when a file could not be read or the pages could
 * not be assembled, which the page then explains.
 */
async function startOf(latest: () => PageState, makeFile: MakeFile): Promise<PageEvent | null> {
  const state = await whenRead(latest);
  if (!state || state.working === 'camera') return null;
  const { pages, comment } = state;
  if (pages.length === 0 || findCommentProblem(comment)) return { type: 'sending started' };
  const chosen = await makeFile(pages);
  if (!chosen) return null;
  // Dropped files or a restored page may have changed the pages while they were assembled, or a dropped file was refused.
  const now = await whenRead(latest);
  if (!now || (now.fileProblem && now.fileProblem !== state.fileProblem)) return null;
  return now.pages === pages ? { type: 'sending started', chosen } : startOf(latest, makeFile);
}

/** `sent`: the fingerprint of the file. */
async function send(
  token: string,
  sending: Sending,
  storages: KeyStorage[],
  stop: AbortSignal,
  dispatch: Dispatch<PageEvent>,
): Promise<{ outcome: FinalOutcome; sent: string }> {
  const { chosen, comment, link, unconfirmed } = sending;
  const { file } = chosen;
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    return { outcome: { kind: 'file refused', problem: readingProblem(error) }, sent: '' };
  }
  const idempotencyKey = keyFor(storages, fingerprint(bytes, token, file.name, file.type, comment.trim()));
  const onSent = (loaded: number, total: number) => dispatch({ type: 'bytes sent', loaded, total });
  const outcome = await deliver({
    post: () => postDocument({ token, file, comment, idempotencyKey }, onSent),
    wait,
    network: () => waitForNetwork(stop),
    sent: {
      fileName: file.name,
      fileSize: file.size,
      patientRefId: link.patientRefId,
      receivedAt: new Date().toISOString(),
    },
    mayHaveArrived: contentOf(sending) === unconfirmed,
    onLost: () => dispatch({ type: 'paused', pause: navigator.onLine ? 'lost' : 'offline' }),
    onFinishing: () => dispatch({ type: 'paused', pause: 'finishing' }),
  });
  return { outcome, sent: fingerprint(bytes) };
}

async function tell(
  token: string,
  outcome: FinalOutcome,
  sent: string,
  dispatch: Dispatch<PageEvent>,
  toast: ShowToast,
): Promise<void> {
  switch (outcome.kind) {
    case 'received':
      await wait(beforeCompleteMs);
      dispatch({ type: 'completed' });
      await wait(completeMs);
      dispatch({ type: 'received', receipt: outcome.receipt });
      return toast(null);
    case 'failed':
      dispatch({ type: 'sending failed', failure: outcome.failure });
      return outcome.failure.reason.code === proofEnded ? undefined : toast(outcome.failure.reason);
    case 'link refused': {
      const rejection = await explainRejection(token, outcome.rejection);
      const at = rejection.receipt?.receivedAt;
      const isReceived = !!at && wasReceivedHere(usableStorage('localStorage'), token, at, sent);
      return dispatch({ type: 'link refused', rejection, isReceived });
    }
    case 'file refused':
      return dispatch({ type: 'file refused', problem: outcome.problem });
    case 'comment refused':
      return dispatch({ type: 'comment refused', reason: outcome.reason });
  }
}
