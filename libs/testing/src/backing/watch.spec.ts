import { eventually } from '../eventually.js';
import { startChild } from '../process/start-child.js';
import { watch, type Watched } from './watch.js';

const said: string[] = [];
let watching: { stop: () => void } | undefined;
beforeEach(() => {
  said.length = 0;
});
afterEach(() => watching?.stop());

const start = (watched: Partial<Watched>) => {
  watching = watch(
    { name: 'RabbitMQ', probe: () => Promise.resolve(), ...watched },
    { onDied: (sentence) => said.push(sentence), everyMs: 20, failures: 3 },
  );
};

test('the test run ends with a message when a backing service is killed', async () => {
  const child = await startChild({ command: 'sleep', args: ['600'] });
  start({ exited: child.exited });
  process.kill(child.pid, 'SIGKILL');
  await eventually(() =>
    expect(said).toEqual(['RabbitMQ ended while tests were using it: the run ends here']),
  );
});

test.each([
  ['refuses', () => Promise.reject(new Error('refused'))],
  ['never settles', () => new Promise<never>(() => undefined)],
])(
  'the test run ends once when the probe of a backing service %s several times in a row',
  async (_how, probe) => {
    start({ probe });
    await eventually(() =>
      expect(said).toEqual(['RabbitMQ stopped responding while tests were using it: the run ends here']),
    );
  },
);

test('occasional probe failures, and an exit after the watch was stopped, do not end the test run', async () => {
  let probes = 0;
  let end = (): void => undefined;
  const exited = new Promise<void>((resolve) => (end = resolve));
  start({
    exited,
    probe: () => {
      probes += 1;
      return probes % 3 === 0 ? Promise.resolve() : Promise.reject(new Error('busy'));
    },
  });
  await eventually(() => expect(probes).toBeGreaterThan(12));
  watching?.stop();
  end();
  await exited;
  expect(said).toEqual([]);
});
