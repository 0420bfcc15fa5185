import * as document from './document-service.js';
import type { Faults } from './faults.js';
import { at, ends, send, toStage, uploads, type Stage, type State, type Upload } from './state.js';
import * as token from './token-service.js';

export interface Settings {
  /** Whether both uploads have the same idempotency key, as in a retry, or come from two people. */
  readonly sameKey: boolean;
  readonly faults: Faults;
}

/** One possible next state, and what happens in the transition to it. */
export interface Step {
  readonly what: string;
  readonly next: State;
  /** Whether the system eventually does this without help, as opposed to a person or a failure causing it. */
  readonly bySystem: boolean;
}

/** Everything that can happen next, in any order. */
export function stepsFrom(state: State, settings: Settings): Step[] {
  const steps: Step[] = [];
  const add = (bySystem: boolean) => (what: string, next: State) => {
    if (next !== state) steps.push({ what, next, bySystem });
  };
  for (const upload of uploads) {
    uploadSteps(state, upload, settings, add(true), add(false));
    lateCalls(state, upload, settings, add(true));
    cleanUp(state, upload, settings, add(true));
  }
  add(true)('the lease ends', token.endLease(state));
  add(true)('the link is marked as expired', token.expire(state, settings.faults));
  add(false)('the clock passes the expiry', state.pastExpiry ? state : { ...state, pastExpiry: true });
  add(false)('the clinician revokes the link', token.revoke(state, settings.faults));
  add(false)('the document service is killed', killUploads(state));
  add(false)('the token database crashes', token.restart(state));
  add(false)('the document database crashes', document.restart(state));
  add(true)('everything is flushed', flushed(state));
  return steps;
}

type Add = (what: string, next: State) => void;

/** Adds what an upload can do next at its stage of `ReceiveUpload`, including every failure. */
function uploadSteps(state: State, upload: Upload, settings: Settings, go: Add, fail: Add): void {
  const name = `upload ${upload + 1}`;
  const to = (stage: Stage, from = state) => toStage(from, upload, stage);
  const { faults, sameKey } = settings;
  switch (state.stages[upload]) {
    case 'idle': {
      if (state.documents.includes(true))
        return fail(`${name} finds the link in the ledger`, to(sameKey ? 'received' : 'notSent'));
      const opened = send(document.openAttempt(state, upload), upload, 'claim');
      return fail(`${name} writes its attempt and asks for the claim`, to('claiming', opened));
    }
    case 'claiming': {
      const [answered, outcome] = token.claim(state, upload, sameKey, faults);
      if (outcome === 'claimed') {
        go(`${name} gets the claim`, to('claimed', send(answered, upload, 'renew')));
      } else {
        const told = outcome === 'finishing' ? 'unknown' : 'notSent';
        const replayed = sameKey && state.documents.includes(true) ? 'received' : told;
        go(`${name} is refused the claim`, to(replayed, document.forgetAttempt(answered, upload)));
      }
      return go(`${name} gets no response to its claim`, to('abandoning'));
    }
    case 'claimed': {
      const objects = at(state.objects, upload, true);
      go(`${name} stores its object`, to('stored', { ...state, objects }));
      fail(`${name} fails to store, but its object appears`, to('abandoning', { ...state, objects }));
      return fail(`${name} fails or loses its lease`, to('abandoning'));
    }
    case 'stored': {
      if (faults.has('an upload commits without a confirmation'))
        go(`${name} commits at once`, to('committing', send(state, upload, 'commit')));
      go(`${name} asks for the confirmation`, to('confirming', send(state, upload, 'confirm')));
      return fail(`${name} fails or loses its lease`, to('abandoning'));
    }
    case 'confirming': {
      const [answered, outcome] = token.confirm(state, upload, faults);
      if (outcome === 'confirmed')
        go(`${name} is confirmed`, to('committing', send(answered, upload, 'commit')));
      else go(`${name} is refused the confirmation`, to('abandoning', answered));
      return go(`${name} gets no response to its confirmation`, to('abandoning'));
    }
    case 'committing': {
      const committed = document.commit(state, upload, faults);
      if (committed.documents[upload]) go(`${name} commits`, to('received', committed));
      const doubted = faults.has('a commit without a response counts as failed') ? 'notSent' : 'inDoubt';
      return go(`${name} gets no response to its commit`, to(doubted));
    }
    case 'inDoubt': {
      const settled = document.settleAttempt(state, upload);
      if (settled.attempts[upload] === 'completed') go(`${name} finds its commit`, to('received', settled));
      else go(`${name} rules its commit out`, to('notSent', send(settled, upload, 'release')));
      const released = faults.has('a claim in doubt is released before it is settled');
      return fail(
        `${name} cannot reach the database`,
        to('unknown', released ? send(state, upload, 'release') : state),
      );
    }
    case 'abandoning': {
      const settled = document.settleAttempt(state, upload);
      go(`${name} abandons its attempt`, to('notSent', send(settled, upload, 'release')));
      return fail(`${name} cannot abandon its attempt`, to('notSent'));
    }
    case 'received':
    case 'notSent':
    case 'unknown':
    case 'dead':
  }
}

