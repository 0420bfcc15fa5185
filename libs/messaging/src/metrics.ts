import { Counter, Gauge, register, type Registry } from 'prom-client';
import { withTimeout } from './util/with-timeout.js';

/** The gateway uses the same counter for live updates. */
export const FORGED_HELP = 'Events refused because their source did not sign them or may not publish them';

/** Well below Prometheus's scrape timeout (10 s by default), after which all metrics of the service are missing. */
const MEASURE_WITHIN_MS = 2_000;

/** The metrics of events. For alerts, see the README. */
export class MessagingMetrics {
  readonly brokerConnected: Gauge;
  readonly published: Counter<'type'>;
  readonly returned: Counter<'type'>;
  readonly publishFailed: Counter<'type'>;
  readonly handled: Counter<'handler' | 'outcome'>;
  readonly undone: Counter;
  readonly deadLettered: Counter<'type' | 'reason'>;
  readonly forged: Counter<'reason'>;
  readonly paused: Gauge;

  constructor(private readonly registry: Registry = register) {
    this.brokerConnected = this.gauge('events_broker_connected', '1 while events can be published');
    this.published = this.counter('events_published_total', 'Events confirmed by the broker', ['type']);
    this.returned = this.counter(
      'events_returned_total',
      'Events that must be consumed but were unroutable',
      ['type'],
    );
    this.publishFailed = this.counter(
      'events_publish_failed_total',
      'Events that the broker did not confirm; they are retried',
      ['type'],
    );
    this.handled = this.counter('events_handled_total', 'Handler runs by outcome: done, duplicate, failed', [
      'handler',
      'outcome',
    ]);
    this.undone = this.counter(
      'events_batches_undone_total',
      'Batches rolled back and handled one event at a time',
      [],
    );
    this.deadLettered = this.counter('events_dead_lettered_total', 'Events moved to the dead-letter queue', [
      'type',
      'reason',
    ]);
    this.forged = this.counter('events_forged_total', FORGED_HELP, ['reason']);
    this.paused = this.gauge('events_consumer_paused', '1 while the consumer waits for its database');
  }

  /**
   * Adds a gauge that is measured when metrics are collected. When measuring fails or takes too long, it keeps its last
   * value, the failure is counted and `onError` is called.
   */
  measured(
    name: string,
    help: string,
    measure: () => Promise<number>,
    onError: (error: unknown) => void,
  ): void {
    this.registry.removeSingleMetric(name);
    const failures = this.failures();
    const gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        try {
          this.set(await withTimeout(measure(), MEASURE_WITHIN_MS));
        } catch (error) {
          failures.inc({ metric: name });
          onError(error);
        }
      },
    });
    gauge.set(0);
  }

  // Not replaced, unlike the metrics below: service-kit counts the failures of its metrics with the same counter.
  private failures(): Counter<'metric'> {
    const name = 'metrics_not_measured_total';
    const existing = this.registry.getSingleMetric(name) as Counter<'metric'> | undefined;
    const help = 'Metrics that could not be collected';
    return existing ?? new Counter({ name, help, labelNames: ['metric'], registers: [this.registry] });
  }

  // A registry may contain metrics of an earlier module of the same process (tests): the latest one wins.
  private counter<L extends string>(name: string, help: string, labelNames: L[]): Counter<L> {
    this.registry.removeSingleMetric(name);
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  private gauge(name: string, help: string): Gauge {
    this.registry.removeSingleMetric(name);
    return new Gauge({ name, help, registers: [this.registry] });
  }
}
