import { jest } from '@jest/globals';
import { waitForNetwork } from './network.js';

let online = true;
let visibility: DocumentVisibilityState = 'visible';
jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);

beforeEach(() => {
  jest.useFakeTimers();
  [online, visibility] = [true, 'visible'];
});
afterEach(() => jest.useRealTimers());

const minutes = (count: number) => count * 60_000;

describe('waiting for the network', () => {
  it('a page that is online and visible does not wait', async () => {
    expect(await waitForNetwork(new AbortController().signal)).toBe('unchanged');
  });

  it('a page continues when the device is online again', async () => {
    online = false;
    const waiting = waitForNetwork(new AbortController().signal);
    online = true;
    window.dispatchEvent(new Event('online'));
    expect(await waiting).toBe('restored');
  });

  it('a page that was hidden continues when it is visible again', async () => {
    visibility = 'hidden';
    const waiting = waitForNetwork(new AbortController().signal);
    visibility = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await waiting).toBe('restored');
  });

  it('a page that is visible again does not continue before it is online as well', async () => {
    [online, visibility] = [false, 'hidden'];
    const ended = jest.fn();
    const waiting = waitForNetwork(new AbortController().signal).then(ended);
    visibility = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    await Promise.resolve();
    expect(ended).not.toHaveBeenCalled();
    online = true;
    window.dispatchEvent(new Event('online'));
    await waiting;
    expect(ended).toHaveBeenCalledWith('restored');
  });

  it('a wait ends after ten minutes', async () => {
    online = false;
    const ended = jest.fn();
    void waitForNetwork(new AbortController().signal).then(ended);
    await jest.advanceTimersByTimeAsync(minutes(10) - 1);
    expect(ended).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledWith('given up');
  });

  it('a wait ends when the patient cancels', async () => {
    online = false;
    const stop = new AbortController();
    const waiting = waitForNetwork(stop.signal);
    stop.abort();
    expect(await waiting).toBe('given up');
    expect(await waitForNetwork(stop.signal)).toBe('given up');
  });
});
