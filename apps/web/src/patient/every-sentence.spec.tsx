import { limits } from '@caredrop/contracts/limits';
import type { Failure } from '@caredrop/patient-copy';
import { jest } from '@jest/globals';
import { act, fireEvent } from '@testing-library/react';
import type { ReactNode } from 'react';
import { CantDialog } from './cant/cant-dialog.js';
import { commentTooLong } from './comment-rules.js';
import { droppedFolder, examineFile, unreadableFile, type FileChange } from './file/chosen-file.js';
import type { FileProblem } from './file/file-rules.js';
import { GuideDialog } from './guide/guide-dialog.js';
import { missingLink, unreachable, type EndedLink, type Rejection } from './link/link-verdict.js';
import { nothingChosen, type Invalid, type Ready, type Sending } from './page-state.js';
import { receiptText } from './receipt/receipt-text.js';
import type { ScanProblem } from './scan/scan-problem.js';
import { CheckForm } from './check/check-form.js';
import { CameraDialog } from './scan/camera-dialog.js';
import { connectionFailure, readOutcome, type Receipt } from './sending/upload-outcome.js';
import { renderWith } from './testing/english.js';
import { files } from './testing/files.js';
import { aPage } from './testing/pages.js';
import {
  pseudo,
  pseudoAdvice,
  pseudoCant,
  pseudoCheck,
  pseudoScan,
  unmarkedTexts,
} from './testing/pseudo.js';
import { LookDialog } from './look/look-dialog.js';
import { openRequest } from './request/open-request.js';
import { requests } from './testing/request.js';
import { InvalidLink } from './ui/invalid-link.js';
import { PageProblem } from './ui/page-problem.js';
import { SendingView } from './ui/sending-view.js';
import { Shell } from './ui/shell.js';
import { Success } from './ui/success.js';
import { Toasts } from './ui/toasts.js';
import { UnreachableLink } from './ui/unreachable-link.js';
import { UploadForm } from './ui/upload-form.js';
import { UsedLink } from './ui/used-link.js';
import { Validating } from './ui/validating.js';
import type { Scan } from './use-scan.js';

const nothing = () => undefined;
/**
 * Data without letters, so that it is not mistaken for text that is missing from the catalogue.
 */
const link = { patientRefId: '#', expiresAt: '2026-12-21T14:05:00.000Z', language: null };
const receivedAt = '2026-11-20T10:00:00.000Z';
const receipt: Receipt = { fileName: '#', fileSize: 1536, patientRefId: '#', receivedAt };
const moment = /^\d\d? \w{3} 2026, \d\d:\d\d \S+$/;

