import type { Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { addressMarks } from './address-marks.js';
import { countsToday } from './email-limits.js';

type Settings = Pick<Config, 'EMAIL_PER_CLINICIAN_PER_DAY' | 'EMAIL_PER_ADDRESS_PER_DAY' | 'LINK_KEYS'>;

/** How many more emails the daily limits allow. */
export interface EmailAllowance {
  /** How many more this clinician may send. */
  left: number;
  /** How many more may be sent to each address, which is in lower case. */
  leftTo: Map<string, number>;
}

/** What `requireWithinLimits` would allow now, for many addresses at once and without its locks. */
export async function emailAllowance(
  db: Pick<Tx, '$queryRaw'>,
  senderId: string,
  addresses: string[],
  { EMAIL_PER_CLINICIAN_PER_DAY: bySender, EMAIL_PER_ADDRESS_PER_DAY: toAddress, LINK_KEYS: keys }: Settings,
): Promise<EmailAllowance> {
  const addressOf = new Map<string, string>();
  for (const address of new Set(addresses.map((typed) => typed.toLowerCase())))
    for (const mark of addressMarks(keys, address)) addressOf.set(Buffer.from(mark).toString('hex'), address);
  const sent = await db.$queryRaw<{ mark: string; own: boolean; n: number }[]>`
    SELECT encode(address_mark, 'hex') AS mark, sender_id = ${senderId}::uuid AS own, count(*)::int AS n
    FROM link_emails WHERE ${countsToday} GROUP BY 1, 2`;
  const leftTo = new Map([...addressOf.values()].map((address) => [address, toAddress]));
  for (const { mark, n } of sent) {
    const address = addressOf.get(mark);
    if (address !== undefined) leftTo.set(address, (leftTo.get(address) ?? 0) - n);
  }
  const own = sent.reduce((sum, row) => sum + (row.own ? row.n : 0), 0);
  return { left: Math.max(0, bySender - own), leftTo };
}
