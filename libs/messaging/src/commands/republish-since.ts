import { republish } from '../outbox/republish.js';
import type { RawSql } from '../types.js';

/**
 * `--republish <time>` of an operator's command: republishes all events since then, for example after a
 * partial restore. Consumers drop duplicates via their inbox. Throws for an invalid time.
 */
export async function republishSince(sql: RawSql, since: string): Promise<string> {
  const from = new Date(since);
  if (Number.isNaN(from.getTime())) throw new Error(`--republish ${since} is not a valid time`);
  return `events republished: ${String(await republish(sql, { since: from, until: new Date() }))}`;
}
