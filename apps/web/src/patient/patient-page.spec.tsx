import { errors } from '@caredrop/contracts/errors';
import { limits } from '@caredrop/contracts/limits';
import { loadAdviceCopy, loadCantCopy, loadScanCopy } from '@caredrop/patient-copy';
import { jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { webcrypto } from 'node:crypto';
import { Keep } from './keep/keep.js';
import { PatientPage } from './patient-page.js';
import { fakeCamera, removeFakeCamera } from './testing/camera.js';
import { files } from './testing/files.js';
import { fakeImages } from './testing/images.js';
import { installFakeXhr } from './testing/fake-xhr.js';
import { english as copy, oneLanguage, renderWith } from './testing/english.js';
import { aPage } from './testing/pages.js';
import { inEnglish, requests } from './testing/request.js';
import { fakeWorker } from './testing/workers.js';

const cant = await loadCantCopy('en');
const scan = await loadScanCopy('en');
const validated = jest.fn<(token: string) => void>();
const opened = jest.fn<(body: unknown) => void>();
let verdict: () => Response;
const server = setupServer(
  http.get('*/api/tokens/validate/:token', ({ params }) => {
    validated(String(params.token));
    return verdict();
  }),
  http.post('*/api/links/opened', async ({ request }) => {
    opened(await request.json());
    return HttpResponse.json({ status: 'success', data: { received: true } }, { status: 202 });
  }),
);

const accept = () =>
  HttpResponse.json({
    status: 'success',
    data: { patientRefId: 'P-1', expiresAt: '2026-12-21T14:05:00.000Z' },
  });
const usedBy = (receivedAt: string) => ({
  status: 'fail',
  code: 'link_used',
  message: errors.link_used.text,
  data: { receivedAt, patientRefId: 'P-7' },
});
const reject = (status: number, code: string, message: string, data?: object) =>
  HttpResponse.json({ status: 'fail', code, message, requestId: 'r', data }, { status });

const user = userEvent.setup({ applyAccept: false });
const slow = { timeout: 10_000 };
let xhr: ReturnType<typeof installFakeXhr>;

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());
beforeEach(() => {
  verdict = accept;
  validated.mockClear();
  opened.mockClear();
  sessionStorage.clear();
  localStorage.clear();
  xhr = installFakeXhr();
});
afterEach(() => xhr.restore());

const input = () => screen.getByLabelText<HTMLInputElement>('Your document');
const primaryButtons = () =>
  screen.getAllByRole('button').filter((button) => button.classList.contains('primary'));
const send = () => user.click(screen.getByRole('button', { name: 'Upload Document' }));
const latest = async (count: number) => {
  await waitFor(() => expect(xhr.uploads).toHaveLength(count), slow);
  return xhr.uploads[count - 1]!;
};

async function openForm() {
  renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
  await screen.findByRole('heading', { name: 'Upload Document' }, slow);
}

async function choose(file: File) {
  await user.upload(input(), file);
  await screen.findByText(file.name);
}

/** Chooses a file that the page finishes reading only when the returned promise is settled. */
function chooseSlow(file: File) {
  const reading = Promise.withResolvers<ArrayBuffer>();
  file.arrayBuffer = () => reading.promise;
  fireEvent.change(input(), { target: { files: [file] } });
  return reading;
}

async function sendPhoto() {
  await openForm();
  await choose(files.photo());
  await send();
  return latest(1);
}

