import {
  languageOf,
  loadLaterCopy,
  loadPatientCopy,
  withLater,
  type PatientCopy,
} from '@caredrop/patient-copy';
import { jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { CopyRoot } from './copy-root.js';
import { firstLanguage } from './language-list.js';
import { isLanguageUnsent } from './link/send-language.js';
import { PatientPage } from './patient-page.js';
import { files } from './testing/files.js';

const slow = { timeout: 10_000 };
const user = userEvent.setup({ applyAccept: false });
const told = jest.fn<(body: unknown) => void>();
let ofLink: string | null;
let refused: boolean;
let isDown: boolean;
const server = setupServer(
  http.get('*/api/tokens/validate/:token', () =>
    refused
      ? HttpResponse.json({ status: 'fail', code: 'link_expired', message: 'x' }, { status: 410 })
      : HttpResponse.json({
          status: 'success',
          data: { patientRefId: 'P-1', expiresAt: null, language: ofLink },
        }),
  ),
  http.post('*/api/links/language', async ({ request }) => {
    told(await request.json());
    if (isDown) return HttpResponse.error();
    return HttpResponse.json({ status: 'success', data: { received: true } }, { status: 202 });
  }),
);
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

let list: HTMLSelectElement;
const offer = (...ids: string[]) => {
  const options = ids.map((id) => `<option value="${id}">${languageOf(id).name}</option>`);
  document.body.innerHTML = `<nav><label for="language"></label><select id="language" disabled>${options.join('')}</select></nav><div id="root"></div>`;
  list = document.querySelector('select')!;
};
const copies = Object.fromEntries(
  await Promise.all(
    ['en', 'pl', 'ar'].map(async (id) => {
      const copy = withLater(await loadPatientCopy(id), await loadLaterCopy(id));
      return [id, copy] as const;
    }),
  ),
) as Record<'en' | 'pl' | 'ar', PatientCopy>;

beforeEach(() => {
  localStorage.clear();
  told.mockClear();
  [ofLink, refused, isDown] = [null, false, false];
  offer('en', 'pl', 'ar');
});

const open = () => {
  const id = firstLanguage(list);
  const page = (
    <CopyRoot first={copies[id as 'en']} list={list} isUnsent={isLanguageUnsent('link-token', id)}>
      {(languages, clinicName) => (
        <PatientPage token="link-token" clinicName={clinicName} languages={languages} />
      )}
    </CopyRoot>
  );
  return render(page, { container: document.getElementById('root')! });
};
const heading = (id: 'en' | 'pl' | 'ar') =>
  screen.findByRole('heading', { level: 1, name: copies[id].form.upload() }, slow);
const html = () => document.documentElement;

describe('the language of the page', () => {
  it("the link's language is shown, with its direction, title and label", async () => {
    ofLink = 'ar';
    open();
    await heading('ar');
    await waitFor(() => expect(html().dir).toBe('rtl'));
    expect(html().lang).toBe(languageOf('ar').tag);
    expect(document.title).toBe(copies.ar.form.upload());
    expect(list.value).toBe('ar');
    expect(list.labels[0]!.textContent).toBe(copies.ar.languages.label());
    expect(told).not.toHaveBeenCalled();
  });

  it("the clinic's name changes to the link's language together with the page", async () => {
    [list.options[0]!.dataset.clinic, list.options[1]!.dataset.clinic] = ['Harbour Surgery', 'Przychodnia'];
    ofLink = 'pl';
    open();
    await heading('pl');
    expect(screen.getByText('Przychodnia')).toBeVisible();
    expect(screen.queryByText('Harbour Surgery')).not.toBeInTheDocument();
  });

  it('choosing a language keeps the chosen file and the comment; the choice is stored on the device and sent to the clinic', async () => {
    open();
    await heading('en');
    await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, files.pdf());
    await screen.findByText('letter.pdf');
    await user.type(screen.getByLabelText(copies.en.form.comment()), 'Hello');
    await user.selectOptions(list, 'pl');
    await heading('pl');
    expect(screen.getByText('letter.pdf')).toBeVisible();
    expect(screen.getByLabelText(copies.pl.form.comment())).toHaveValue('Hello');
    await waitFor(() => expect(told).toHaveBeenCalledWith({ token: 'link-token', language: 'pl' }));
    expect(firstLanguage(list)).toBe('pl');
  });

  it("a language stored on the device takes precedence over the browser's languages, and the link's language over both", async () => {
    localStorage.setItem('caredrop.language', 'pl');
    expect(firstLanguage(list)).toBe('pl');
    ofLink = 'ar';
    open();
    await heading('ar');
  });

  it('a language choice that the clinic did not receive is sent again, once, when the device comes online', async () => {
    isDown = true;
    open();
    await heading('en');
    await user.selectOptions(list, 'pl');
    await waitFor(() => expect(told).toHaveBeenCalledTimes(1));
    isDown = false;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(told).toHaveBeenCalledTimes(2));
    expect(told).toHaveBeenLastCalledWith({ token: 'link-token', language: 'pl' });
    await waitFor(() => expect(isLanguageUnsent('link-token', 'pl')).toBe(false));
    window.dispatchEvent(new Event('online'));
    await heading('pl');
    expect(told).toHaveBeenCalledTimes(2);
  });

  it("a language choice that the clinic did not receive takes precedence over the link's language when the link is reopened", async () => {
    isDown = true;
    const { unmount } = open();
    await heading('en');
    await user.selectOptions(list, 'pl');
    await waitFor(() => expect(told).toHaveBeenCalledTimes(1));
    unmount();
    [isDown, ofLink] = [false, 'ar'];
    expect(isLanguageUnsent('another-link', 'pl')).toBe(false);
    open();
    await heading('pl');
    await waitFor(() => expect(told).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(isLanguageUnsent('link-token', 'pl')).toBe(false));
  });

  it('a language chosen on the page of an ended link changes the page, but is not sent to the clinic', async () => {
    refused = true;
    open();
    await screen.findByRole('heading', { name: copies.en.link.invalid() }, slow);
    await user.selectOptions(list, 'ar');
    await screen.findByRole('heading', { name: copies.ar.link.invalid() }, slow);
    expect(told).not.toHaveBeenCalled();
  });

  it("the link's language is ignored if the clinic does not offer it", async () => {
    offer('en', 'pl');
    ofLink = 'ar';
    open();
    await heading('en');
    expect(html().dir).toBe('ltr');
  });
});