const ready = (changes: Partial<Ready>): Ready => ({
  phase: 'ready',
  link,
  chosen: null,
  pages: [],
  comment: '',
  unconfirmed: null,
  fileProblem: null,
  commentProblem: null,
  failure: null,
  working: null,
  kept: null,
  attention: 0,
  ...changes,
});
const filePart = {
  ...(await import('./file/prepare/prepare.js')),
  // Replaced, because jsdom has neither workers nor `createImageBitmap`, without which no pictures are offered.
  canBePictures: ({ kind }: { kind: string }) => kind === 'application/pdf',
  adviceCopy: pseudoAdvice,
};
/** The scanner after it has loaded. */
const scan: Scan = {
  part: { ...(await import('./scan/scan.js')), scanCopy: pseudoScan },
  open: () => Promise.resolve(null),
  changePages: nothing,
  takePhoto: () => Promise.reject(new Error('not used')),
  addPhotos: () => Promise.resolve(false),
  addPageTo: () => Promise.resolve(),
  makeFile: () => Promise.resolve(null),
  camera: undefined,
  openCamera: nothing,
  closeCamera: nothing,
  onCameraRefused: nothing,
};
const form = (changes: Partial<Ready> = {}) => (
  <UploadForm
    state={ready(changes)}
    clinicName={null}
    scan={scan}
    filePart={filePart}
    onGuide={nothing}
    onFiles={nothing}
    onMend={nothing}
    onLook={nothing}
    onComment={nothing}
    onSend={nothing}
    onCant={nothing}
    token="#"
  />
);
const renamed = async (file: File) => ({ ...(await examineFile(file)), file: new File([file], '#') });
const pages = [aPage('1', 100, { hint: 'dark' }), aPage('2', 100, { hint: 'blurred' })];
const camera = (
  <CameraDialog
    scanCopy={pseudoScan}
    pages={pages}
    replaces={null}
    onPhoto={() => Promise.reject(new Error('not used'))}
    onChange={nothing}
    onClose={nothing}
    onRejected={nothing}
  />
);
const scanProblems: ScanProblem[] = [
  { scan: 'cameraRefused' },
  { scan: 'full' },
  { scan: 'photoFailed' },
  { scan: 'pdfPages', name: '#', pages: 30 },
  { scan: 'unreadable', names: ['#', '#'], others: true },
  { scan: 'unreadable', names: ['#'], others: false },
  { scan: 'tooLarge', fit: 0 },
  { scan: 'tooLarge', fit: 1 },
];
const photo = await renamed(files.photo());
const heic = await renamed(files.heic());
const warnings = ['active', 'remote', 'attachments', 'password', 'incomplete', 'unclear'] as const;
const things = Object.keys(pseudoAdvice.is) as (keyof typeof pseudoAdvice.is)[];
const changes: FileChange[] = [
  { by: 'shrink', sizeBefore: 9e6 },
  { by: 'convert', sizeBefore: 9e6, firstOnly: true },
  { by: 'convert', sizeBefore: 9e6, pages: 3 },
];
const problemOf = (advice: FileProblem['advice']): FileProblem => ({
  reason: { code: 'file_too_large' },
  advice,
  remedy: null,
});
const failed = (code: string): Failure => ({ code, params: { millions: 200 }, english: 'English' });
const rejection = (code: string): Rejection => ({
  reason: failed(code),
  help: 'unknown',
  receipt: null,
  again: false,
});
const ended = (changes: Partial<EndedLink>): Rejection => ({
  ...rejection('link_expired'),
  ended: { canAsk: false, askedAt: null, replacedAt: null, sentAt: null, ...changes },
});
const used = (changes: Partial<Invalid>, own: boolean) => {
  const known = { ...rejection('link_used'), receipt: { receivedAt, patientRefId: '#' } };
  const state: Invalid = { phase: 'invalid', rejection: known, chosen: null, unconfirmed: null, ...changes };
  return <UsedLink state={state} rejection={known} own={own} token="#" />;
};
const sending = (changes: Partial<Sending>) => {
  const state: Sending = {
    ...ready({}),
    phase: 'sending',
    chosen: photo,
    percent: 30,
    loaded: 4,
    pause: null,
    ...changes,
  };
  return <SendingView state={state} clinicName={null} onCancel={nothing} />;
};
function Broken(): ReactNode {
  throw new Error('planted');
}

const check = (state: string, waitsUntil: string | null = null) => {
  const opened = { Form: CheckForm, copy: pseudoCheck, initials: '#', state, waitsUntil };
  return <CheckForm key={state} token="#" check={opened} onLink={nothing} onEnded={nothing} />;
};

