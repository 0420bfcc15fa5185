import { NoSlot, Slots } from './slots.js';

const slots = (options = {}) => new Slots({ inFlight: 1, waiting: 2, waitMs: 60_000, ...options });

describe('Slots', () => {
  it('waiting callers get a slot in order as slots are released', async () => {
    const places = slots();
    const order: string[] = [];
    const release = await places.acquire();
    const second = places.acquire().then((give) => (order.push('second'), give()));
    const third = places.acquire().then((give) => (order.push('third'), give()));
    expect([places.inFlight, places.waiting]).toEqual([1, 2]);
    release();
    await Promise.all([second, third]);
    expect(order).toEqual(['second', 'third']);
    expect([places.inFlight, places.waiting]).toEqual([0, 0]);
  });

  it('a slot released twice is counted once', async () => {
    const places = slots({ inFlight: 2 });
    const release = await places.acquire();
    await places.acquire();
    release();
    release();
    expect(places.inFlight).toBe(1);
  });

  it('a caller is refused when the queue is full', async () => {
    const places = slots({ waiting: 0 });
    await places.acquire();
    await expect(places.acquire()).rejects.toThrow(NoSlot);
  });

  it('a caller that waits too long is refused and leaves the queue', async () => {
    const places = slots({ waitMs: 1 });
    await places.acquire();
    await expect(places.acquire()).rejects.toThrow(NoSlot);
    expect(places.waiting).toBe(0);
  });

  it('a caller that aborts while waiting leaves the queue', async () => {
    const places = slots();
    const release = await places.acquire();
    const gone = new AbortController();
    const waiting = places.acquire(gone.signal);
    gone.abort(new Error('client gone'));
    await expect(waiting).rejects.toThrow('client gone');
    release();
    expect([places.inFlight, places.waiting]).toEqual([0, 0]);
  });
});
