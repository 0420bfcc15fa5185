import type { Tx } from '../database/prisma.service.js';

export interface RowKey {
  jobId: string;
  line: number;
}

/** The final state of a row, with the reason if it was not sent. */
export interface Settled {
  state: 'sent' | 'unconfirmed' | 'failed' | 'cancelled';
  code?: string;
}

/**
 * Ends a row and removes its number, address and nickname; its link and text, if any, keep them. Returns false when it
 * is no longer in the state `from`: another process was faster.
 */
export async function settleRow(
  tx: Tx,
  { jobId, line }: RowKey,
  from: 'waiting' | 'sending',
  { state, code = '' }: Settled,
): Promise<boolean> {
  const gone = { phoneNumber: null, emailAddress: null, nickname: null, leaseUntil: null };
  const { count } = await tx.sendingRow.updateMany({
    where: { jobId, line, state: from },
    data: { state, code: code || null, ...gone },
  });
  return count === 1;
}
