import { randomBytes, randomUUID } from 'node:crypto';
import type { KeyRing } from '@caredrop/service-kit';
import type pg from 'pg';
import { RowWriter } from '../../seed/volume/insert-rows.ts';
import { tokenRow } from '../../seed/volume/rows.ts';
import type { Owner, VolumeLink } from '../../seed/volume/volume.ts';

const DAY = 86_400_000;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const value = (): string => Array.from(randomBytes(43), (byte) => letters[byte % letters.length]).join('');

/** Inserts active links of `owner` directly into the token service's database, and returns them. */
export async function makeLinks(
  client: pg.Client,
  keys: KeyRing,
  owner: Owner,
  count: number,
): Promise<VolumeLink[]> {
  const now = Date.now();
  const links = Array.from({ length: count }, (_, nth): VolumeLink => ({
    id: randomUUID(),
    owner,
    value: value(),
    reference: `BENCH-${String(nth)}`,
    status: 'active',
    createdAt: new Date(now - nth),
    expiresAt: new Date(now + 30 * DAY),
    document: null,
  }));
  const writer = new RowWriter(client, 'tokens');
  for (const link of links) await writer.add(tokenRow(link, keys));
  await writer.flush();
  return links;
}
