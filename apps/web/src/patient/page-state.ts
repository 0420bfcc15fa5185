import type { Failure } from '@caredrop/patient-copy';
import type { OpenedCheck } from './check/open-check.js';
import type { ChosenFile } from './file/chosen-file.js';
import type { FileProblem } from './file/file-rules.js';
import { findCommentProblem } from './comment-rules.js';
import { missingLink, type Link, type Rejection } from './link/link-verdict.js';
import { heldPercent } from './sending/progress.js';
import type { PagesChange, ScanPage } from './scan/scan-page.js';
import type { ScanProblem } from './scan/scan-problem.js';
import type { OpenedRequest } from './request/open-request.js';
import type { Receipt, SendingFailure } from './sending/upload-outcome.js';

/** What was chosen. Compared by identity: iPhones give every photo the same name. */
export type Content = File | readonly ScanPage[];

/** The draft stored on an earlier visit. */
interface Kept {
  pages: number;
  file: boolean;
}

/** The chosen file or pages, and the comment; they survive every failure. */
interface Draft {
  /** Null while there are pages, except while they are sent as one file. */
  chosen: ChosenFile | null;
  /** Scanned or picked pages, which become one file when they are sent. */
  pages: readonly ScanPage[];
  comment: string;
  /** The last document sent without confirmation that it arrived. */
  unconfirmed: Content | null;
}

export interface Ready extends Draft {
  phase: 'ready';
  link: Link;
  /** A problem that is not in `chosen`, such as several files, a failed scan, or a file that the server refused. */
  fileProblem: FileProblem | ScanProblem | null;
  commentProblem: Failure | null;
  failure: SendingFailure | null;
  /** The work in progress on the device. */
  working: 'reading' | 'camera' | 'assembling' | 'convert' | null;
  /** Null if nothing was restored, and once the file or the pages have changed or sending has started. */
  kept: Kept | null;
  /**
   * Incremented when a file is refused, or when sending does not start or fails: the problem then receives the focus.
   * Choosing a file that has a problem does not increment it, so the focus stays where it is.
   */
  attention: number;
}

export interface Sending extends Draft {
  phase: 'sending';
  link: Link;
  chosen: ChosenFile;
  percent: number;
  /** In bytes, including the multipart framing. */
  loaded: number;
  /**
   * `finishing`: all bytes are sent and the response is pending. `lost`: the connection was lost and the upload is
   * retried. `offline`: the device is offline.
   */
  pause: 'finishing' | 'lost' | 'offline' | null;
}

/** The link asks for the date of birth first. The draft was chosen before the proof expired. */
interface Checked extends Draft {
  phase: 'check';
  link: Link;
  check: OpenedCheck;
}

export interface Invalid {
  phase: 'invalid';
  rejection: Rejection;
  /** What was chosen on this page when the link ended. */
  chosen: Content | null;
  unconfirmed: Content | null;
  /**
   * After a refused upload: whether the link's document is that same file, sent from this browser. Undefined if a check
   * refused the link.
   */
  isReceived?: boolean;
  request?: OpenedRequest;
}

/** The document has arrived. */
export interface Success {
  phase: 'success';
  receipt: Receipt;
  request?: OpenedRequest;
}

/** Phases: validating, then invalid, check or ready; ready, then sending, then success. */
export type PageState = { phase: 'validating' } | Invalid | Checked | Ready | Sending | Success;

export type PageEvent =
  | { type: 'checking again' }
  | { type: 'link accepted'; link: Link }
  /** `isReceived`: as in `Invalid`. */
  | { type: 'link refused'; rejection: Rejection; isReceived?: boolean }
  | { type: 'working'; on: Ready['working'] }
  | { type: 'file chosen'; chosen: ChosenFile }
  | { type: 'file refused'; problem: FileProblem | ScanProblem }
  | { type: 'pages changed'; change: PagesChange }
  | { type: 'restored'; pages: readonly ScanPage[]; chosen: ChosenFile | null; comment: string }
  | { type: 'commented'; comment: string }
  | { type: 'comment refused'; reason: Failure }
  /** `chosen`: the file that was made from the pages. */
  | { type: 'sending started'; chosen?: ChosenFile }
  | { type: 'bytes sent'; loaded: number; total: number }
  | { type: 'paused'; pause: Sending['pause'] }
  | { type: 'completed' }
  | { type: 'received'; receipt: Receipt }
  | { type: 'sending failed'; failure: SendingFailure };

/**
 * The code with which an upload is refused if the link asks for the date of birth again, for example because the proof
 * has expired after 24 hours or the clinic has unlocked the link.
 */
export const proofEnded = 'check_needed';

export const nothingChosen: FileProblem = {
  reason: { code: 'file_required' },
  advice: 'missing',
  remedy: null,
};

/** Without a token there is nothing to check. */
export const startState = (token: string | null): PageState =>
  token === null ? invalidState(missingLink) : { phase: 'validating' };

export const contentOf = ({ chosen, pages }: Draft): Content | null =>
  pages.length > 0 ? pages : (chosen?.file ?? null);

const invalidState = (
  rejection: Rejection,
  draft?: Draft & { link: Link },
  isReceived?: boolean,
): Invalid => ({
  phase: 'invalid',
  rejection,
  chosen: draft ? contentOf(draft) : null,
  unconfirmed: draft?.unconfirmed ?? null,
  isReceived,
  request: rejection.request ?? draft?.link.request,
});

