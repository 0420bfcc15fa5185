import { Counter, Gauge, Histogram, register } from 'prom-client';

/*
 * Metrics, got or made: tests run several services in one process, and the registry is the process's. Names and meanings
 * are listed in docs/metrics.md, which a check compares. No label ever holds an id or a name.
 */

export function counter<Label extends string>(
  name: string,
  help: string,
  labelNames: Label[] = [],
): Counter<Label> {
  const existing = register.getSingleMetric(name) as Counter<Label> | undefined;
  return existing ?? new Counter({ name, help, labelNames });
}

export function gauge<Label extends string>(
  name: string,
  help: string,
  labelNames: Label[] = [],
): Gauge<Label> {
  const existing = register.getSingleMetric(name) as Gauge<Label> | undefined;
  return existing ?? new Gauge({ name, help, labelNames });
}

/** `buckets`: upper bounds, in the unit that the name ends in. */
export function histogram<Label extends string>(
  name: string,
  help: string,
  buckets: number[],
  labelNames: Label[] = [],
): Histogram<Label> {
  const existing = register.getSingleMetric(name) as Histogram<Label> | undefined;
  return existing ?? new Histogram({ name, help, buckets, labelNames });
}

/**
 * A gauge measured whenever metrics are read; of several of one name the newest counts. What cannot be measured, because
 * the database is away, keeps its last value and is counted: the other metrics are wanted all the more then.
 */
export function measuredGauge(name: string, help: string, measure: () => Promise<number> | number): Gauge {
  register.removeSingleMetric(name);
  const failures = counter('metrics_not_measured_total', 'Metrics whose value could not be had', ['metric']);
  return new Gauge({
    name,
    help,
    async collect() {
      try {
        this.set(await measure());
      } catch {
        // The database's own errors are logged where work fails; here they are counted.
        failures.inc({ metric: name });
      }
    },
  });
}
