import { Counter, Gauge, Histogram, register } from 'prom-client';

/*
 * Gets or creates metrics: tests run several services in one process, and the registry belongs to the
 * process. Names and meanings are listed in docs/metrics.md, which a check compares. No label ever holds an
 * id or a name.
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
 * A gauge measured whenever metrics are collected; the newest one of a name counts. When measuring fails,
 * because the database is unavailable, it keeps its last value and the failure is counted, so that the other
 * metrics are still collected.
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
        // The database's own errors are logged where work fails; here they are only counted.
        failures.inc({ metric: name });
      }
    },
  });
}
