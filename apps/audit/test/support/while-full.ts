import { asOwner } from './test-roles.js';

/** Runs `work` while a table refuses new rows that do not meet the condition `accepted`, as on a full disk. */
export async function whileFull<T>(
  ownerUrl: string,
  { table, accepted = 'false' }: { table: string; accepted?: string },
  work: () => Promise<T>,
): Promise<T> {
  await asOwner(ownerUrl, `ALTER TABLE ${table} ADD CONSTRAINT disk_is_full CHECK (${accepted}) NOT VALID`);
  try {
    return await work();
  } finally {
    await asOwner(ownerUrl, `ALTER TABLE ${table} DROP CONSTRAINT disk_is_full`);
  }
}
