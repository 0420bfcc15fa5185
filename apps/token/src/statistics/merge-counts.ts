import type { Counted, CountedGroup } from './statistics.queries.js';

/** Adds up the counts of separate days. */
export function mergeCounts(parts: Counted[]): Counted {
  const groups = new Map<string | null, CountedGroup>();
  const waits = new Map<string, Counted['waits'][number]>();
  const failures = new Map<string | null, Counted['failures'][number]>();
  for (const part of parts) {
    for (const group of part.groups) addTo(groups, group.key, group);
    for (const waited of part.waits) addTo(waits, `${waited.wait} ${waited.seconds}`, waited, ['seconds']);
    for (const failed of part.failures) addTo(failures, failed.code, failed);
  }
  return {
    groups: [...groups.values()].sort((one, other) => other.made - one.made || compare(one.key, other.key)),
    waits: [...waits.values()],
    failures: [...failures.values()],
  };
}

/** Adds the numbers of a row to the row with the same key. */
function addTo<Key, Row extends object>(rows: Map<Key, Row>, key: Key, row: Row, except: (keyof Row)[] = []) {
  const sum = rows.get(key);
  if (!sum) return void rows.set(key, { ...row });
  for (const name of Object.keys(row) as (keyof Row)[]) {
    const [one, other] = [sum[name], row[name]];
    if (typeof one === 'number' && typeof other === 'number' && !except.includes(name))
      sum[name] = (one + other) as Row[typeof name];
  }
}

/** Sorts as Postgres does: null comes last. */
function compare(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : Number(one > other);
}
