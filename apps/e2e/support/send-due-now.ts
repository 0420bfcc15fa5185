import { eventually } from '@caredrop/testing';
import { databaseUrl, query } from './insides.js';

/** Makes the messages scheduled for the link with this reference due, and waits until they have been sent. */
export async function sendDueNow(reference: string): Promise<void> {
  const database = databaseUrl('caredrop_token');
  const ofLink = `token_id = (SELECT id FROM tokens WHERE patient_ref_id = '${reference}')`;
  await query(
    database,
    `UPDATE scheduled_sends SET chosen_at = now(), send_at = now(), next_try_at = now() WHERE ${ofLink}`,
  );
  await eventually(async () => {
    const open = await query(database, `SELECT 1 FROM scheduled_sends WHERE ${ofLink}`);
    if (open.length > 0) throw new Error('what is scheduled has not been sent');
  }, 30_000);
}

/** Makes a scheduled file of requests due. */
export async function startFileNow(jobId: string): Promise<void> {
  await query(
    databaseUrl('caredrop_token'),
    `UPDATE sending_jobs SET start_at = now() WHERE id = '${jobId}' AND state = 'scheduled'`,
  );
}