const screens: [string, ReactNode][] = [
  ['of the patient check', check('needed')],
  ['of a blocked patient check', check('waiting', receivedAt)],
  ['of a locked patient check', check('locked')],
  ['while the link is checked', <Validating key="0" />],
  [
    'of the frame around every screen',
    <Shell key="1" clinicName={null} checking={false} withContact children={null} />,
  ],
  ['of the form', form()],
  ['of a chosen file', form({ chosen: photo })],
  ...warnings.map((warning): [string, ReactNode] => [
    `of a PDF with the warning ${warning}`,
    form({ chosen: { ...photo, warning } }),
  ]),
  ...things.map((thing): [string, ReactNode] => [
    `of a file that is ${thing}`,
    form({ chosen: { ...heic, problem: { ...heic.problem!, advice: 'convertFailed', thing } } }),
  ]),
  ...changes.map((change): [string, ReactNode] => [
    `of a picture that is ready with the change ${JSON.stringify(change)}`,
    form({ chosen: { ...heic, ready: { file: photo.file, change } } }),
  ]),
  [
    'of a photo that cannot be made smaller',
    form({ chosen: { ...photo, problem: problemOf('shrinkFailed') } }),
  ],
  ['of a PDF that is too large', form({ chosen: { ...photo, problem: problemOf('split') } })],
  [
    'of a PDF that can be sent as pictures',
    form({ chosen: { ...photo, kind: 'application/pdf', problem: problemOf('split') } }),
  ],
  [
    'of a PDF with a warning that can be sent as pictures',
    form({ chosen: { ...photo, kind: 'application/pdf', warning: 'active' } }),
  ],
  ['of pages of a PDF', form({ pages: [aPage('1', 100, { ofPdf: true })] })],
  ['of a dropped folder', form({ fileProblem: droppedFolder })],
  ['of a picture that became a PDF', form({ chosen: { ...photo, change: changes[2]! } })],
  [
    'of a photo that was made smaller',
    form({ chosen: { ...photo, change: { by: 'shrink', sizeBefore: 9e6 } } }),
  ],
  [
    'of a photo that was converted',
    form({ chosen: { ...photo, change: { by: 'convert', sizeBefore: 9e6 } } }),
  ],
  ['while a PDF becomes pictures', form({ working: 'convert' })],
  ['of a form without a file', form({ fileProblem: nothingChosen })],
  ['of a file that cannot be read', form({ fileProblem: unreadableFile })],
  ['of a long comment', form({ comment: 'a'.repeat(limits.commentMax) })],
  [
    'of a comment that is too long',
    form({ comment: '-'.repeat(limits.commentMax + 1), commentProblem: commentTooLong }),
  ],
  ['of a lost connection', form({ failure: connectionFailure(true) })],
  ['of a failure', form({ failure: connectionFailure(false) })],
  ['of scanned pages', form({ pages })],
  [
    'of the largest number of pages',
    form({ pages: Array.from({ length: 20 }, (_, at) => aPage(String(at))) }),
  ],
  ['while the camera opens', form({ working: 'camera' })],
  ['while pages are put together', form({ pages, working: 'assembling' })],
  ['of the camera', camera],
  ['of kept pages', form({ pages, kept: { pages: 2, file: false } })],
  ['of a kept file', form({ chosen: photo, kept: { pages: 0, file: true } })],
  ['of a kept comment', form({ kept: { pages: 0, file: false } })],
  ...scanProblems.map((problem): [string, ReactNode] => [
    `of the problem ${JSON.stringify(problem)}`,
    form({ fileProblem: problem }),
  ]),
  ['while sending', sending({})],
  ['while offline', sending({ pause: 'offline' })],
  ['while sending again', sending({ pause: 'lost' })],
  ['while waiting for the clinic', sending({ pause: 'finishing' })],
  [
    'of the success page',
    <Success key="2" state={{ phase: 'success', receipt }} token="#" clinicName={null} />,
  ],
  [
    'of a short notice',
    <Toasts
      key="3"
      toasts={[
        { id: 1, failure: null },
        { id: 2, failure: failed('rate_limited') },
      ]}
    />,
  ],
  ['of a missing link', <InvalidLink key="4" rejection={missingLink} token={null} />],
  ['of an unknown link', <InvalidLink key="5" rejection={rejection('link_unknown')} token="#" />],
  ['of an expired link', <InvalidLink key="8" rejection={ended({ canAsk: true })} token="#" />],
  [
    'of an expired link with a request for a new one',
    <InvalidLink key="9" rejection={ended({ askedAt: receivedAt })} token="#" />,
  ],
  [
    'of a link that was replaced',
    <InvalidLink key="10" rejection={ended({ replacedAt: receivedAt })} token="#" />,
  ],
  [
    'of a link whose replacement was sent',
    <InvalidLink key="11" rejection={ended({ replacedAt: receivedAt, sentAt: receivedAt })} token="#" />,
  ],
  [
    'of a link that could not be checked',
    <UnreachableLink key="6" rejection={unreachable} onCheckAgain={nothing} />,
  ],
  ['of a used link', used({}, false)],
  ['of a link used in this browser', used({}, true)],
  ['of a link used with another file', used({ chosen: photo.file }, false)],
  ['of a link that may have been used with this file', used({ unconfirmed: photo.file }, false)],
  ['of a link used with other pages', used({ chosen: [aPage('3')], unconfirmed: pages }, false)],
  [
    'of the report that the document cannot be sent',
    <CantDialog key="12" token="#" link={link} cant={pseudoCant} onClose={nothing} />,
  ],
  [
    'of a picture that fills the screen',
    <LookDialog
      key="13"
      adviceCopy={pseudoAdvice}
      look={{ picture: photo.file, name: '#', turns: 0 }}
      onClose={nothing}
    />,
  ],
  ['of the guide', <GuideDialog key="7" captions={pseudo.captions} onClose={nothing} />],
];

