import { readdirSync } from 'node:fs';
import path from 'node:path';
import { BUCKET } from '../../stack/backing-services.ts';
import { short } from '../harness/settings.ts';
import type { Harness } from '../harness/harness.ts';
import { query } from './facts.ts';

/** How long an unreferenced object may exist: until no write can arrive any more, and a purge has run. */
export const ORPHAN_MAX_MS = short.attemptMaxAgeMs + short.lateWriteMs + 15_000;
const OBJECT = '._S3rver_object';

/** Objects in the store that no document needs, and when each was first seen. */
export class Orphans {
  private readonly since = new Map<string, number>();

  /** Checks once. Returns a problem for each missing object, and for each orphan that has existed too long. */
  async check(harness: Harness): Promise<string[]> {
    const stored = storedKeys(harness);
    const rows = await query<{ key: string }>(
      harness,
      'document',
      `SELECT storage_key AS key FROM documents WHERE state <> 'deleted' AND storage_key IS NOT NULL`,
    );
    const needed = new Set(rows.map(({ key }) => key));
    const orphans = new Set(stored.filter((key) => !needed.has(key)));
    for (const key of this.since.keys()) if (!orphans.has(key)) this.since.delete(key);
    for (const key of orphans) if (!this.since.has(key)) this.since.set(key, Date.now());
    const missing = [...needed].filter((key) => !stored.includes(key));
    return [
      ...missing.map((key) => `LOST: object ${key} is missing although its document exists`),
      ...[...this.since]
        .filter(([, since]) => Date.now() - since > ORPHAN_MAX_MS)
        .map(([key]) => `object ${key} is unreferenced and was not deleted`),
    ];
  }

  get count(): number {
    return this.since.size;
  }
}

/** The keys of all stored document objects. s3rver stores the content of each in a file with the suffix `OBJECT`. */
function storedKeys({ stack }: Harness): string[] {
  const folder = path.join(stack.home.objects, BUCKET);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(OBJECT) && file.startsWith('documents'))
    .map((file) => file.slice(0, -OBJECT.length));
}
