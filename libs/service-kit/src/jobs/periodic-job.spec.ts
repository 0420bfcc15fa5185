import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createLogger } from '../logging/logger.js';
import { PeriodicJob, type NextRun, type PeriodicJobOptions } from './periodic-job.js';

const lines: string[] = [];
const logger = createLogger('test', 'info', { write: (line) => void lines.push(line) });
const HOUR = 3_600_000;
const AFTER_ALL_TIMERS_MS = 20;

/**
 * A job whose first runs execute the given functions; `finished` resolves when the last of them has begun.
 */
function running(
  turns: Array<(isStopping: () => boolean) => NextRun | Promise<NextRun>>,
  options: Partial<PeriodicJobOptions> = {},
) {
  let count = 0;
  let done!: () => void;
  const finished = new Promise<void>((resolve) => (done = resolve));
  const run = async (isStopping: () => boolean): Promise<NextRun> => {
    const turn = turns[count++];
    if (count === turns.length) done();
    return turn?.(isStopping);
  };
  const job = new PeriodicJob({ name: 'count', everyMs: HOUR, run, logger, ...options });
  job.start();
  return { job, finished, count: () => count };
}

/** Returns a run that lasts until `letGo` is called. */
function heldRun() {
  let started!: () => void;
  const inside = new Promise<void>((resolve) => (started = resolve));
  let letGo!: () => void;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const run = async () => {
    started();
    await held;
  };
  return { inside, letGo: () => letGo(), run };
}

const timersHaveFired = () => new Promise((resolve) => setTimeout(resolve, AFTER_ALL_TIMERS_MS));

describe('PeriodicJob', () => {
  it('a job runs again at once while there is more to do, then waits for its interval', async () => {
    const { job, finished, count } = running([() => 'at once', () => 'at once', () => undefined]);
    await finished;
    await timersHaveFired();
    expect(count()).toBe(3);
    await job.stop();
  });

  it('a job runs again after the delay that its run returned', async () => {
    const { job, finished } = running([() => ({ inMs: 1 }), () => undefined]);
    await finished;
    await job.stop();
  });

  it('the first run begins after its own delay', async () => {
    const { job, finished, count } = running([() => undefined], { firstInMs: HOUR });
    await timersHaveFired();
    expect(count()).toBe(0);
    job.wake();
    await finished;
    await job.stop();
  });

  it('a job that is woken several times while it runs runs once more', async () => {
    const { inside, letGo, run } = heldRun();
    const { job, finished, count } = running([run, () => undefined]);
    await inside;
    job.wake();
    job.wake();
    letGo();
    await finished;
    await timersHaveFired();
    expect(count()).toBe(2);
    await job.stop();
  });

  it('wake-ups within the gathering time cause one run', async () => {
    const { job, finished, count } = running([() => undefined], { firstInMs: HOUR, gatherMs: 1 });
    job.wake();
    job.wake();
    await finished;
    await timersHaveFired();
    expect(count()).toBe(1);
    await job.stop();
  });

  it('a failed run is logged, and the job runs again', async () => {
    const fail = () => {
      throw new Error('database away');
    };
    const { job, finished } = running([fail, () => undefined], { everyMs: 1 });
    await finished;
    await job.stop();
    expect(
      lines.some((line) => line.includes('scheduled job failed') && line.includes('database away')),
    ).toBe(true);
  });

  it('stop() waits for the current run', async () => {
    const { inside, letGo, run } = heldRun();
    const { job } = running([run]);
    await inside;
    let stopped = false;
    const stopping = job.stop().then(() => (stopped = true));
    await timersHaveFired();
    expect(stopped).toBe(false);
    letGo();
    await stopping;
  });

  it('a run learns that its job is being stopped', async () => {
    const held = heldRun();
    const learned: boolean[] = [];
    const { job } = running([
      async (isStopping) => {
        learned.push(isStopping());
        await held.run();
        learned.push(isStopping());
      },
    ]);
    await held.inside;
    const stopping = job.stop();
    held.letGo();
    await stopping;
    expect(learned).toEqual([false, true]);
  });

  it('a stopped job does not run when woken', async () => {
    const { job, finished, count } = running([() => undefined]);
    await finished;
    await job.stop();
    job.wake();
    await timersHaveFired();
    expect(count()).toBe(1);
  });

  it('a provider that extends PeriodicJob starts and stops with the application', async () => {
    const held = heldRun();
    @Injectable()
    class Job extends PeriodicJob {
      constructor() {
        super({ name: 'count', everyMs: HOUR, run: held.run, logger });
      }
    }
    @Module({ providers: [Job] })
    class App {}
    const app = await NestFactory.createApplicationContext(App, { logger: false });
    await held.inside;
    let closed = false;
    const closing = app.close().then(() => (closed = true));
    await timersHaveFired();
    expect(closed).toBe(false);
    held.letGo();
    await closing;
  });

  it('when the application stops, every job learns of it before the jobs of another module have ended', async () => {
    const { letGo, run } = heldRun();
    const learned: (() => boolean)[] = [];
    const newJob = () => {
      const runHeld = (isStopping: () => boolean) => {
        learned.push(isStopping);
        return run();
      };
      @Injectable()
      class Job extends PeriodicJob {
        constructor() {
          super({ name: 'count', everyMs: HOUR, run: runHeld, logger });
        }
      }
      return Job;
    };
    @Module({ providers: [newJob()] })
    class Other {}
    @Module({ providers: [newJob()], imports: [Other] })
    class App {}
    const app = await NestFactory.createApplicationContext(App, { logger: false });
    await timersHaveFired();
    const closing = app.close();
    await timersHaveFired();
    expect(learned.map((isStopping) => isStopping())).toEqual([true, true]);
    letGo();
    await closing;
  });
});