const label = [{ language: 'en', direction: 'ltr', text: '#' }];
const several = {
  ...(await openRequest({ position: 2, count: 3, optional: true, label })),
  part: { language: 'en', copy: pseudo.request },
};
const responseOf = (data: object) => {
  const items = 'items' in data ? (data.items as object[]).map((item) => ({ ...item, label })) : [];
  return new Response(JSON.stringify({ status: 'success', data: { ...data, items } }));
};

describe('every sentence of the page comes from the catalogue', () => {
  it('the text of a form for one of several documents, and of the dialog that skips it, is from the catalogue', async () => {
    const { container, getByRole } = renderWith(
      <>
        <several.Lead {...several} document={several.document!} clinicName={null} />
        <several.Skip {...several} token="#" />
      </>,
      pseudo,
    );
    await act(async () => undefined);
    fireEvent.click(getByRole('button'));
    expect(container.textContent).toContain(pseudo.request.leave.text());
    expect(unmarkedTexts(container)).toEqual([]);
  });

  it.each([...Object.entries(requests), ['no response', null] as const])(
    'the text of the page for a skipped document is from the catalogue (response: %s)',
    async (_name, data) => {
      const fetched = jest
        .spyOn(globalThis, 'fetch')
        .mockImplementation(() =>
          data ? Promise.resolve(responseOf(data)) : Promise.reject(new Error('lost')),
        );
      const { container } = renderWith(<several.Skipped {...several} token="#" />, pseudo);
      await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
      await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
      fetched.mockRestore();
      expect(unmarkedTexts(container).filter((text) => !moment.test(text.trim()))).toEqual([]);
    },
  );

  it.each(screens)('the text %s is from the catalogue', async (_what, screen) => {
    const { container } = renderWith(screen, pseudo);
    await act(async () => undefined);
    expect(container.textContent).toContain('⟦');
    const dataOfOthers = (text: string) =>
      moment.test(text) || text === pseudo.language.name || /^a{999,}$/.test(text);
    expect(unmarkedTexts(container).filter((text) => !dataOfOthers(text))).toEqual([]);
  });

  it('the text shown when the page fails is from the catalogue', () => {
    const silenced = jest.spyOn(console, 'error').mockImplementation(nothing);
    const { container } = renderWith(
      <PageProblem>
        <Broken />
      </PageProblem>,
      pseudo,
    );
    silenced.mockRestore();
    expect(container.textContent).toContain('⟦');
    expect(unmarkedTexts(container)).toEqual([]);
  });

  it('the text of the receipt is from the catalogue', () => {
    const lines = receiptText(pseudo, receipt, null).split('\r\n');
    const own = lines.map((line) => line.replace(/⟦[^⟦⟧]*⟧/g, '').replace(/\d.*2026.*/, ''));
    expect(own.filter((line) => /\p{L}{2}/u.test(line))).toEqual([]);
  });

  it('a code that the catalogue lacks shows the server’s English sentence, marked as English', () => {
    const body = { status: 'fail', code: 'of_a_later_version', message: 'A sentence of a later version' };
    const outcome = readOutcome({ kind: 'answered', status: 422, body, retryAfterSeconds: null }, receipt);
    const failure = outcome.kind === 'failed' ? outcome.failure.reason : null;
    const { getByText } = renderWith(<Toasts toasts={[{ id: 1, failure }]} />, pseudo);
    expect(getByText(body.message)).toHaveAttribute('lang', 'en');
  });
});
