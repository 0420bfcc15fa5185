import { limits } from '@caredrop/contracts/limits';
import type { OpenedCheck } from './check/open-check.js';
import { commentTooLong } from './comment-rules.js';
import type { ChosenFile } from './file/chosen-file.js';
import type { FileProblem } from './file/file-rules.js';
import { missingLink, unreachable, type Rejection } from './link/link-verdict.js';
import {
  nothingChosen,
  proofEnded,
  reduce,
  startState,
  type PageEvent,
  type PageState,
} from './page-state.js';
import { aPage } from './testing/pages.js';
import { connectionFailure } from './sending/upload-outcome.js';

const link = { patientRefId: 'P-1', expiresAt: null, language: null };
const used: Rejection = { reason: { code: 'link_used' }, help: null, receipt: null, again: false };
const chosen: ChosenFile = {
  file: new File(['x'], 'a.jpg', { type: 'image/jpeg' }),
  kind: 'image/jpeg',
  problem: null,
  warning: null,
  ready: null,
  change: null,
};
const ended = { phase: 'invalid', rejection: used, chosen: null, unconfirmed: null };
const notReceived: PageEvent = { type: 'link refused', rejection: used, isReceived: false };
const lostResponse: PageEvent = { type: 'sending failed', failure: connectionFailure(true) };
const tooLarge: FileProblem = { reason: { code: 'file_too_large' }, advice: 'split', remedy: null };
const receipt = {
  fileName: 'a.jpg',
  fileSize: 1,
  patientRefId: 'P-1',
  receivedAt: '2026-11-21T10:00:00.000Z',
};

const play = (...events: PageEvent[]): PageState => events.reduce(reduce, startState('token'));
const accepted: PageEvent = { type: 'link accepted', link };
const picked: PageEvent = { type: 'file chosen', chosen };
const typed: PageEvent = { type: 'commented', comment: 'hello' };
const tooLong: PageEvent = { type: 'commented', comment: 'x'.repeat(limits.commentMax + 1) };
const send: PageEvent = { type: 'sending started' };
const bytes = (loaded: number): PageEvent => ({ type: 'bytes sent', loaded, total: 1000 });

describe('the state of the link', () => {
  it('a page without a token reports a missing link', () => {
    expect(startState(null)).toMatchObject({ phase: 'invalid', rejection: missingLink });
  });

  it('the page validates the link first and then accepts or refuses it', () => {
    expect(startState('token')).toEqual({ phase: 'validating' });
    expect(play(accepted)).toMatchObject({ phase: 'ready', link });
    expect(play({ type: 'link refused', rejection: used })).toEqual(ended);
  });

  it('a link that could not be checked can be checked again', () => {
    expect(play({ type: 'link refused', rejection: unreachable }, { type: 'checking again' })).toEqual({
      phase: 'validating',
    });
  });

  it('when a link ends while the form is open, the page keeps the chosen file', () => {
    const dead: PageEvent = { type: 'link refused', rejection: used };
    const { file } = chosen;
    expect(play(accepted, picked, dead)).toEqual({ ...ended, chosen: file });
    expect(play(accepted, picked, send, notReceived)).toEqual({ ...ended, isReceived: false, chosen: file });
    expect(play(accepted, picked, send, lostResponse, send, notReceived)).toEqual({
      ...ended,
      isReceived: false,
      chosen: file,
      unconfirmed: file,
    });
  });

  it('a file that the link has already received is not kept as an unsent one', () => {
    const arrived: PageEvent = { type: 'link refused', rejection: used, isReceived: true };
    const done = { ...ended, isReceived: true };
    expect(play(accepted, picked, send, arrived)).toEqual(done);
    expect(play(accepted, picked, send, lostResponse, send, arrived)).toEqual(done);
  });

  it.each([
    ['finds the link used', used],
    ['fails', unreachable],
  ])('a background check that %s does not end an upload, and the receipt is shown', (_, rejection) => {
    const sending = play(accepted, picked, send);
    expect(reduce(sending, { type: 'link refused', rejection })).toBe(sending);
    const received: PageEvent = { type: 'received', receipt };
    expect(play(accepted, picked, send, { type: 'link refused', rejection }, received).phase).toBe('success');
  });

  it('when a link ends while the date of birth is asked for again, the page keeps the chosen file', () => {
    const check = { state: 'passed' } as OpenedCheck;
    const failure = { ...connectionFailure(false), reason: { code: proofEnded } };
    const asked = play({ type: 'link accepted', link: { ...link, check } }, picked, send, {
      type: 'sending failed',
      failure,
    });
    expect(asked).toMatchObject({ phase: 'check', check: { state: 'needed' } });
    expect(reduce(asked, { type: 'link refused', rejection: used })).toEqual({
      ...ended,
      chosen: chosen.file,
    });
  });

  it('a later check can accept a link that could not be checked, but not a refused one', () => {
    expect(play({ type: 'link refused', rejection: unreachable }, accepted)).toMatchObject({
      phase: 'ready',
    });
    expect(play({ type: 'link refused', rejection: used }, accepted)).toEqual(ended);
  });

  it('a failed check or a second acceptance does not change the open form', () => {
    const ready = play(accepted, picked, typed);
    expect(reduce(ready, { type: 'link refused', rejection: unreachable })).toBe(ready);
    expect(reduce(ready, accepted)).toBe(ready);
  });
});