describe('opening the page', () => {
  it('a page without a token shows that the link is missing and sends no request', async () => {
    renderWith(<PatientPage token={null} clinicName={null} languages={oneLanguage} />);
    expect(screen.getByRole('heading', { name: 'Invalid Token' })).toBeVisible();
    expect(screen.getByText(errors.link_missing.text)).toBeVisible();
    expect(validated).not.toHaveBeenCalled();
  });

  it('the page shows that it is validating and then the reference and the deadline', async () => {
    renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
    expect(screen.getByText(copy.link.validating())).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Upload Document' }, slow)).toBeVisible();
    expect(screen.getByText('P-1')).toBeVisible();
    expect(screen.getByText(/^21 Dec 2026, /)).toBeVisible();
    expect(validated).toHaveBeenCalledWith('link-token');
  });

  it.each([
    ['touch', () => fireEvent.pointerDown(document.body)],
    ['key press', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
  ])('the first %s on the form is reported once, and loading the page is not', async (_what, gesture) => {
    await openForm();
    expect(opened).not.toHaveBeenCalled();
    await waitFor(() => {
      gesture();
      expect(opened).toHaveBeenCalledWith({ token: 'link-token' });
    }, slow);
    fireEvent.pointerDown(document.body);
    fireEvent.keyDown(document.body);
    expect(opened).toHaveBeenCalledTimes(1);
  });

  it('a touch on the page of a link that does not work is not reported', async () => {
    verdict = () => reject(404, 'link_unknown', errors.link_unknown.text);
    renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
    await screen.findByText(errors.link_unknown.text, undefined, slow);
    const fetched = jest.spyOn(globalThis, 'fetch');
    fireEvent.pointerDown(document.body);
    expect(fetched).not.toHaveBeenCalled();
    expect(opened).not.toHaveBeenCalled();
  });

  it.each([
    [404, 'link_unknown', errors.link_unknown.text],
    [410, 'link_expired', errors.link_expired.text],
    [410, 'link_revoked', errors.link_revoked.text],
  ])('a link refused with %i %s shows the reason', async (status, code, message) => {
    verdict = () => reject(status, code, message);
    renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
    expect(await screen.findByText(message, undefined, slow)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Invalid Token' })).toHaveFocus();
    expect(document.querySelector('input[type=file]')).toBeNull();
  });

  describe('a link that has ended', () => {
    const ended = { canAsk: true, askedAt: null, replacedAt: null, replacementSentAt: null };
    const asked = jest.fn<(body: unknown) => void>();
    let response: () => Response;
    const button = () => screen.queryByRole('button', { name: copy.renewal.ask() });

    async function openEnded(code: 'link_expired' | 'link_revoked', data: object) {
      verdict = () => reject(410, code, errors[code].text, data);
      renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
      expect(await screen.findByText(errors[code].text, undefined, slow)).toBeVisible();
    }

    beforeEach(() => {
      asked.mockClear();
      response = () => HttpResponse.json({ status: 'success', data: { received: true } }, { status: 202 });
      server.use(
        http.post('*/api/links/renewals', async ({ request }) => {
          asked(await request.json());
          return response();
        }),
      );
    });
    afterEach(() => {
      server.resetHandlers();
      document.head.querySelectorAll('meta[name^="clinic-"]').forEach((meta) => meta.remove());
    });

    it('one click asks for a new link to replace an expired one, with the token in the body', async () => {
      await openEnded('link_expired', ended);
      await user.click(button()!);
      expect(await screen.findByText(copy.renewal.asked())).toHaveFocus();
      expect(screen.getByText(copy.renewal.asked()).closest('[role]')).toBeNull();
      expect(asked.mock.calls).toEqual([[{ token: 'link-token' }]]);
      expect(button()).toBeNull();
    });

    it('a request without a confirmation is reported neither as sent nor as not sent, and can be repeated', async () => {
      response = () => HttpResponse.error();
      await openEnded('link_expired', ended);
      await user.click(button()!);
      expect(await screen.findByText(/^This could not be confirmed\./)).toBeVisible();
      expect(screen.queryByText(copy.renewal.asked())).toBeNull();
      expect(button()).toBeVisible();
    });

    it.each([
      ['link_revoked', {}],
      ['link_expired', { canAsk: false }],
    ] as const)('a link refused with %s and %j has no button to ask for a new one', async (code, change) => {
      await openEnded(code, { ...ended, canAsk: false, ...change });
      expect(button()).toBeNull();
    });

    it.each([
      ['2026-11-22T10:00:00.000Z', /^Your clinic has sent you a new link on 22 Nov 2026, /],
      [null, /^Your clinic made a new link for you on 20 Nov 2026, /],
    ])('a link replaced on 20 Nov and texted at %s says when', async (replacementSentAt, sentence) => {
      const replacedAt = '2026-11-20T10:00:00.000Z';
      await openEnded('link_revoked', { ...ended, canAsk: false, replacedAt, replacementSentAt });
      expect(screen.getByText(sentence)).toBeVisible();
      expect(button()).toBeNull();
    });

    it('a link whose renewal was requested shows the time of the request', async () => {
      await openEnded('link_expired', { ...ended, canAsk: false, askedAt: '2026-11-20T10:00:00.000Z' });
      expect(screen.getByText(/^You asked your clinic for a new link on 20 Nov 2026, /)).toBeVisible();
    });

    it('the clinic’s contact is shown only if it is configured', async () => {
      await openEnded('link_revoked', { ...ended, canAsk: false });
      expect(screen.queryByText(/^Call /)).toBeNull();
      cleanup();
      for (const [name, content] of [
        ['phone', '+44 (0)20 7946 0123'],
        ['tel', '+442079460123'],
        ['email', 'desk@clinic.example'],
        ['hours', 'Monday to Friday, 8:00 to 18:30'],
      ] as const)
        document.head.append(
          Object.assign(document.createElement('meta'), { name: `clinic-${name}`, content }),
        );
      await openEnded('link_revoked', { ...ended, canAsk: false });
      const call = screen.getByRole('link', { name: 'Call +44 (0)20 7946 0123' });
      expect(call).toHaveAttribute('href', 'tel:+442079460123');
      const write = screen.getByRole('link', { name: 'Email desk@clinic.example' });
      expect(write).toHaveAttribute('href', 'mailto:desk@clinic.example');
      expect(screen.getByText('Monday to Friday, 8:00 to 18:30')).toBeVisible();
    });
  });

  it('a used link shows when the document arrived and for which reference', async () => {
    const receipt = { receivedAt: '2026-11-20T10:00:00.000Z', patientRefId: 'P-7' };
    verdict = () => reject(410, 'link_used', errors.link_used.text, receipt);
    renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
    expect(await screen.findByText(errors.link_used.text, undefined, slow)).toBeVisible();
    expect(screen.getByText('P-7')).toBeVisible();
    expect(screen.getByText(/^20 Nov 2026, /)).toBeVisible();
    expect(screen.getByText(copy.usedLink.other())).toHaveFocus();
    expect(screen.queryByText(copy.usedLink.own())).not.toBeInTheDocument();
  });

  it('a link that is reopened after sending shows that the clinic has the document', async () => {
    const receivedAt = '2026-11-20T10:00:00.000Z';
    const upload = { file_name: 'photo.jpg', file_size: 9, patientRefId: 'P-1', receivedAt };
    const sending = await sendPhoto();
    act(() => sending.respond(201, { status: 'success', data: { upload } }));
    await screen.findByRole('heading', { name: 'Upload Successful' }, slow);
    cleanup();
    verdict = () => reject(410, 'link_used', errors.link_used.text, { receivedAt, patientRefId: 'P-1' });
    renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
    expect(await screen.findByText(copy.usedLink.own(), undefined, slow)).toHaveFocus();
    expect(screen.getByText(copy.usedLink.ownHelp())).toBeVisible();
  });

  it('the link check is repeated after a 503', async () => {
    const verdicts = [reject(503, 'service_unavailable', errors.service_unavailable.text), accept()];
    verdict = () => verdicts.shift() ?? accept();
    renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
    expect(await screen.findByRole('heading', { name: 'Upload Document' }, slow)).toBeVisible();
    expect(validated).toHaveBeenCalledTimes(2);
  });

  it('without a connection the page does not call the link invalid and offers another check', async () => {
    verdict = () => HttpResponse.error();
    renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
    const again = await screen.findByRole('button', { name: 'Check again' }, slow);
    expect(screen.getByRole('heading', { name: copy.unreachable.heading() })).toHaveFocus();
    expect(screen.queryByText(/invalid/i)).not.toBeInTheDocument();
    verdict = accept;
    await user.click(again);
    expect(await screen.findByRole('heading', { name: 'Upload Document' }, slow)).toBeVisible();
  });

  it('without a connection the page checks again once the device is online', async () => {
    verdict = () => HttpResponse.error();
    renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
    await screen.findByRole('heading', { name: copy.unreachable.heading() }, slow);
    verdict = accept;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { name: 'Upload Document' }, slow)).toBeVisible();
  });
});

describe('a link that is locked after too many wrong dates of birth', () => {
  const asking = (state: string) =>
    HttpResponse.json({
      status: 'success',
      data: { patientRefId: 'P-1', check: { initials: 'J. S.', state } },
    });
  const openLocked = async () => {
    verdict = () => asking('locked');
    renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
    await screen.findByRole('heading', { name: 'This link is locked' }, slow);
  };
  const question = () => screen.findByRole('heading', { name: 'For J. S.' }, slow);

  it('a patient can enter the date again after the clinic has unlocked the link', async () => {
    await openLocked();
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByRole('button', { name: 'Check again' })).toBeVisible();
    verdict = () => asking('needed');
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await question()).toHaveFocus();
  });

  it('the question appears when the browser restores the page after the clinic has unlocked the link', async () => {
    verdict = () => asking('needed');
    server.use(
      http.post('*/api/links/check', () => {
        const check = { initials: 'J. S.', state: 'locked' };
        return HttpResponse.json({ status: 'fail', code: 'check_locked', data: { check } }, { status: 423 });
      }),
    );
    renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
    await question();
    for (const [name, value] of Object.entries({ Day: '27', Month: '3', Year: '1948' }))
      await user.type(screen.getByLabelText(name), value);
    await user.click(screen.getByRole('button'));
    await screen.findByRole('heading', { name: 'This link is locked' });
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(await question()).toHaveFocus();
    server.resetHandlers();
  });

  it('a link that cannot be checked stays locked, with a message', async () => {
    await openLocked();
    verdict = () => HttpResponse.error();
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText(copy.next.network(), undefined, slow)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'This link is locked' })).toBeVisible();
  });

  it('a link that has ended since it was locked is shown as ended', async () => {
    await openLocked();
    verdict = () => reject(410, 'link_expired', errors.link_expired.text);
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByRole('heading', { name: 'Invalid Token' }, slow)).toBeVisible();
  });
});

