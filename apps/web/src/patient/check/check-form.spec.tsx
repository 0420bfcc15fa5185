import { loadCheckCopy } from '@caredrop/patient-copy';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { renderWith } from '../testing/english.js';
import { CheckForm } from './check-form.js';
import { proofHeaders } from './patient-proof.js';

const server = setupServer();
const copy = await loadCheckCopy('en');
const instructions = [{ language: 'en', direction: 'ltr', text: 'Both sides' }];
const initial = { Form: CheckForm, copy, initials: 'J. S.', state: 'needed', waitsUntil: null };

beforeAll(() => server.listen());
afterEach(() => {
  jest.useRealTimers();
  server.resetHandlers();
});
afterAll(() => server.close());

function show(changes: { state?: string; waitsUntil?: string | null } = {}) {
  const onLink = jest.fn();
  const onEnded = jest.fn();
  const check = { ...initial, ...changes };
  renderWith(<CheckForm token="t" check={check} onLink={onLink} onEnded={onEnded} />);
  return { onLink, onEnded };
}
function give(day: string, month: string, year: string) {
  for (const [name, value] of Object.entries({ Day: day, Month: month, Year: year }))
    fireEvent.input(screen.getByLabelText(name), { target: { value } });
  fireEvent.click(screen.getByRole('button'));
}
const ended = (data?: object, code = 'link_used') =>
  HttpResponse.json({ status: 'fail', code, data }, { status: 410 });
const receipt = { receivedAt: '2026-11-20T10:00:00.000Z', patientRefId: 'P-1' };
const respondWith = (status: number, body: object) =>
  server.use(http.post('*/api/links/check', () => HttpResponse.json(body, { status })));

describe('the question for the date of birth', () => {
  it('the heading of the question shows the patient’s initials and takes the focus', () => {
    show();
    expect(screen.getByRole('heading', { name: 'For J. S.' })).toHaveFocus();
  });

  it('an invalid date is not sent, and the box to correct takes the focus', () => {
    const fetched = jest.spyOn(globalThis, 'fetch');
    const { onLink } = show();
    give('27', '3', '48');
    expect(screen.getByRole('alert')).toHaveTextContent('Enter the year with 4 digits');
    expect(screen.getByLabelText('Year')).toHaveFocus();
    expect(fetched).not.toHaveBeenCalled();
    expect(onLink).not.toHaveBeenCalled();
  });

  it('after a correct date, the proof is kept for this tab and the link opens with its instructions', async () => {
    respondWith(200, { status: 'success', data: { proof: 'p' } });
    let proof: string | null = null;
    server.use(
      http.get('*/api/tokens/validate/t', ({ request }) => {
        proof = request.headers.get('X-Patient-Proof');
        const check = { initials: 'J. S.', state: 'passed' };
        return HttpResponse.json({ status: 'success', data: { patientRefId: 'P-1', check, instructions } });
      }),
    );
    const { onLink } = show();
    give('27', 'March', '1948');
    await waitFor(() => expect(onLink).toHaveBeenCalled());
    expect(proof).toBe('p');
    expect(onLink).toHaveBeenCalledWith(
      expect.objectContaining({
        check: expect.objectContaining({ state: 'passed' }) as object,
        instructions: expect.objectContaining({ texts: instructions }) as object,
      }),
    );
    expect(proofHeaders()).toEqual({
      'X-Patient-Proof': 'p',
      'X-Patient-Browser': expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    });
  });

  it('a link that ended while the date was being entered is reported as ended', async () => {
    respondWith(200, { status: 'success', data: { proof: 'p' } });
    server.use(http.get('*/api/tokens/validate/t', () => ended(undefined, 'link_expired')));
    const { onLink, onEnded } = show();
    give('27', '3', '1948');
    await waitFor(() => expect(onEnded).toHaveBeenCalled());
    expect(onLink).not.toHaveBeenCalled();
  });

  it('a link that was used while the date was being entered is reported with the details from its validation', async () => {
    server.use(
      http.post('*/api/links/check', () => ended(receipt)),
      http.get('*/api/tokens/validate/t', () => ended({ ...receipt, ofRequest: true })),
    );
    const { onEnded } = show();
    give('27', '3', '1948');
    await waitFor(() => expect(onEnded).toHaveBeenCalled());
    expect(onEnded).toHaveBeenCalledWith(
      expect.objectContaining({
        receipt: expect.objectContaining(receipt) as object,
        request: expect.anything() as object,
      }),
    );
  });

  it('a link that was used while the date was being entered is reported as used if it cannot be validated', async () => {
    server.use(
      http.post('*/api/links/check', () => ended(receipt)),
      http.get('*/api/tokens/validate/t', () => new HttpResponse(null, { status: 503 })),
    );
    const { onEnded } = show();
    give('27', '3', '1948');
    await waitFor(() => expect(onEnded).toHaveBeenCalled(), { timeout: 5_000 });
    expect(onEnded).toHaveBeenCalledWith(
      expect.objectContaining({ receipt: expect.objectContaining(receipt) as object, again: false }),
    );
  });

  it('if the link cannot be read after a correct date, the date can be entered again', async () => {
    respondWith(200, { status: 'success', data: { proof: 'p' } });
    server.use(http.get('*/api/tokens/validate/t', () => new HttpResponse(null, { status: 503 })));
    const { onLink, onEnded } = show();
    give('27', '3', '1948');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('could not be checked'), {
      timeout: 5_000,
    });
    expect(screen.getByRole('button')).toHaveAttribute('aria-disabled', 'false');
    expect(onLink).not.toHaveBeenCalled();
    expect(onEnded).not.toHaveBeenCalled();
  });

  it.each([
    [9, false],
    [3, true],
  ])('with %i attempts left, the page shows that number: %s', async (left, said) => {
    const check = { initials: 'J. S.', state: 'needed' };
    respondWith(422, { code: 'check_wrong', params: { left }, data: { check } });
    show();
    give('28', '3', '1948');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('This is not the date of birth'));
    expect(screen.queryByText(/You can try/) !== null).toBe(said);
  });

  it('the page does not say what happens after the last attempt, because the last round ends with a lock', async () => {
    const check = { initials: 'J. S.', state: 'needed' };
    respondWith(422, { code: 'check_wrong', params: { left: 1 }, data: { check } });
    show();
    give('28', '3', '1948');
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(/try again\. You can try once more\.$/),
    );
  });

  it('an unreachable server does not count as a wrong date', async () => {
    server.use(http.post('*/api/links/check', () => HttpResponse.error()));
    show();
    give('27', '3', '1948');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('could not be checked'));
  });

  it('after the wait, the date can be entered again', () => {
    show({ state: 'waiting', waitsUntil: '2020-01-01T00:00:00.000Z' });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByLabelText('Day')).toBeInTheDocument();
  });

  it('after 15 minutes the date can be entered again even if the phone’s clock is slow', () => {
    jest.useFakeTimers();
    show({ state: 'waiting', waitsUntil: new Date(Date.now() + 60 * 60_000).toISOString() });
    act(() => void jest.advanceTimersByTime(14 * 60_000));
    expect(screen.queryByRole('button')).toBeNull();
    act(() => void jest.advanceTimersByTime(60_000));
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('the page of a locked link says that the clinic can unlock it', () => {
    show({ state: 'locked' });
    expect(screen.getByRole('heading', { name: 'This link is locked' })).toHaveFocus();
    expect(screen.getByRole('status')).toHaveTextContent('It can unlock the link');
  });
});