/** Calls of an upload that take effect after their timeout, or a second time. */
function lateCalls(state: State, upload: Upload, { sameKey, faults }: Settings, go: Add): void {
  const sent = state.sent[upload];
  const late = (what: string, next: State) => go(`a late ${what} of upload ${upload + 1} takes effect`, next);
  if (sent.has('claim')) late('claim', changed(state, token.claim(state, upload, sameKey, faults)[0]));
  if (sent.has('renew')) late('renewal', changed(state, token.renew(state, upload)[0]));
  if (sent.has('confirm')) late('confirmation', changed(state, token.confirm(state, upload, faults)[0]));
  if (sent.has('release')) late('release', token.release(state, upload));
  if (sent.has('commit')) late('commit', document.commit(state, upload, faults));
  if (state.documents[upload])
    go(`the event of upload ${upload + 1} is delivered`, token.markUsed(state, upload));
}

/** The scheduled jobs of both services. */
function cleanUp(state: State, upload: Upload, { faults }: Settings, go: Add): void {
  const name = `upload ${upload + 1}`;
  const { status, claim, confirmed } = state;
  if (state.attempts[upload] === 'open')
    go(`the open attempt of ${name} is too old`, document.settleAttempt(state, upload));
  go(`the object of ${name} is purged`, document.purge(state, upload, faults));
  if (status !== 'active' || claim !== upload || !confirmed) return;
  if (faults.has('a confirmed claim is never settled')) return;
  if (faults.has('a stale confirmation is released without asking the document service'))
    return go(`the stale confirmation of ${name} is released`, token.release(state, upload));
  const settled = document.settleAttempt(state, upload);
  if (settled.attempts[upload] === 'completed')
    go(`${name} is settled as completed`, token.markUsed(settled, upload));
  else go(`${name} is settled as abandoned`, send(settled, upload, 'release'));
}

/** The document service's process ends: running uploads get no response. */
function killUploads(state: State): State {
  const stages = state.stages.map((stage) => (stage === 'idle' || ends.has(stage) ? stage : 'dead'));
  return stages.some((stage, upload) => stage !== state.stages[upload])
    ? { ...state, stages: stages as [Stage, Stage] }
    : state;
}

const flushed = (state: State): State =>
  state.unflushed.commit === null && !state.unflushed.confirmation
    ? state
    : { ...state, unflushed: { commit: null, confirmation: false } };

/** Returns the same object when nothing changed, so that the step is not counted. */
function changed(state: State, next: State): State {
  const same =
    state.claim === next.claim && state.leased === next.leased && state.confirmed === next.confirmed;
  return same ? state : next;
}
