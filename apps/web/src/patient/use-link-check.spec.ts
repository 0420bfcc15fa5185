import { jest } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import type { PageEvent } from './page-state.js';
import { useLinkCheck } from './use-link-check.js';

const minutes = (count: number) => count * 60_000;
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
const accepted = () =>
  Promise.resolve(
    new Response(JSON.stringify({ status: 'success', data: { patientRefId: 'P-1' } }), { status: 200 }),
  );
const rejected = (code: string) =>
  Promise.resolve(new Response(JSON.stringify({ status: 'fail', code, message: 'No' }), { status: 410 }));

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('checking a link', () => {
  it('a link that could not be checked is checked again until the server can be reached, however long that takes', async () => {
    jest.useFakeTimers();
    const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(unreachable);
    const dispatch = jest.fn<(event: PageEvent) => void>();
    const offer = () => Promise.resolve();
    renderHook(() => useLinkCheck('link-token', dispatch, offer));
    await jest.advanceTimersByTimeAsync(minutes(20));
    expect(dispatch).not.toHaveBeenCalledWith(expect.objectContaining({ type: 'link accepted' }));
    fetched.mockImplementation(accepted);
    await jest.advanceTimersByTimeAsync(minutes(1));
    expect(dispatch).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'link accepted' }));
  });

  it.each([
    ['that is still being checked', () => new Promise<Response>(() => undefined), 'link-token'],
    ['that could not be checked', unreachable, 'link-token'],
    ['that was accepted', accepted, 'link-token'],
    ['that is used', () => rejected('link_used'), 'link-token'],
    ['that no clinic has made', () => rejected('link_unknown'), null],
  ])(
    'a link %s is kept for the next page of the tab, unless the link is unknown',
    async (_, respond, kept) => {
      jest.useFakeTimers();
      sessionStorage.clear();
      jest.spyOn(globalThis, 'fetch').mockImplementation(respond);
      renderHook(() => useLinkCheck('link-token', jest.fn(), () => Promise.resolve()));
      await jest.advanceTimersByTimeAsync(minutes(0.1));
      window.dispatchEvent(new Event('pagehide'));
      expect(sessionStorage.getItem('caredrop.link')).toBe(kept);
    },
  );
});
