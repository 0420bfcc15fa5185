import { Registry } from 'prom-client';
import { MessagingMetrics } from './metrics.js';

test('a metric that cannot be measured in time keeps its last value and is counted, and the other metrics are served', async () => {
  const registry = new Registry();
  const metrics = new MessagingMetrics(registry);
  const measured = [Promise.resolve(7), new Promise<number>(() => undefined)];
  const errors: unknown[] = [];
  const measure = () => measured.shift() ?? Promise.reject(new Error('measured too often'));
  metrics.measured('events_waiting', 'Events in the queue', measure, (error) => errors.push(error));
  await registry.metrics();
  const served = await registry.metrics();
  expect(served).toContain('events_waiting 7');
  expect(served).toContain('events_broker_connected 0');
  expect(errors).toEqual([new Error('no result after 2000 ms')]);
  const failures = await registry.getSingleMetric('metrics_not_measured_total')?.get();
  expect(failures?.values).toMatchObject([{ value: 1, labels: { metric: 'events_waiting' } }]);
});
