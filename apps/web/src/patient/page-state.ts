import { errors } from '@caredrop/contracts/errors';

import type { ChosenFile } from './file/chosen-file.js';
import type { FileProblem, Remedy } from './file/file-rules.js';
import { findCommentProblem } from './comment-rules.js';
import { missingLink, type Link, type Refusal } from './link/link-verdict.js';
import { heldPercent } from './sending/progress.js';
import type { Receipt, SendingFailure } from './sending/upload-outcome.js';
import { copy } from './copy.js';

/** What the patient has chosen and typed; survives every failure. */
interface Draft {
  chosen: ChosenFile | null;
  comment: string;
  /** Name of the last file sent without confirmation that it arrived. */
  unconfirmed: string | null;
}

export interface Ready extends Draft {
  phase: 'ready';
  link: Link;
  /** About the choice itself: nothing chosen, several files, or one that cannot be read. */
  fileProblem: FileProblem | null;
  commentProblem: string | null;
  failure: SendingFailure | null;
  /** What the device is doing to the file. */
  working: 'reading' | Remedy | null;
  /** Incremented for each problem caused by a click; the problem then takes the focus. */
  attention: number;
}

export interface Sending extends Draft {
  phase: 'sending';
  link: Link;
  chosen: ChosenFile;
  percent: number;
  /** Bytes, including the multipart framing. */
  loaded: number;
  /** All bytes are sent and the response is pending, or the connection is being retried. */
  pause: 'finishing' | 'lost' | null;
}

export interface Invalid {
  phase: 'invalid';
  refusal: Refusal;
  /** Names of files chosen on this page, when the link ended in the meantime. */
  chosen: string | null;
  unconfirmed: string | null;
}

/** Validating, then invalid or ready; ready, then sending, then success. */
export type PageState =
  { phase: 'validating' } | Invalid | Ready | Sending | { phase: 'success'; receipt: Receipt };

export type PageEvent =
  | { type: 'checking again' }
  | { type: 'link accepted'; link: Link }
  | { type: 'link refused'; refusal: Refusal }
  | { type: 'working'; on: Ready['working'] }
  | { type: 'file chosen'; chosen: ChosenFile }
  | { type: 'file refused'; problem: FileProblem }
  | { type: 'commented'; comment: string }
  | { type: 'comment refused'; message: string }
  | { type: 'sending started' }
  | { type: 'bytes sent'; loaded: number; total: number }
  | { type: 'paused'; pause: Sending['pause'] }
  | { type: 'completed' }
  | { type: 'received'; receipt: Receipt }
  | { type: 'sending failed'; failure: SendingFailure };

export const nothingChosen: FileProblem = {
  message: errors.file_required.text,
  advice: copy.missingAdvice,
  remedy: null,
};

/** Without a token there is nothing to check. */
export const startState = (token: string | null): PageState =>
  token === null ? invalidState(missingLink) : { phase: 'validating' };

const invalidState = (refusal: Refusal, { chosen, unconfirmed }: Partial<Draft> = {}): Invalid => ({
  phase: 'invalid',
  refusal,
  chosen: chosen?.file.name ?? null,
  unconfirmed: unconfirmed ?? null,
});

const readyState = (link: Link, draft: Draft, changes: Partial<Ready> = {}): Ready => ({
  phase: 'ready',
  link,
  chosen: draft.chosen,
  comment: draft.comment,
  unconfirmed: draft.unconfirmed,
  fileProblem: null,
  commentProblem: null,
  failure: null,
  working: null,
  attention: 0,
  ...changes,
});

/** The page's only state machine. An event that the current phase does not handle changes nothing. */
export function reduce(state: PageState, event: PageEvent): PageState {
  if (event.type === 'link refused') return refuseLink(state, event.refusal);
  switch (state.phase) {
    case 'validating':
      return event.type === 'link accepted' ? firstForm(event.link) : state;
    case 'invalid':
      return leaveInvalid(state, event);
    case 'ready':
      return handle(whenReady, state, event);
    case 'sending':
      return handle(whenSending, state, event);
    case 'success':
      return state;
  }
}

const firstForm = (link: Link) => readyState(link, { chosen: null, comment: '', unconfirmed: null });

/** A link that could not be checked may pass a later check; a rejected one stays rejected. */
function leaveInvalid(state: Invalid, event: PageEvent): PageState {
  if (event.type === 'checking again') return { phase: 'validating' };
  return event.type === 'link accepted' && state.refusal.again ? firstForm(event.link) : state;
}

/** A background check (the page was restored from the browser's cache) without a response proves nothing. */
function refuseLink(state: PageState, refusal: Refusal): PageState {
  if (state.phase === 'success' || (state.phase === 'ready' && refusal.again)) return state;
  return invalidState(refusal, state.phase === 'ready' || state.phase === 'sending' ? state : {});
}

/** What each event does in one phase; an event that is not listed changes nothing. */
type Handlers<State> = {
  [Type in PageEvent['type']]?: (state: State, event: Extract<PageEvent, { type: Type }>) => PageState;
};

function handle<State extends PageState>(
  handlers: Handlers<State>,
  state: State,
  event: PageEvent,
): PageState {
  const handler = handlers[event.type] as ((state: State, event: PageEvent) => PageState) | undefined;
  return handler ? handler(state, event) : state;
}

const whenReady: Handlers<Ready> = {
  working: (state, { on }) => ({ ...state, working: on, failure: null }),
  'file chosen': (state, { chosen }) =>
    readyState(state.link, { ...state, chosen }, { commentProblem: state.commentProblem }),
  'file refused': (state, { problem }) => ({
    ...state,
    fileProblem: problem,
    working: null,
    attention: state.attention + 1,
  }),
  commented: (state, { comment }) => ({ ...state, comment, commentProblem: null }),
  'sending started': startSending,
};

const backToForm = (state: Sending, changes: Partial<Ready>) =>
  readyState(state.link, state, { attention: 1, ...changes });

const whenSending: Handlers<Sending> = {
  'bytes sent': (state, { loaded, total }) => countBytes(state, loaded, total),
  paused: (state, { pause }) =>
    pause === 'lost' ? { ...state, percent: 0, loaded: 0, pause } : { ...state, pause },
  completed: (state) => ({ ...state, percent: 100, pause: null }),
  received: (_, { receipt }) => ({ phase: 'success', receipt }),
  'file refused': (state, { problem }) => backToForm(state, { fileProblem: problem }),
  'comment refused': (state, { message }) => backToForm(state, { commentProblem: message }),
  'sending failed': (state, { failure }) =>
    backToForm(state, {
      failure,
      unconfirmed: failure.unconfirmed ? state.chosen.file.name : state.unconfirmed,
    }),
};

/** Checked again on sending: a file that cannot be sent never leaves the device. */
function startSending(state: Ready): PageState {
  const { link, chosen, comment, unconfirmed } = state;
  if (state.working) return state;
  if (!chosen) return { ...state, fileProblem: nothingChosen, failure: null, attention: state.attention + 1 };
  const commentProblem = findCommentProblem(comment);
  if (chosen.problem || commentProblem)
    return { ...state, commentProblem, failure: null, attention: state.attention + 1 };
  return { phase: 'sending', link, chosen, comment, unconfirmed, percent: 0, loaded: 0, pause: null };
}

/** Asking again about an upload that was sent completely does not restart the progress bar. */
function countBytes(state: Sending, loaded: number, total: number): Sending {
  if (state.pause === 'finishing') return state;
  const pause = total > 0 && loaded >= total ? 'finishing' : null;
  return { ...state, percent: heldPercent(loaded, total), loaded, pause };
}
