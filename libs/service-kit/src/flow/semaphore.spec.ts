import { QueueFullError, Semaphore } from './semaphore.js';

const semaphoreWith = (options = {}) =>
  new Semaphore({ inFlight: 1, waiting: 2, waitMs: 60_000, ...options });

describe('Semaphore', () => {
  it('waiting callers get a semaphore slot in order as slots are released', async () => {
    const semaphore = semaphoreWith();
    const order: string[] = [];
    const release = await semaphore.acquire();
    const second = semaphore.acquire().then((give) => (order.push('second'), give()));
    const third = semaphore.acquire().then((give) => (order.push('third'), give()));
    expect([semaphore.inFlight, semaphore.waiting]).toEqual([1, 2]);
    release();
    await Promise.all([second, third]);
    expect(order).toEqual(['second', 'third']);
    expect([semaphore.inFlight, semaphore.waiting]).toEqual([0, 0]);
  });

  it('a semaphore slot that is released twice is counted once', async () => {
    const semaphore = semaphoreWith({ inFlight: 2 });
    const release = await semaphore.acquire();
    await semaphore.acquire();
    release();
    release();
    expect(semaphore.inFlight).toBe(1);
  });

  it('a caller is refused when the semaphore’s queue is full', async () => {
    const semaphore = semaphoreWith({ waiting: 0 });
    await semaphore.acquire();
    await expect(semaphore.acquire()).rejects.toThrow(QueueFullError);
  });

  it('a caller that waits too long for a semaphore slot is refused and leaves the queue', async () => {
    const semaphore = semaphoreWith({ waitMs: 1 });
    await semaphore.acquire();
    await expect(semaphore.acquire()).rejects.toThrow(QueueFullError);
    expect(semaphore.waiting).toBe(0);
  });

  it('a caller that aborts while waiting for a semaphore slot leaves the queue', async () => {
    const semaphore = semaphoreWith();
    const release = await semaphore.acquire();
    const gone = new AbortController();
    const waiting = semaphore.acquire(gone.signal);
    gone.abort(new Error('client gone'));
    await expect(waiting).rejects.toThrow('client gone');
    release();
    expect([semaphore.inFlight, semaphore.waiting]).toEqual([0, 0]);
  });
});
