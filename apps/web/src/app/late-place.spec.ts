import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { restoreLatePlace } from './late-place.js';

type Listener = Parameters<Parameters<typeof restoreLatePlace>[0]['subscribe']>[0];
type State = Parameters<Listener>[0];

/** Reports a state of the router, of which only these parts are read. */
let arrive: (pathname: string, place: number | false) => void;
/** The page has grown to this height; the browser scrolls no further. */
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

describe('the place in a page whose rows arrive late', () => {
  it('the page is scrolled as it grows, until the place is reached', () => {
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
    'a person who moves (%s) is left alone',
    (move) => {
      arrive('/tokens', 900);
      window.dispatchEvent(new Event(move));
      grow(2_000);
      expect(window.scrollY).toBe(0);
    },
  );

  it('another page begins at its own place, and states without a new arrival change nothing', () => {
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
