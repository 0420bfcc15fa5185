import { NoSlot, Slots } from './slots.js';

const slots = (options = {}) => new Slots({ inFlight: 1, waiting: 2, waitMs: 60_000, ...options });

describe('Slots', () => {
  it('lets the next in when one leaves, in order', async () => {
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

  it('counts a place once, however often it is given back', async () => {
    const places = slots({ inFlight: 2 });
    const release = await places.acquire();
    await places.acquire();
    release();
    release();
    expect(places.inFlight).toBe(1);
  });

  it('sends away who finds the queue full', async () => {
    const places = slots({ waiting: 0 });
    await places.acquire();
    await expect(places.acquire()).rejects.toThrow(NoSlot);
  });

  it('sends away who waited too long, and keeps nothing of them', async () => {
    const places = slots({ waitMs: 1 });
    await places.acquire();
    await expect(places.acquire()).rejects.toThrow(NoSlot);
    expect(places.waiting).toBe(0);
  });

  it('forgets who left while waiting', async () => {
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
