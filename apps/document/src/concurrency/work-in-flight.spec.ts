import { WorkInFlight } from './work-in-flight.js';

describe('WorkInFlight', () => {
  it('finished() waits for work that started later and for failed work', async () => {
    const work = new WorkInFlight();
    const order: string[] = [];
    const failing = work.track(Promise.reject(new Error('x')));
    void work.track(
      Promise.resolve().then(() => {
        void work.track(Promise.resolve().then(() => order.push('second')));
        order.push('first');
      }),
    );
    await expect(failing).rejects.toThrow('x');
    await work.finished();
    expect(order).toEqual(['first', 'second']);
  });
});
