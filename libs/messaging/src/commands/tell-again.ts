import { republish } from '../outbox/republish.js';
import type { RawSql } from '../types.js';

/**
 * `--republish <time>` of an operator's command: sends again every event since then. Others may be of an earlier moment
 * than we are: what they know already their inboxes drop. Throws a sentence when it is not a time.
 */
export async function tellAgain(sql: RawSql, since: string): Promise<string> {
  const from = new Date(since);
  if (Number.isNaN(from.getTime())) throw new Error(`--republish ${since} is not a time`);
  return `events told again: ${String(await republish(sql, { since: from, until: new Date() }))}`;
}