describe('the state of an upload', () => {
  it('sending requires a file', () => {
    expect(play(accepted, send)).toMatchObject({ phase: 'ready', fileProblem: nothingChosen, attention: 1 });
  });

  it('sending does not start with an invalid file', () => {
    const state = play(accepted, { type: 'file chosen', chosen: { ...chosen, problem: tooLarge } }, send);
    expect(state).toMatchObject({ phase: 'ready', chosen: { problem: tooLarge }, attention: 1 });
  });

  it('sending does not start with too long a comment or while the file is being processed', () => {
    const comment = 'a'.repeat(limits.commentMax + 1);
    expect(play(accepted, picked, { type: 'commented', comment }, send)).toMatchObject({
      phase: 'ready',
      commentProblem: commentTooLong,
    });
    expect(play(accepted, picked, { type: 'working', on: 'convert' }, send).phase).toBe('ready');
  });

  it('the progress stays at 95 until the response, then shows 100 and the receipt', () => {
    const states = [
      play(accepted, picked, send),
      play(accepted, picked, send, bytes(500)),
      play(accepted, picked, send, bytes(1000)),
      play(accepted, picked, send, bytes(1000), { type: 'completed' }),
    ];
    expect(states.map((state) => state.phase === 'sending' && state.percent)).toEqual([0, 50, 95, 100]);
    expect(play(accepted, picked, send, { type: 'received', receipt })).toEqual({
      phase: 'success',
      receipt,
    });
  });

  it('the progress restarts at 0 after a lost connection but not while waiting for the response', () => {
    expect(play(accepted, picked, send, bytes(500), { type: 'paused', pause: 'lost' })).toMatchObject({
      percent: 0,
    });
    const waiting = play(
      accepted,
      picked,
      send,
      bytes(1000),
      { type: 'paused', pause: 'finishing' },
      bytes(100),
    );
    expect(waiting).toMatchObject({ percent: 95, pause: 'finishing' });
  });

  it.each<[string, PageEvent, object]>([
    ['a failure', lostResponse, { failure: connectionFailure(true), unconfirmed: chosen.file }],
    ['a refused file', { type: 'file refused', problem: tooLarge }, { fileProblem: tooLarge }],
    [
      'a refused comment',
      { type: 'comment refused', reason: commentTooLong },
      { commentProblem: commentTooLong },
    ],
  ])('file and comment are kept after %s', (_, event, expected) => {
    const state = play(accepted, picked, typed, send, bytes(700), event);
    expect(state).toMatchObject({ phase: 'ready', chosen, comment: 'hello', ...expected });
  });

  it('another file clears an earlier failure but not the warning that a file may have arrived', () => {
    const state = play(accepted, picked, send, lostResponse, picked);
    expect(state).toMatchObject({ failure: null, fileProblem: null, unconfirmed: chosen.file });
  });

  it('the page ignores further events after a successful upload', () => {
    const done = play(accepted, picked, send, { type: 'received', receipt });
    expect(reduce(done, { type: 'link refused', rejection: used })).toBe(done);
    expect(reduce(done, send)).toBe(done);
  });
});