const readyState = (link: Link, draft: Draft, changes: Partial<Ready> = {}): Ready => ({
  phase: 'ready',
  link,
  chosen: draft.pages.length > 0 ? null : draft.chosen,
  pages: draft.pages,
  comment: draft.comment,
  unconfirmed: draft.unconfirmed,
  fileProblem: null,
  commentProblem: null,
  failure: null,
  working: null,
  kept: null,
  attention: 0,
  ...changes,
});

/** The page's only state machine. An event that the current phase does not handle changes nothing. */
export function reduce(state: PageState, event: PageEvent): PageState {
  if (event.type === 'link refused') return rejectLink(state, event);
  switch (state.phase) {
    case 'validating':
      return event.type === 'link accepted' ? firstForm(event.link) : state;
    case 'invalid':
      return leaveInvalid(state, event);
    case 'check':
      return event.type === 'link accepted' ? firstForm(event.link, state) : state;
    case 'ready':
      return handle(whenReady, state, event);
    case 'sending':
      return handle(whenSending, state, event);
    case 'success':
      return state;
  }
}

const blank: Draft = { chosen: null, pages: [], comment: '', unconfirmed: null };

/** The form, or the question that the link asks first. */
const firstForm = (link: Link, draft = blank): PageState =>
  link.check && link.check.state !== 'passed'
    ? { ...draft, phase: 'check', link, check: link.check }
    : readyState(link, draft);

/** A link that could not be checked may pass a later check; a rejected one stays rejected. */
function leaveInvalid(state: Invalid, event: PageEvent): PageState {
  if (event.type === 'checking again') return { phase: 'validating' };
  return event.type === 'link accepted' && state.rejection.again ? firstForm(event.link) : state;
}

/**
 * A failed background check (after the browser restored the page from its cache) proves nothing. During an upload, no
 * check counts: the link may be used because of this very upload, whose response is still to come.
 */
function rejectLink(
  state: PageState,
  { rejection, isReceived }: Extract<PageEvent, { type: 'link refused' }>,
): PageState {
  if (state.phase === 'success') return state;
  if (!('link' in state)) return invalidState(rejection);
  const isIgnored = state.phase === 'sending' ? isReceived === undefined : rejection.again;
  if (isIgnored) return state;
  // A file that has arrived must not be shown as not sent.
  return invalidState(rejection, isReceived ? { ...state, ...blank } : state, isReceived);
}

/** Transitions of one phase by event; an event that is not listed changes nothing. */
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
    readyState(state.link, { ...state, chosen, pages: [] }, { commentProblem: state.commentProblem }),
  'pages changed': (state, { change }) =>
    readyState(
      state.link,
      { ...state, chosen: null, pages: change(state.pages) },
      { commentProblem: state.commentProblem, working: state.working },
    ),
  restored: restore,
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
    pause === 'lost' || pause === 'offline'
      ? { ...state, percent: 0, loaded: 0, pause }
      : { ...state, pause },
  completed: (state) => ({ ...state, percent: 100, pause: null }),
  received: ({ link: { request } }, { receipt }) => ({ phase: 'success', receipt, request }),
  'file refused': (state, { problem }) => backToForm(state, { fileProblem: problem }),
  'comment refused': (state, { reason }) => backToForm(state, { commentProblem: reason }),
  'sending failed': (state, { failure }) =>
    failure.reason.code === proofEnded && state.link.check
      ? firstForm({ ...state.link, check: { ...state.link.check, state: 'needed' } }, state)
      : backToForm(state, {
          failure,
          unconfirmed: failure.unconfirmed ? contentOf(state) : state.unconfirmed,
        }),
};

/** Checks the draft again: a file that cannot be sent never leaves the device. */
function startSending(state: Ready, { chosen: made }: { chosen?: ChosenFile }): PageState {
  const { link, pages, comment, unconfirmed } = state;
  const chosen = made ?? state.chosen;
  // While assembling, this event means that assembling has ended, possibly without a file because the draft has changed.
  // Any other work in progress ignores an event without a file.
  if (state.working && state.working !== 'assembling' && !made) return state;
  const refused = { ...state, failure: null, working: null, attention: state.attention + 1 };
  if (!chosen && pages.length === 0) return { ...refused, fileProblem: nothingChosen };
  const commentProblem = findCommentProblem(comment);
  if (!chosen || chosen.problem || commentProblem) return { ...refused, commentProblem };
  return { phase: 'sending', link, chosen, pages, comment, unconfirmed, percent: 0, loaded: 0, pause: null };
}

/** While the response is pending, a repeated upload does not restart the progress bar. */
function countBytes(state: Sending, loaded: number, total: number): Sending {
  if (state.pause === 'finishing') return state;
  const pause = total > 0 && loaded >= total ? 'finishing' : null;
  return { ...state, percent: heldPercent(loaded, total), loaded, pause };
}

/**
 * Fills only what is still empty, because changes that the patient has made in the meantime are newer. Work in progress
 * does not count as a change: it may fail or be abandoned, and the stored pages would be lost.
 */
function restore(state: Ready, kept: Extract<PageEvent, { type: 'restored' }>): Ready {
  const untouched = contentOf(state) === null;
  const { pages, chosen } = untouched ? kept : blank;
  const comment = state.comment === '' ? kept.comment : '';
  if (pages.length === 0 && !chosen && comment === '') return state;
  return {
    ...state,
    ...(untouched ? { pages, chosen } : {}),
    comment: comment || state.comment,
    kept: { pages: pages.length, file: chosen !== null },
  };
}