describe('choosing a file', () => {
  afterEach(() => jest.restoreAllMocks());

  it('the page has one file input, and the camera button sets its capture attribute', async () => {
    await openForm();
    expect(document.querySelectorAll('input[type=file]')).toHaveLength(1);
    const opened = jest.spyOn(input(), 'click').mockImplementation(() => undefined);
    await user.click(screen.getByRole('button', { name: 'Take a photo' }));
    expect(input()).toHaveAttribute('capture', 'environment');
    await user.click(screen.getByRole('button', { name: 'Choose a file' }));
    expect(input()).not.toHaveAttribute('capture');
    expect(opened).toHaveBeenCalledTimes(2);
  });

  it('a chosen file is shown with its size and a way to change it', async () => {
    await openForm();
    await choose(files.photo());
    expect(screen.getByText('12 Bytes')).toBeVisible();
    await choose(files.pdf());
    expect(screen.queryByText('photo.jpg')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Change' })).toBeVisible();
  });

  it('when a file replaces the buttons to choose one, its name is announced and the focus moves to Change', async () => {
    const { look } = await loadAdviceCopy('en');
    await openForm();
    const region = screen.getByRole('status');
    expect(region).toBeEmptyDOMElement();
    screen.getByRole('button', { name: 'Choose a file' }).focus();
    fireEvent.change(input(), { target: { files: [files.photo()] } });
    const change = await screen.findByRole('button', { name: 'Change' });
    expect(change).toHaveFocus();
    expect(region).toHaveTextContent('photo.jpg12 Bytes');
    expect(region).toBeInTheDocument();
    await screen.findByRole('button', { name: look.open({ name: 'photo.jpg' }) }, slow);
    expect(change).toHaveFocus();
  });

  it('a file that is dropped while the focus is elsewhere does not move it', async () => {
    await openForm();
    const guide = screen.getByRole('button', { name: 'Watch 45s guide' });
    guide.focus();
    const zone = screen.getByRole('button', { name: 'Take a photo' }).closest('.drop')!;
    fireEvent.drop(zone, { dataTransfer: { files: [files.photo()] } });
    await screen.findByText('photo.jpg');
    expect(guide).toHaveFocus();
  });

  it.each([
    ['a text file', files.text, errors.file_type_refused.text],
    ['a HEIC photo', files.heic, errors.file_type_refused.text],
    ['an empty file', files.empty, errors.file_empty.text],
    ['a photo of exactly 5 MiB', () => files.photoOf(limits.uploadBytes), errors.file_too_large.text],
  ])('the page shows why %s cannot be sent and does not send it', async (_, make, sentence) => {
    fakeImages({ decodes: false });
    await openForm();
    await choose(make());
    expect(await screen.findByText(sentence)).toBeVisible();
    await send();
    expect(screen.getAllByText(sentence)).toHaveLength(1);
    expect(xhr.uploads).toHaveLength(0);
  });

  it('the primary action is to take a photo until there is something to send', async () => {
    await openForm();
    const upload = screen.getByRole('button', { name: 'Upload Document' });
    expect(screen.getByRole('button', { name: 'Take a photo' })).toHaveClass('primary');
    expect(upload).not.toHaveClass('primary');
    await choose(files.photo());
    expect(upload).toHaveClass('primary');
  });

  it('a conversion is offered only after it has succeeded, and is then the only primary action', async () => {
    fakeImages({ decodes: true });
    await openForm();
    await choose(files.heic());
    const convert = await screen.findByRole('button', { name: 'Convert to JPEG' });
    expect(primaryButtons()).toEqual([convert]);
    await choose(files.photoOf(limits.uploadBytes));
    await user.click(await screen.findByRole('button', { name: 'Make it smaller' }));
    expect(await screen.findByText(/^Made smaller: 5\.00 MB before/)).toBeVisible();
    expect(primaryButtons()).toEqual([screen.getByRole('button', { name: 'Upload Document' })]);
  });

  it('for a picture that cannot be decoded, the page names the problem and offers no conversion', async () => {
    fakeImages({ decodes: false });
    await openForm();
    await choose(files.heic());
    expect(await screen.findByText('“photo.heic” is a HEIC photo.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Convert to JPEG' })).not.toBeInTheDocument();
    await choose(files.photoOf(limits.uploadBytes));
    expect(await screen.findByText('This picture could not be made smaller here.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Make it smaller' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Change' })).toHaveClass('primary');
  });

  it('a file that is no longer there and a dropped folder have their own messages', async () => {
    await openForm();
    const gone = files.photo();
    gone.arrayBuffer = () => Promise.reject(new DOMException('', 'NotFoundError'));
    fireEvent.change(input(), { target: { files: [gone] } });
    expect(await screen.findByText(/^It is no longer where it was\./)).toBeVisible();
    const zone = screen.getByRole('button', { name: 'Take a photo' }).closest('.drop')!;
    const items = [{ webkitGetAsEntry: () => ({ isDirectory: true }) }];
    fireEvent.drop(zone, { dataTransfer: { files: [files.photo()], items } });
    expect(await screen.findByText(/^This is a folder\./)).toBeVisible();
  });

  it('a JPEG named and declared as HEIC is sent unchanged, with a name and type that match its bytes', async () => {
    await openForm();
    const jpeg = files.photo();
    const renamed = new File([jpeg], 'IMG_1.heic', { type: 'image/heic' });
    fireEvent.change(input(), { target: { files: [renamed] } });
    await screen.findByText(/IMG_1/);
    await send();
    const sent = (await latest(1)).form.get('document') as File;
    expect([sent.name, sent.type, sent.size]).toEqual(['IMG_1.jpg', 'image/jpeg', jpeg.size]);
  });

  it('one dropped file is checked like a chosen one, and two are refused', async () => {
    await openForm();
    const zone = screen.getByRole('button', { name: 'Take a photo' }).closest('.drop')!;
    fireEvent.drop(zone, { dataTransfer: { files: [files.photo(), files.pdf()] } });
    expect(await screen.findByText(copy.errors.page_several_files())).toBeVisible();
    fireEvent.drop(zone, { dataTransfer: { files: [files.text()] } });
    expect(await screen.findByText(errors.file_type_refused.text)).toBeVisible();
    fireEvent.drop(zone, { dataTransfer: { files: [files.photo()] } });
    expect(await screen.findByText('photo.jpg')).toBeVisible();
    expect(screen.queryByText(errors.file_type_refused.text)).not.toBeInTheDocument();
  });

  it('sending without a file shows a message and moves the focus to it', async () => {
    await openForm();
    await send();
    const sentence = await screen.findByText(errors.file_required.text);
    expect(sentence.closest('.notice')).toHaveFocus();
    expect(xhr.uploads).toHaveLength(0);
  });
});

describe('sending a document', () => {
  afterEach(() => jest.restoreAllMocks());

  it('the page sends the file and the trimmed comment with an idempotency key', async () => {
    await openForm();
    await choose(files.photo());
    await user.type(screen.getByLabelText('Comment (optional)'), '  a comment  ');
    await send();
    const upload = await latest(1);
    expect(upload.url).toBe(`${window.location.origin}/api/upload/link-token`);
    expect(upload.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    expect(upload.form.get('comment')).toBe('a comment');
    expect((upload.form.get('document') as File).name).toBe('photo.jpg');
  });

  it.each([
    ['is sent once it has been read', () => files.photo(), 1],
    ['is not sent if it turns out to be unreadable', () => null, 0],
  ])('a file that the patient sends while it is being read %s', async (_what, read, sent) => {
    await openForm();
    const reading = chooseSlow(files.photo());
    expect(await screen.findByText(copy.working.reading())).toBeVisible();
    await send();
    expect(xhr.uploads).toHaveLength(0);
    const readable = read();
    if (readable) reading.resolve(await readable.arrayBuffer());
    else reading.reject(new DOMException('', 'NotFoundError'));
    await waitFor(() => expect(screen.queryByText(copy.working.reading())).not.toBeInTheDocument());
    if (sent === 0) await screen.findByText(/^It is no longer where it was\./);
    else await latest(sent);
    expect(xhr.uploads).toHaveLength(sent);
  });

  it('a comment that consists of spaces is not sent', async () => {
    await openForm();
    await choose(files.photo());
    await user.type(screen.getByLabelText('Comment (optional)'), '   ');
    await send();
    expect((await latest(1)).form.has('comment')).toBe(false);
  });

  it('the progress bar stays at 95 until the response, then shows 100 and the receipt', async () => {
    const upload = await sendPhoto();
    const bar = screen.getByRole('progressbar');
    act(() => upload.progress(50, 100));
    expect(bar).toHaveAttribute('aria-valuenow', '50');
    act(() => upload.progress(100, 100));
    expect(bar).toHaveAttribute('aria-valuenow', '95');
    const receipt = {
      file_name: 'photo.jpg',
      file_size: 1536,
      patientRefId: 'P-1',
      receivedAt: '2026-11-21T10:00:00.000Z',
    };
    act(() => upload.respond(201, { status: 'success', data: { upload: receipt } }));
    expect(bar).toHaveAttribute('aria-valuenow', '95');
    await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '100'), slow);
    expect(await screen.findByRole('heading', { name: 'Upload Successful' }, slow)).toHaveFocus();
    expect(screen.getByText(copy.link.nowUsed())).toBeVisible();
    expect(screen.getByText(copy.done.notice())).toHaveAttribute('role', 'status');
    expect(screen.getByText('1.50 KB')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save receipt' })).toBeVisible();
  });

  it('a failed upload shows a message, keeps file and comment, and is retried with the same key', async () => {
    await openForm();
    await choose(files.photo());
    await user.type(screen.getByLabelText('Comment (optional)'), 'hello');
    await send();
    const first = await latest(1);
    act(() =>
      first.respond(503, {
        status: 'error',
        code: 'storage_unavailable',
        message: errors.storage_unavailable.text,
      }),
    );
    expect(await screen.findByText(errors.storage_unavailable.text)).toHaveAttribute('role', 'alert');
    expect(screen.getByText(copy.notSent.lead())).toBeVisible();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(screen.getByText('photo.jpg')).toBeVisible();
    expect(screen.getByLabelText('Comment (optional)')).toHaveValue('hello');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const second = await latest(2);
    expect(second.headers['idempotency-key']).toBe(first.headers['idempotency-key']);
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
  });

  it.each([
    ['quota_reached', 'Please try again tomorrow.'],
    ['too_many_refused_files', 'Please wait a few minutes before you try another file.'],
  ] as const)('after the error %s the page says when to try again', async (code, advice) => {
    const upload = await sendPhoto();
    act(() => upload.respond(429, { status: 'fail', code, message: errors[code].text }));
    const lead = await screen.findByText(copy.notSent.lead());
    expect(lead.closest('.notice')).toHaveTextContent(`${copy.notSent.lead()}${advice}Try again`);
  });

  it('another file or another comment gets a new idempotency key', async () => {
    const first = await sendPhoto();
    act(() => first.respond(500, {}));
    await screen.findByText(copy.errors.page_failed());
    await choose(files.otherPhoto());
    await send();
    const second = await latest(2);
    act(() => second.respond(500, {}));
    await user.type(await screen.findByLabelText('Comment (optional)'), 'more');
    await send();
    const third = await latest(3);
    const keys = [first, second, third].map((upload) => upload.headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
  });

  it('a lost connection is retried with the same key, and after the last retry the default message is shown', async () => {
    const first = await sendPhoto();
    act(() => first.lose());
    expect(await screen.findByText(copy.sending.reconnecting())).toBeVisible();
    for (const count of [2, 3, 4]) {
      const upload = await latest(count);
      expect(upload.headers['idempotency-key']).toBe(first.headers['idempotency-key']);
      act(() => upload.lose());
    }
    expect(await screen.findByText(copy.errors.page_failed(), undefined, slow)).toBeVisible();
    expect(screen.getByText(copy.next.network())).toBeVisible();
  });

  it('when only the response is lost, the page does not claim that nothing was sent', async () => {
    const first = await sendPhoto();
    act(() => first.loseResponse());
    for (const count of [2, 3, 4]) {
      const upload = await latest(count);
      act(() => upload.lose());
    }
    expect(await screen.findByText(copy.notSent.unconfirmed(), undefined, slow)).toBeVisible();
    expect(screen.getByText(copy.next.networkSafe())).toBeVisible();
    expect(screen.queryByText(copy.notSent.lead())).not.toBeInTheDocument();
  });

  it('a link used elsewhere shows that the chosen file was not sent', async () => {
    const upload = await sendPhoto();
    act(() => upload.respond(410, usedBy('2026-11-20T10:00:00.000Z')));
    expect(await screen.findByText(copy.usedLink.other())).toBeVisible();
    expect(screen.getByText(copy.usedLink.notSent({ file: 'photo.jpg' }))).toBeVisible();
    expect(screen.queryByText(copy.usedLink.own())).not.toBeInTheDocument();
  });

  describe('in a second tab with the same link', () => {
    const receivedAt = '2026-11-20T10:00:00.000Z';

    async function sendInFirstTab() {
      const upload = await sendPhoto();
      const data = { upload: { file_name: 'photo.jpg', file_size: 12, patientRefId: 'P-1', receivedAt } };
      act(() => upload.respond(201, { status: 'success', data }));
      await screen.findByRole('heading', { name: 'Upload Successful' }, slow);
    }
    async function openSecondTab() {
      cleanup();
      sessionStorage.clear();
      await openForm();
    }

    it('the page says that the document has arrived if the first tab has sent the same file', async () => {
      await sendInFirstTab();
      await openSecondTab();
      await choose(files.photo());
      await user.type(screen.getByLabelText('Comment (optional)'), 'for Dr Lee');
      await send();
      const second = await latest(2);
      act(() => second.respond(410, usedBy(receivedAt)));
      expect(await screen.findByText(copy.usedLink.own())).toHaveFocus();
      expect(screen.getByText(copy.usedLink.ownHelp())).toBeVisible();
      expect(screen.queryByText(/was not sent/)).not.toBeInTheDocument();
    });

    it('the page names the file that was not sent if the first tab has sent another one', async () => {
      await sendInFirstTab();
      await openSecondTab();
      await choose(files.otherPhoto());
      await send();
      const second = await latest(2);
      act(() => second.respond(410, usedBy(receivedAt)));
      expect(await screen.findByText(copy.usedLink.another())).toHaveFocus();
      expect(screen.getByText(copy.usedLink.notSent({ file: 'other.jpg' }))).toBeVisible();
    });

    it('a check that finds the link used says nothing about the chosen file, which may have been sent', async () => {
      await sendInFirstTab();
      await openSecondTab();
      await choose(files.photo());
      verdict = () => reject(410, 'link_used', errors.link_used.text, { receivedAt, patientRefId: 'P-1' });
      act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
      expect(await screen.findByText(copy.usedLink.other(), undefined, slow)).toHaveFocus();
      expect(screen.getByText(copy.usedLink.otherHelp())).toBeVisible();
      expect(screen.queryByText(/photo\.jpg/)).not.toBeInTheDocument();
    });

    it('the same draft is sent with the same key while the first upload is unconfirmed', async () => {
      const first = await sendPhoto();
      await openSecondTab();
      await choose(files.photo());
      await send();
      const second = await latest(2);
      expect(second.headers['idempotency-key']).toBe(first.headers['idempotency-key']);
    });
  });

  it('a used link shows that a second photo was not sent, even if it has the name of an unconfirmed one', async () => {
    const first = await sendPhoto();
    act(() => first.loseResponse());
    for (const count of [2, 3, 4]) {
      const upload = await latest(count);
      act(() => upload.loseResponse());
    }
    await screen.findByText(copy.notSent.unconfirmed(), undefined, slow);
    const { name, type } = files.photo();
    await user.upload(input(), new File([files.otherPhoto()], name, { type }));
    await waitFor(() => expect(screen.queryByText(copy.notSent.unconfirmed())).not.toBeInTheDocument());
    await send();
    const second = await latest(5);
    act(() => second.respond(410, usedBy('2026-11-20T10:00:00.000Z')));
    expect(await screen.findByText(copy.usedLink.perhaps({ file: name }))).toBeVisible();
    expect(screen.getByText(copy.usedLink.notSent({ file: name }))).toBeVisible();
  });

  it('an upload is repeated with the same key while an earlier attempt is unfinished', async () => {
    const first = await sendPhoto();
    const unfinished = {
      status: 'fail',
      code: 'upload_not_finished',
      message: errors.upload_in_progress.text,
    };
    act(() => first.respond(409, unfinished, { 'retry-after': '0' }));
    const second = await latest(2);
    expect(second.headers['idempotency-key']).toBe(first.headers['idempotency-key']);
    act(() => second.respond(201, { status: 'success' }));
    expect(await screen.findByRole('heading', { name: 'Upload Successful' }, slow)).toBeVisible();
  });

  it('a link revoked during the upload shows the page for invalid links', async () => {
    const upload = await sendPhoto();
    act(() =>
      upload.respond(410, { status: 'fail', code: 'link_revoked', message: errors.link_revoked.text }),
    );
    expect(await screen.findByRole('heading', { name: 'Invalid Token' })).toHaveFocus();
    expect(screen.getByText(errors.link_revoked.text)).toBeVisible();
  });

  it('a link that the clinic replaced while its form was open shows that there is a new one', async () => {
    const upload = await sendPhoto();
    const at = '2026-11-20T10:00:00.000Z';
    const replaced = { canAsk: false, replacedAt: at, replacementSentAt: at };
    verdict = () => reject(410, 'link_revoked', errors.link_revoked.text, replaced);
    act(() =>
      upload.respond(410, { status: 'fail', code: 'link_revoked', message: errors.link_revoked.text }),
    );
    expect(await screen.findByText(/^Your clinic has sent you a new link on 20 Nov 2026, /)).toBeVisible();
  });

  it('a chosen file that can no longer be read is reported, and the form is shown again', async () => {
    await openForm();
    await choose(files.photo());
    const reading = jest
      .spyOn(File.prototype, 'arrayBuffer')
      .mockRejectedValue(new DOMException('', 'NotReadableError'));
    await send();
    const sentence = await screen.findByText(copy.errors.page_file_unreadable());
    expect(sentence.closest('.notice')).toHaveFocus();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(xhr.uploads).toHaveLength(0);
    reading.mockRestore();
    await send();
    await latest(1);
  });

  it('a document is sent and its receipt shown even if the browser’s storage is full', async () => {
    await openForm();
    await choose(files.photo());
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    await send();
    const first = await latest(1);
    act(() => first.respond(500, {}));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    const second = await latest(2);
    expect(second.headers['idempotency-key']).toBe(first.headers['idempotency-key']);
    act(() => second.respond(201, { status: 'success' }));
    expect(await screen.findByRole('heading', { name: 'Upload Successful' }, slow)).toBeVisible();
  });

  it('a refused file shows its message beside the file and not as a toast', async () => {
    const upload = await sendPhoto();
    act(() =>
      upload.respond(415, {
        status: 'fail',
        code: 'file_type_refused',
        message: errors.file_type_refused.text,
      }),
    );
    const sentence = await screen.findByText(errors.file_type_refused.text);
    expect(sentence.closest('.notice')).toHaveFocus();
    expect(document.querySelector('.toast')).toBeNull();
  });
});

describe('a device that goes offline', () => {
  let online: jest.SpiedGetter<boolean>;
  beforeEach(() => {
    online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  });
  afterEach(() => online.mockRestore());

  it('while the device is offline, the page does not say that the document is on its way; once online, the upload is retried with the same key', async () => {
    const onItsWay = copy.sending.onItsWay({ named: 'no', clinic: '' });
    const first = await sendPhoto();
    expect(screen.getByText(onItsWay)).toBeVisible();
    online.mockReturnValue(false);
    act(() => first.lose());
    expect(await screen.findByText(copy.sending.offline())).toBeVisible();
    expect(screen.queryByText(copy.notSent.lead())).not.toBeInTheDocument();
    expect(screen.queryByText(onItsWay)).not.toBeInTheDocument();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    const second = await latest(2);
    expect(second.headers['idempotency-key']).toBe(first.headers['idempotency-key']);
    act(() => second.progress(50, 100));
    expect(screen.getByText(onItsWay)).toBeVisible();
    act(() => second.respond(201, { status: 'success' }));
    expect(await screen.findByRole('heading', { name: 'Upload Successful' }, slow)).toBeVisible();
  });

  it.each([
    ['before everything was sent', 'lose', copy.notSent.lead()],
    ['after everything was sent', 'loseResponse', copy.notSent.unconfirmed()],
  ] as const)(
    'when the connection is lost %s, Cancel returns to the form, which shows whether the document may have arrived',
    async (_, lose, lead) => {
      const upload = await sendPhoto();
      online.mockReturnValue(false);
      act(() => upload[lose]());
      await user.click(await screen.findByRole('button', { name: 'Cancel' }));
      expect(await screen.findByText(lead)).toBeVisible();
      expect(screen.getByText('photo.jpg')).toBeVisible();
      expect(document.querySelector('.toast')).toBeNull();
      expect(xhr.uploads).toHaveLength(1);
    },
  );

  it('while a document may have arrived, a failed retry does not say that it was not sent', async () => {
    const cancelAfter = async (lose: () => void) => {
      online.mockReturnValue(false);
      act(lose);
      await user.click(await screen.findByRole('button', { name: 'Cancel' }));
      online.mockReturnValue(true);
    };
    const first = await sendPhoto();
    await cancelAfter(first.loseResponse);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await cancelAfter((await latest(2)).lose);
    expect(await screen.findByText(copy.notSent.unconfirmed())).toBeVisible();
    expect(screen.queryByText(copy.notSent.lead())).not.toBeInTheDocument();
    await choose(files.otherPhoto());
    await send();
    await cancelAfter((await latest(3)).lose);
    expect(await screen.findByText(copy.notSent.lead())).toBeVisible();
  });
});

describe('a browser that cannot scan', () => {
  it('the page does not offer to add a page to a photo, and accepts only one file', async () => {
    await openForm();
    await choose(files.photo());
    expect(screen.queryByRole('button', { name: 'Add page' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(input().multiple).toBe(false);
  });
});

describe('a browser that can scan', () => {
  beforeEach(() => Object.assign(window, { createImageBitmap: jest.fn(), Worker: fakeWorker(null) }));
  afterEach(() => {
    for (const name of ['createImageBitmap', 'Worker']) Reflect.deleteProperty(window, name);
    removeFakeCamera();
    jest.restoreAllMocks();
  });

  const chooseTwo = () =>
    fireEvent.change(input(), { target: { files: [files.photo(), files.otherPhoto()] } });
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const listed = (count: number) => screen.findByRole('heading', { name: copy.pages.count({ count }) });
  const shoot = async () => {
    const shutter = await screen.findByRole('button', { name: scan.shoot() });
    await waitFor(() => expect(shutter).toBeEnabled());
    await user.click(shutter);
  };

  /** Takes the first page with the camera, which is then ready for the next one. */
  async function takeFirstPage() {
    fakeImages({ decodes: true });
    const device = fakeCamera();
    await openForm();
    await press('Take a photo');
    await shoot();
    await screen.findByText(scan.added({ number: 1 }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add page' }));
    return device;
  }

  /** The pages of the PDF that is sent. */
  async function sentPages() {
    const sent = (await latest(1)).form.get('document') as File;
    return (await sent.text()).match(/\/Type \/Page\b/g)?.length;
  }

  /** Chooses a photo that turns out to be unreadable when the returned function is called. */
  function chooseUnreadable() {
    const reading = chooseSlow(new File(['GIF89a'], 'page.gif', { type: 'image/gif' }));
    return () => reading.reject(new DOMException('', 'NotReadableError'));
  }

  /** Long enough for an upload to start if it were going to. */
  const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 300)));

  /**
   * Holds the encoding of canvases, as on a slow phone. The returned function encodes the given number of them, in
   * order; without a number, it encodes all of them and holds no more.
   */
  function holdEncoding() {
    const canvas = jest.mocked(HTMLCanvasElement.prototype);
    const encode = canvas.toBlob.getMockImplementation()!;
    let held: (() => void)[] = [];
    let open = false;
    canvas.toBlob.mockImplementation((...args) => {
      if (open) encode(...args);
      else held.push(() => encode(...args));
    });
    return async (count?: number) => {
      if (count) await waitFor(() => expect(held.length).toBeGreaterThanOrEqual(count));
      else open = true;
      const next = held.slice(0, count);
      held = held.slice(next.length);
      next.forEach((run) => run());
    };
  }

  it('if photos are sent while the page is still reading them and saving the first, all of them are sent', async () => {
    fakeImages({ decodes: true });
    const saving = Promise.withResolvers<void>();
    const save = jest.fn(() => saving.promise);
    const keep = { save, load: () => Promise.resolve(null), wipe: () => Promise.resolve() };
    jest.spyOn(Keep, 'open').mockResolvedValue(keep as unknown as Keep);
    await openForm();
    await waitFor(() => expect(save).toHaveBeenCalled());
    chooseTwo();
    await listed(1);
    await send();
    expect(screen.getByText(copy.working.reading())).toBeVisible();
    expect(xhr.uploads).toHaveLength(0);
    saving.resolve();
    expect(await sentPages()).toBe(2);
  });

  it('a photo from the camera that is still being read when the pages are sent is one of them', async () => {
    await takeFirstPage();
    const release = holdEncoding();
    await shoot();
    await press(scan.done());
    await send();
    await release(1);
    expect(screen.getByText(copy.working.reading())).toBeVisible();
    expect(xhr.uploads).toHaveLength(0);
    await release();
    expect(await sentPages()).toBe(2);
  });

  it('chosen photos that are still being read after the camera has taken a page are sent with it', async () => {
    fakeImages({ decodes: true });
    fakeCamera();
    await openForm();
    const release = holdEncoding();
    chooseTwo();
    await press('Take a photo');
    await shoot();
    await release(2);
    await release(1);
    await release(1);
    await release(1);
    await screen.findByText(scan.added({ number: 2 }));
    await press(scan.done());
    await send();
    await release(1);
    expect(xhr.uploads).toHaveLength(0);
    await release();
    expect(await sentPages()).toBe(3);
  });

  it('a deleted page that is restored while the others are assembled is sent with them', async () => {
    fakeImages({ decodes: true });
    await openForm();
    chooseTwo();
    await listed(2);
    await press(scan.actionsOn.rotate({ number: 1 }));
    await press(scan.actionsOn.delete({ number: 2 }));
    const release = holdEncoding();
    await send();
    await screen.findByText(copy.working.assembling());
    await press(scan.undo());
    await release();
    expect(await sentPages()).toBe(2);
  });

  it.each([
    ['before they are', true],
    ['after they are', false],
  ])(
    'the pages are not sent if a photo that is dropped while they are assembled is found unreadable %s',
    async (_when, isBefore) => {
      fakeImages({ decodes: true });
      await openForm();
      chooseTwo();
      await listed(2);
      await press(scan.actionsOn.rotate({ number: 1 }));
      const release = holdEncoding();
      await send();
      await screen.findByText(copy.working.assembling());
      const fail = chooseUnreadable();
      await screen.findByText(copy.working.reading());
      if (!isBefore) {
        await release();
        await settle();
      }
      fail();
      await screen.findByText(scan.problem.unreadable({ name: 'page.gif' }));
      await release();
      await settle();
      expect(xhr.uploads).toHaveLength(0);
      await send();
      expect(await sentPages()).toBe(2);
    },
  );

  it('the problem of refused files is shown while an abandoned conversion of a PDF is still running', async () => {
    Object.assign(window, { Worker: fakeWorker(['javascript']) });
    const advice = await loadAdviceCopy('en');
    await openForm();
    await choose(files.pdf());
    const convert = await screen.findByRole('button', { name: advice.pictures.send() });
    const reading = Promise.withResolvers<ArrayBuffer>();
    // Its first bytes are read twice: to decide whether it may become pages, and to convert it.
    const slice = jest.spyOn(Blob.prototype, 'slice').mockReturnValueOnce(files.pdf());
    slice.mockReturnValueOnce(Object.assign(new Blob(), { arrayBuffer: () => reading.promise }));
    await user.click(convert);
    await waitFor(() => expect(slice).toHaveBeenCalledTimes(2));
    fireEvent.change(input(), { target: { files: [files.text(), files.photo()] } });
    expect(await screen.findByText(scan.problem.unreadable({ name: 'notes.txt' }))).toBeVisible();
    await act(async () => reading.reject(new Error('It was abandoned.')));
    expect(screen.getByText(scan.problem.unreadable({ name: 'notes.txt' }))).toBeVisible();
  });

  it('the other pages are not sent if a photo from the camera fails after the camera is closed', async () => {
    await takeFirstPage();
    const frame = Promise.withResolvers<null>();
    const { toBlob } = HTMLCanvasElement.prototype;
    jest.mocked(toBlob).mockImplementationOnce((done) => void frame.promise.then(done));
    await shoot();
    await press(scan.done());
    await send();
    frame.resolve(null);
    expect(await screen.findByText(scan.failed())).toBeVisible();
    await settle();
    expect(xhr.uploads).toHaveLength(0);
  });

  it('a photo that is being saved when another app takes the camera is sent with the other pages', async () => {
    const device = await takeFirstPage();
    const release = holdEncoding();
    await shoot();
    await release(1);
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotReadableError'));
    act(() => device.end());
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await send();
    await settle();
    expect(xhr.uploads).toHaveLength(0);
    await release();
    expect(await sentPages()).toBe(2);
  });

  it('a page from the camera stays when a file that was chosen before it has been read', async () => {
    fakeImages({ decodes: true });
    fakeCamera();
    await openForm();
    const reading = chooseSlow(files.otherPhoto());
    await press('Take a photo');
    await shoot();
    await press(scan.done());
    reading.resolve(await files.otherPhoto().arrayBuffer());
    await send();
    expect(((await latest(1)).form.get('document') as File).name).toBe('photo.jpg');
  });

  it('if none of the chosen photos can be read, the page names each of them and does not mention other photos', async () => {
    fakeImages({ decodes: false });
    await openForm();
    await user.click(screen.getByRole('button', { name: 'Choose a file' }));
    await user.upload(input(), [files.photo(), files.otherPhoto()]);
    expect(await screen.findByText(scan.advice.takePhoto(), undefined, slow)).toBeVisible();
    const sentences = ['photo.jpg', 'other.jpg'].map((name) => scan.problem.unreadable({ name }));
    expect(screen.getByText(sentences.join(' '))).toBeVisible();
    expect(screen.queryByText(scan.advice.unreadable())).not.toBeInTheDocument();
  });
});

describe('pages that were kept on an earlier visit', () => {
  const real = globalThis.crypto;
  const stored = async () => (await Keep.open('link-token'))!.load();

  beforeEach(async () => {
    Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
    Object.assign(globalThis, { indexedDB: new IDBFactory(), IDBKeyRange });
    const pages = [aPage('1'), aPage('2')];
    await (await Keep.open('link-token'))!.save({ pages, file: null, comment: '' });
  });
  afterEach(() => {
    Object.defineProperty(globalThis, 'crypto', { value: real, configurable: true });
    Object.assign(globalThis, { indexedDB: undefined });
  });

  /** Loads the stored draft only when the returned function is called, as on a slow device. */
  function holdDraft() {
    const held = Promise.withResolvers<void>();
    const { load } = Keep.prototype;
    const slowLoad = jest.spyOn(Keep.prototype, 'load').mockImplementation(async function (this: Keep) {
      await held.promise;
      return load.call(this);
    });
    return () => {
      slowLoad.mockRestore();
      held.resolve();
    };
  }

  it('the pages stay in the browser if a proxy responds to the link check instead of the server', async () => {
    verdict = () => HttpResponse.html('<h1>Please sign in to the network</h1>', { status: 403 });
    renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
    const again = await screen.findByRole('button', { name: 'Check again' }, slow);
    expect(screen.queryByText(/invalid/i)).not.toBeInTheDocument();
    expect((await stored())!.pages).toHaveLength(2);
    verdict = accept;
    await user.click(again);
    expect(await screen.findByText(copy.kept.pages({ count: 2 }), undefined, slow)).toBeVisible();
  });

  it('a PDF is restored with its warning and the offer to send it as pictures', async () => {
    Object.assign(window, { createImageBitmap: jest.fn(), Worker: fakeWorker(['javascript']) });
    const advice = await loadAdviceCopy('en');
    await (await Keep.open('link-token'))!.save({ pages: [], file: files.pdf(), comment: '' });
    await openForm();
    expect(await screen.findByText(copy.kept.file(), undefined, slow)).toBeVisible();
    expect(screen.getByRole('button', { name: advice.pictures.send() })).toBeVisible();
    expect(screen.getByText(advice.pdf.active())).toBeVisible();
    for (const name of ['createImageBitmap', 'Worker']) Reflect.deleteProperty(window, name);
  });

  it('the pages stay on the page and in the browser if a file chosen before they were loaded cannot be read', async () => {
    const loadDraft = holdDraft();
    await openForm();
    const reading = chooseSlow(files.photo());
    await screen.findByText(copy.working.reading());
    loadDraft();
    await screen.findByText(copy.kept.pages({ count: 2 }), undefined, slow);
    reading.reject(new DOMException('', 'NotFoundError'));
    await screen.findByText(/^It is no longer where it was\./);
    await user.type(screen.getByLabelText('Comment (optional)'), 'hello');
    await waitFor(async () => expect(await stored()).toMatchObject({ comment: 'hello' }));
    expect((await stored())!.pages.map(({ id }) => id)).toEqual(['1', '2']);
  });
});

describe('the guide', () => {
  it('the guide shows a captioned video and its text in a dialog that Escape closes', async () => {
    await openForm();
    const opener = screen.getByRole('button', { name: 'Watch 45s guide' });
    await user.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'How to send your document' });
    await waitFor(() => expect(dialog).toHaveFocus());
    expect(dialog.querySelector('video')).toHaveAttribute('autoplay');
    expect(dialog.querySelector('track')).toHaveAttribute('kind', 'captions');
    expect(within(dialog).getByText('The guide in words')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(opener).toHaveFocus();
  });
});

describe('a patient who cannot send the document', () => {
  const reported = jest.fn<(body: unknown) => void>();
  let response: () => Response;
  const dialog = () => within(screen.getByRole('dialog'));
  const press = (name: string) => user.click(dialog().getByRole('button', { name }));

  beforeEach(() => {
    reported.mockClear();
    response = () => HttpResponse.json({ status: 'success', data: { received: true } }, { status: 202 });
    server.use(
      http.post('*/api/links/problems', async ({ request }) => {
        reported(await request.json());
        return response();
      }),
    );
  });
  afterEach(() => server.resetHandlers());

  async function openDialog() {
    await openForm();
    await choose(files.photo());
    await user.click(screen.getByRole('button', { name: copy.form.cant() }));
    await waitFor(() => expect(screen.getByRole('dialog', { name: cant.heading() })).toHaveFocus(), slow);
  }

  it('the report is sent with reason and comment, and the chosen file is still there afterwards', async () => {
    await openDialog();
    await user.click(dialog().getByLabelText(cant.reasons.no_document()));
    await user.type(dialog().getByLabelText(cant.comment()), 'No camera');
    await press(cant.send());
    await waitFor(() => expect(screen.getByRole('dialog', { name: cant.told() })).toHaveFocus());
    expect(dialog().getByText(/^Your link still works until 21 Dec 2026, /)).toBeVisible();
    expect(reported.mock.calls).toEqual([
      [{ token: 'link-token', reason: 'no_document', comment: 'No camera' }],
    ]);
    await press(cant.close());
    await waitFor(() => expect(screen.getByRole('button', { name: copy.form.cant() })).toHaveFocus());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText(files.photo().name)).toBeVisible();
    await send();
    await latest(1);
  });

  it('a report without a reason is not sent, and the first reason gets the focus', async () => {
    await openDialog();
    await press(cant.send());
    expect(dialog().getByText(cant.choose())).toBeVisible();
    expect(dialog().getByLabelText(cant.reasons.no_document())).toHaveFocus();
    expect(reported).not.toHaveBeenCalled();
  });

  it('a comment that is too long is not sent', async () => {
    await openDialog();
    await user.click(dialog().getByLabelText(cant.reasons.help()));
    const comment = dialog().getByLabelText(cant.comment());
    fireEvent.input(comment, { target: { value: 'x'.repeat(501) } });
    await press(cant.send());
    expect(dialog().getByText(copy.form.commentOver({ over: 1 }))).toBeVisible();
    expect(comment).toHaveFocus();
    expect(reported).not.toHaveBeenCalled();
  });

  it('a line break in the comment counts as one character, as it does on the server', async () => {
    await openDialog();
    await user.click(dialog().getByLabelText(cant.reasons.help()));
    const comment = `${'x'.repeat(498)}\nx`;
    fireEvent.input(dialog().getByLabelText(cant.comment()), { target: { value: `${comment}\n` } });
    await press(cant.send());
    await waitFor(() => expect(screen.getByRole('dialog', { name: cant.told() })).toBeVisible());
    expect(reported).toHaveBeenCalledWith(expect.objectContaining({ reason: 'help' }));
  });

  it.each([
    ['the network fails', () => HttpResponse.error()],
    ['the server fails', () => reject(503, 'service_unavailable', errors.service_unavailable.text)],
  ])('when %s, the report is not shown as received, and the input stays', async (_what, failing) => {
    response = failing;
    await openDialog();
    await user.click(dialog().getByLabelText(cant.reasons.other()));
    await user.type(dialog().getByLabelText(cant.comment()), 'Words');
    await press(cant.send());
    expect(await dialog().findByText(cant.unconfirmed())).toBeVisible();
    expect(dialog().getByLabelText(cant.comment())).toHaveValue('Words');
    expect(dialog().getByLabelText(cant.reasons.other())).toBeChecked();
    expect(screen.queryByText(cant.told())).toBeNull();
    response = () => HttpResponse.json({ status: 'success', data: { received: true } }, { status: 202 });
    await press(cant.send());
    expect(await screen.findByRole('dialog', { name: cant.told() })).toBeVisible();
  });

  it('a report about a link that has ended is not shown as received', async () => {
    await openDialog();
    verdict = () => reject(410, 'link_revoked', errors.link_revoked.text);
    await user.click(dialog().getByLabelText(cant.reasons.help()));
    await press(cant.send());
    expect(await dialog().findByText(cant.ended())).toBeVisible();
  });

  it('Escape closes the dialog and nothing is sent', async () => {
    await openDialog();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(reported).not.toHaveBeenCalled();
  });
});

describe('a link of a request for several documents', () => {
  const place = { position: 1, count: 3, optional: false, label: inEnglish('Insurance card') };
  const used = { receivedAt: '2026-11-20T10:00:00.000Z', patientRefId: 'P-1', ofRequest: true };
  const ended = { canAsk: false, askedAt: null, replacedAt: null, replacementSentAt: null, ofRequest: true };
  const next = () => screen.findByRole('heading', { name: /Next: document 2 of 3/ }, slow);
  const acceptOne = (request: object = place) =>
    HttpResponse.json({ status: 'success', data: { patientRefId: 'P-1', request } });

  beforeEach(() =>
    server.use(
      http.post('*/api/links/request', () =>
        HttpResponse.json({ status: 'success', data: requests.firstSent }),
      ),
    ),
  );
  afterEach(() => server.resetHandlers());

  it('the form names its document, and only an optional one can be skipped', async () => {
    verdict = () => acceptOne();
    await openForm();
    expect(screen.getByRole('heading', { name: 'Document 1 of 3 Insurance card' })).toBeVisible();
    expect(screen.queryByText(/has asked you for one document/)).toBeNull();
    expect(screen.queryByRole('button', { name: copy.request.skip() })).toBeNull();
    cleanup();
    verdict = () => acceptOne({ ...place, optional: true });
    await openForm();
    expect(screen.getByRole('button', { name: copy.request.skip() })).toBeVisible();
  });

  it('the form for a single document shows no document name, and the document cannot be skipped', async () => {
    await openForm();
    expect(screen.getByText(/has asked you for one document/)).toBeVisible();
    expect(screen.queryByText(/^Document 1 of/)).toBeNull();
    expect(screen.queryByRole('button', { name: copy.request.skip() })).toBeNull();
  });

  it('the receipt offers the next document, and does not say that nothing else is needed', async () => {
    verdict = () => acceptOne({ ...place, optional: true });
    const upload = await sendPhoto();
    upload.respond(201, { status: 'success', data: { upload: { patientRefId: 'P-1' } } });
    expect(await next()).toBeVisible();
    expect(screen.getByText(copy.receipt.arrived())).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save receipt' })).toBeVisible();
    expect(screen.queryByText(/You do not need to do anything else/)).toBeNull();
    expect(screen.queryByText(copy.link.nowUsed())).toBeNull();
  });

  it('the page of a used link offers the next document instead of advising the patient to ask for a new link', async () => {
    verdict = () => reject(410, 'link_used', errors.link_used.text, used);
    renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
    expect(await next()).toBeVisible();
    expect(screen.getByRole('heading', { name: copy.usedLink.other() })).toHaveFocus();
    expect(screen.queryByText(errors.link_used.text)).toBeNull();
    expect(screen.queryByText(copy.usedLink.otherHelp())).toBeNull();
  });

  it('the page of a used link that the clinic has replaced does not offer the next document', async () => {
    const at = '2026-11-21T10:00:00.000Z';
    const replaced = { ...used, replacedAt: at, replacementSentAt: at };
    verdict = () => reject(410, 'link_used', errors.link_used.text, replaced);
    renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
    expect(await screen.findByText(/^Your clinic has sent you a new link/, undefined, slow)).toBeVisible();
    expect(screen.getByText(errors.link_used.text)).toBeVisible();
    expect(screen.queryByText(copy.request.looking())).toBeNull();
  });

  it('the page of a skipped document offers the next document, and does not say that the link was cancelled', async () => {
    verdict = () => reject(410, 'link_revoked', errors.link_revoked.text, ended);
    renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
    expect(await next()).toBeVisible();
    expect(screen.getByRole('heading', { name: copy.request.skipped() })).toHaveFocus();
    expect(screen.queryByText(errors.link_revoked.text)).toBeNull();
  });

  it('the replaced link of a skipped document says that the clinic has sent a new one', async () => {
    const at = '2026-11-21T10:00:00.000Z';
    const replaced = { ...ended, replacedAt: at, replacementSentAt: at };
    verdict = () => reject(410, 'link_revoked', errors.link_revoked.text, replaced);
    renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
    expect(await screen.findByText(/^Your clinic has sent you a new link/, undefined, slow)).toBeVisible();
    expect(screen.queryByText(copy.request.skipped())).toBeNull();
  });

  it('the page of a skipped document does not say that everything is done if its request is unknown', async () => {
    server.use(
      http.post('*/api/links/request', () => HttpResponse.json({ status: 'success', data: requests.none })),
    );
    verdict = () => reject(410, 'link_revoked', errors.link_revoked.text, ended);
    renderWith(<PatientPage token="link-token" clinicName={null} languages={oneLanguage} />);
    expect(await screen.findByText(copy.linkHelp.other(), undefined, slow)).toBeVisible();
    expect(screen.queryByText(copy.request.done())).toBeNull();
  });

  it('after a document was skipped elsewhere, its open form is replaced by the offer of the next document', async () => {
    verdict = () => acceptOne({ ...place, optional: true });
    const upload = await sendPhoto();
    verdict = () => reject(410, 'link_revoked', errors.link_revoked.text, ended);
    upload.respond(410, { status: 'fail', code: 'link_revoked', message: errors.link_revoked.text });
    expect(await next()).toBeVisible();
    expect(screen.getByRole('heading', { name: copy.request.skipped() })).toHaveFocus();
    expect(screen.queryByText(errors.link_revoked.text)).toBeNull();
  });

  it('if a link was used elsewhere while its form was open, the page offers the next document', async () => {
    verdict = () => acceptOne();
    const upload = await sendPhoto();
    const { ofRequest: _only, ...receipt } = used;
    upload.respond(410, { status: 'fail', code: 'link_used', message: 'x', data: receipt });
    expect(await next()).toBeVisible();
    expect(screen.getByText('“photo.jpg”, the file chosen here, was not sent.')).toBeVisible();
  });

  it('the page of a link that was used elsewhere does not say that all was sent if the look-up fails', async () => {
    server.use(http.post('*/api/links/request', () => HttpResponse.error()));
    verdict = () => acceptOne();
    const upload = await sendPhoto();
    const { ofRequest: _only, ...receipt } = used;
    upload.respond(410, { status: 'fail', code: 'link_used', message: 'x', data: receipt });
    expect(await screen.findByText(copy.request.failed(), undefined, slow)).toBeVisible();
    expect(screen.getByText('“photo.jpg”, the file chosen here, was not sent.')).toBeVisible();
    expect(screen.queryByText(/has arrived/)).toBeNull();
  });
});
