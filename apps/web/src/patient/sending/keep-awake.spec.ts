import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { keepAwake } from './keep-awake.js';

const release = jest.fn(() => Promise.resolve());
const request = jest.fn((_type: string) => Promise.resolve({ release }));
const changeVisibility = () => document.dispatchEvent(new Event('visibilitychange'));

beforeEach(() => {
  jest.clearAllMocks();
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
});
afterEach(() => Reflect.deleteProperty(navigator, 'wakeLock'));

describe('keeping the screen on while a document is sent', () => {
  it('the lock is requested again when the page is shown again, and the last one is released', async () => {
    const letSleep = keepAwake();
    expect(request).toHaveBeenCalledTimes(1);
    request.mockRejectedValueOnce(new Error('The page is hidden.'));
    changeVisibility();
    const last = jest.fn(() => Promise.resolve());
    request.mockResolvedValueOnce({ release: last });
    changeVisibility();
    expect(request.mock.calls).toEqual([['screen'], ['screen'], ['screen']]);
    letSleep();
    await waitFor(() => expect(last).toHaveBeenCalledTimes(1));
  });

  it('the lock is not requested again once the document has been sent', () => {
    keepAwake()();
    changeVisibility();
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('in a browser that cannot keep the screen on, keepAwake does nothing', () => {
    Reflect.deleteProperty(navigator, 'wakeLock');
    const letSleep = keepAwake();
    changeVisibility();
    expect(letSleep).not.toThrow();
  });
});
