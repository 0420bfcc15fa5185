import { messages } from '@caredrop/contracts/messages';
import { useCallback, useRef, type Dispatch } from 'react';
import { reduce, type PageEvent, type Ready, type Sending } from './page-state.js';
import { deliver, type FinalOutcome } from './sending/deliver.js';
import { fingerprint } from './sending/fingerprint.js';
import { noteReceived } from './receipt/received-here.js';
import { forgetKey, keyFor } from './sending/idempotency-key.js';
import { keepAwake } from './sending/keep-awake.js';
import { postDocument } from './sending/post-document.js';
import { usableStorage, type KeyStorage } from './storage.js';
import type { ShowToast } from './use-toasts.js';

/** The bar reaches 100 500 ms after the response and stays visible for a moment. */
const beforeCompleteMs = 500;
const completeMs = 400;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Sends the draft if the rules allow it, and reports the outcome to the page. */
export function useSending(token: string, dispatch: Dispatch<PageEvent>, toast: ShowToast) {
  const storage = useRef(usableStorage('sessionStorage'));
  const busy = useRef(false);

  return useCallback(
    async (state: Ready) => {
      // A second click may come before the page has rendered the first.
      if (busy.current) return;
      dispatch({ type: 'sending started' });
      const started = reduce(state, { type: 'sending started' });
      if (started.phase !== 'sending') return;
      busy.current = true;
      const letSleep = keepAwake();
      try {
        const outcome = await send(token, started, storage.current, dispatch);
        if (outcome.kind === 'received') {
          forgetKey(storage.current);
          noteReceived(usableStorage('localStorage'), token, outcome.receipt.receivedAt);
        }
        await tell(outcome, dispatch, toast);
      } finally {
        letSleep();
        busy.current = false;
      }
    },
    [token, dispatch, toast],
  );
}

async function send(
  token: string,
  { chosen: { file }, comment, link }: Sending,
  storage: KeyStorage,
  dispatch: Dispatch<PageEvent>,
): Promise<FinalOutcome> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const idempotencyKey = keyFor(storage, fingerprint(bytes, token, file.name, file.type, comment.trim()));
  const onSent = (loaded: number, total: number) => dispatch({ type: 'bytes sent', loaded, total });
  return deliver({
    post: () => postDocument({ token, file, comment, idempotencyKey }, onSent),
    wait,
    sent: {
      fileName: file.name,
      fileSize: file.size,
      patientRefId: link.patientRefId,
      receivedAt: new Date().toISOString(),
    },
    onLost: () => dispatch({ type: 'paused', pause: 'lost' }),
    onFinishing: () => dispatch({ type: 'paused', pause: 'finishing' }),
  });
}

async function tell(outcome: FinalOutcome, dispatch: Dispatch<PageEvent>, toast: ShowToast): Promise<void> {
  switch (outcome.kind) {
    case 'received':
      await wait(beforeCompleteMs);
      dispatch({ type: 'completed' });
      await wait(completeMs);
      dispatch({ type: 'received', receipt: outcome.receipt });
      return toast('success', messages.upload.success);
    case 'failed':
      dispatch({ type: 'sending failed', failure: outcome.failure });
      return toast('error', outcome.failure.sentence);
    case 'link refused':
      return dispatch({ type: 'link refused', refusal: outcome.refusal });
    case 'file refused':
      return dispatch({ type: 'file refused', problem: outcome.problem });
    case 'comment refused':
      return dispatch({ type: 'comment refused', message: outcome.message });
  }
}
