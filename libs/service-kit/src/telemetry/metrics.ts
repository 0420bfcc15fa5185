import { Counter, Gauge, Histogram, register } from 'prom-client';

/*
 * Gets or creates metrics: tests run several services in one process, and the registry belongs to the process. Names
 * and meanings are listed in docs/metrics.md, which a check compares with the code. No label ever holds an id or a
 * person's name.
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

/** `buckets`: upper bounds, in the unit at the end of the name. */
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
 * Adds a gauge that is measured whenever metrics are collected; the newest gauge with a name wins. When
 * measuring fails, for example because the database is unavailable, it keeps its last value and the failure
 * is counted, so that the other metrics are still collected.
 */
export function measuredGauge(name: string, help: string, measure: () => Promise<number> | number): Gauge {
  return collected(name, help, [], async (gauge) => gauge.set(await measure()));
}

/** Adds a {@link measuredGauge} that has a value for each value of `label`. */
export function measuredGauges<Label extends string>(
  name: string,
  help: string,
  label: Label,
  measure: () => Promise<Record<string, number>>,
): Gauge<Label> {
  return collected(name, help, [label], async (gauge) => {
    for (const [value, number] of Object.entries(await measure()))
      gauge.set({ [label]: value } as Record<Label, string>, number);
  });
}

function collected<Label extends string>(
  name: string,
  help: string,
  labelNames: Label[],
  collect: (gauge: Gauge<Label>) => Promise<void>,
): Gauge<Label> {
  register.removeSingleMetric(name);
  const failures = counter('metrics_not_measured_total', 'Metrics that could not be collected', ['metric']);
  return new Gauge({
    name,
    help,
    labelNames,
    async collect() {
      try {
        await collect(this);
      } catch {
        // The database's own errors are logged where work fails; here they are only counted.
        failures.inc({ metric: name });
      }
    },
  });
}
