import { createLogger } from '@caredrop/service-kit';
import { Job } from './job.js';
import { WorkInFlight } from './work-in-flight.js';

const lines: string[] = [];
const logger = createLogger('test', 'info', { write: (line) => void lines.push(line) });
const HOUR = 3_600_000;

/** A job whose first runs do what is given; resolves after that many. */
function running(turns: Array<() => boolean | Promise<boolean>>, everyMs = HOUR) {
  const work = new WorkInFlight();
  let count = 0;
  let done!: () => void;
  const finished = new Promise<void>((resolve) => (done = resolve));
  const step = async () => {
    const turn = turns[count++];
    if (count === turns.length) done();
    return (await turn?.()) ?? false;
  };
  const job = new Job('count', everyMs, step, work, logger);
  job.start();
  return { job, work, finished, count: () => count };
}

describe('Job', () => {
  it('a job runs again at once while there is more work, then waits for its interval', async () => {
    const { job, work, finished, count } = running([() => true, () => true, () => false]);
    await finished;
    await work.finished();
    expect(count()).toBe(3);
    job.stop();
  });

  it('a job that is woken while it runs runs once more', async () => {
    let started!: () => void;
    const inside = new Promise<void>((resolve) => (started = resolve));
    let letGo!: () => void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const { job, finished } = running([
      async () => {
        started();
        await held;
        return false;
      },
      () => false,
    ]);
    await inside;
    job.wake();
    letGo();
    await finished;
    job.stop();
  });

  it('a failed run is logged, and the job runs again', async () => {
    const { job, finished } = running(
      [
        () => {
          throw new Error('database away');
        },
        () => false,
      ],
      1,
    );
    await finished;
    job.stop();
    expect(
      lines.some((line) => line.includes('scheduled job failed') && line.includes('database away')),
    ).toBe(true);
  });

  it('a stopped job does not run when woken', async () => {
    const { job, work, finished, count } = running([() => true]);
    await finished;
    job.stop();
    job.wake();
    await work.finished();
    expect(count()).toBe(1);
  });
});

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
