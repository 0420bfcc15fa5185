import type { Reminders } from '@caredrop/contracts';
import { eventually } from '@caredrop/testing';
import type { ApiClient } from './api.js';
import { databaseUrl, query } from './insides.js';

/** Makes the next reminder of a link due, and waits until it has been delivered, or accepted by the mail server. */
export async function remindNow(
  api: ApiClient,
  tokenId: string,
  status: 'delivered' | 'sent' = 'delivered',
): Promise<void> {
  await query(
    databaseUrl('caredrop_token'),
    `UPDATE tokens SET next_reminder_at = now() WHERE id = '${tokenId}' AND next_reminder_at IS NOT NULL`,
  );
  await eventually(async () => {
    const { sent } = (await api.get<Reminders>(`/tokens/${tokenId}/reminders`)).body.data;
    if (sent.at(-1)?.status !== status) throw new Error('the reminder has not been delivered');
  }, 30_000);
}