describe('pages', () => {
  const pages = [aPage('1'), aPage('2'), aPage('3')];
  const scanned: PageEvent = { type: 'pages changed', change: () => pages };
  const scan: ChosenFile = { ...chosen, file: new File(['%PDF-'], 'scan.pdf'), kind: 'application/pdf' };
  const sendPages: PageEvent = { type: 'sending started', chosen: scan };

  it('pages replace a chosen file, and a chosen file replaces pages', () => {
    expect(play(accepted, picked, scanned)).toMatchObject({ pages, chosen: null });
    expect(play(accepted, scanned, picked)).toMatchObject({ pages: [], chosen });
  });

  it('adding a page does not stop the reading of the others', () => {
    const state = play(accepted, { type: 'working', on: 'reading' }, scanned);
    expect(state).toMatchObject({ pages, working: 'reading' });
  });

  it('pages are sent as one file and are still there after a failure', () => {
    const sending = play(accepted, scanned, typed, { type: 'working', on: 'assembling' }, sendPages);
    expect(sending).toMatchObject({ phase: 'sending', chosen: scan, pages, comment: 'hello' });
    expect(reduce(sending, lostResponse)).toMatchObject({
      phase: 'ready',
      chosen: null,
      pages,
      working: null,
    });
  });

  it('pages are not sent before they are assembled into one file, nor with a comment that is too long', () => {
    expect(play(accepted, scanned, send)).toMatchObject({ phase: 'ready', fileProblem: null });
    const refused = play(accepted, scanned, tooLong, { type: 'working', on: 'assembling' }, sendPages);
    expect(refused).toMatchObject({ phase: 'ready', working: null, attention: 1 });
    expect(refused).toHaveProperty('commentProblem.code', 'page_comment_too_long');
  });

  it.each([
    ['the comment has become too long', [scanned, tooLong]],
    ['all pages have been deleted', []],
  ])('the form can be used again if sending does not start after assembling because %s', (_why, drafted) => {
    const state = play(accepted, ...drafted, { type: 'working', on: 'assembling' }, send);
    expect(state).toMatchObject({ phase: 'ready', working: null, attention: 1 });
  });

  it('when a link ends, the page keeps the pages that were not sent and those that may have been', () => {
    const dead: PageEvent = { type: 'link refused', rejection: used };
    expect(play(accepted, scanned, dead)).toEqual({ ...ended, chosen: pages });
    expect(play(accepted, scanned, sendPages, lostResponse, dead)).toEqual({
      ...ended,
      chosen: pages,
      unconfirmed: pages,
    });
    const others = [aPage('4'), aPage('5'), aPage('6')];
    const retaken: PageEvent = { type: 'pages changed', change: () => others };
    expect(play(accepted, scanned, sendPages, lostResponse, retaken, sendPages, notReceived)).toEqual({
      ...ended,
      isReceived: false,
      chosen: others,
      unconfirmed: pages,
    });
  });

  it('while the device is offline, nothing is shown as sent', () => {
    const offline: PageEvent = { type: 'paused', pause: 'offline' };
    expect(play(accepted, picked, send, bytes(500), offline)).toMatchObject({
      percent: 0,
      loaded: 0,
      pause: 'offline',
    });
  });
});

describe('what was kept from an earlier visit', () => {
  const pages = [aPage('1'), aPage('2'), aPage('3')];
  const restored: PageEvent = { type: 'restored', pages, chosen: null, comment: 'kept' };

  it('pages and comment are restored with a notice that stays until the pages change', () => {
    const back = play(accepted, restored);
    expect(back).toMatchObject({ pages, comment: 'kept', kept: { pages: 3, file: false } });
    expect(reduce(back, { type: 'pages changed', change: () => [] })).toMatchObject({ kept: null });
  });

  it('a file is restored', () => {
    const file: PageEvent = { type: 'restored', pages: [], chosen, comment: '' };
    expect(play(accepted, file)).toMatchObject({ chosen, kept: { pages: 0, file: true } });
  });

  it('the kept draft does not replace a file or comment that the patient has entered in the meantime', () => {
    expect(play(accepted, picked, restored)).toMatchObject({ chosen, pages: [], comment: 'kept' });
    expect(play(accepted, typed, restored)).toMatchObject({ pages, comment: 'hello' });
    const both = play(accepted, picked, typed);
    expect(reduce(both, restored)).toBe(both);
  });

  it.each(['camera', 'reading'] as const)(
    'kept pages are restored while the page is working (%s), and stay if that work fails',
    (on) => {
      const back = play(accepted, { type: 'working', on }, restored);
      expect(back).toMatchObject({ pages, comment: 'kept', kept: { pages: 3, file: false }, working: on });
      expect(reduce(back, { type: 'file refused', problem: tooLarge })).toMatchObject({
        pages,
        working: null,
      });
    },
  );

  it('nothing is restored while a file is being sent', () => {
    const sending = play(accepted, picked, send);
    expect(reduce(sending, restored)).toBe(sending);
  });
});
