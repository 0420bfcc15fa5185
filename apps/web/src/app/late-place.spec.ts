import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { restoreLatePlace } from './late-place.js';

type Listener = Parameters<Parameters<typeof restoreLatePlace>[0]['subscribe']>[0];
type State = Parameters<Listener>[0];

/** Makes the router publish a state with this path and this scroll position to restore. */
let arrive: (pathname: string, place: number | false) => void;
/** Grows the page to this height, the furthest that the browser can scroll. */
let grow: (height: number) => void;
let end: () => void;
const before = { observer: window.ResizeObserver, scrollTo: window.scrollTo };

beforeEach(() => {
  let height = 0;
  const watches = new Set<() => void>();
  window.scrollY = 0;
  window.scrollTo = ((_x: number, y: number) => {
    window.scrollY = Math.min(y, height);
  }) as typeof window.scrollTo;
  window.ResizeObserver = class {
    private readonly report: () => void;
    constructor(callback: ResizeObserverCallback) {
      this.report = () => callback([], this);
    }
    observe = () => void watches.add(this.report);
    unobserve = () => undefined;
    disconnect = () => void watches.delete(this.report);
  };
  grow = (to) => {
    height = to;
    watches.forEach((report) => report());
  };
  end = restoreLatePlace({
    subscribe: (listener) => {
      arrive = (pathname, restoreScrollPosition) =>
        listener(
          { location: { pathname, key: 'k' }, restoreScrollPosition } as unknown as State,
          {} as Parameters<Listener>[1],
        );
      return () => undefined;
    },
  });
});
afterEach(() => {
  end();
  jest.useRealTimers();
  Object.assign(window, { ResizeObserver: before.observer, scrollTo: before.scrollTo });
});

describe('the scroll position of a page whose rows load late', () => {
  it('the page is scrolled as it grows, until the position is reached', () => {
    arrive('/tokens', 900);
    grow(200);
    expect(window.scrollY).toBe(200);
    grow(2_000);
    expect(window.scrollY).toBe(900);
    window.scrollY = 50;
    grow(3_000);
    expect(window.scrollY).toBe(50);
  });

  it.each(['wheel', 'touchmove', 'keydown', 'pointerdown'])(
    'the page is no longer scrolled once the user acts (%s)',
    (move) => {
      arrive('/tokens', 900);
      window.dispatchEvent(new Event(move));
      grow(2_000);
      expect(window.scrollY).toBe(0);
    },
  );

  it('opening another page ends the scrolling, even if the router published the first state twice', () => {
    arrive('/tokens', 900);
    arrive('/tokens', 900);
    arrive('/documents', false);
    grow(2_000);
    expect(window.scrollY).toBe(0);
  });

  it('a page that stays short is no longer scrolled after ten seconds', () => {
    jest.useFakeTimers();
    arrive('/tokens', 900);
    jest.advanceTimersByTime(10_000);
    grow(2_000);
    expect(window.scrollY).toBe(0);
  });
});
