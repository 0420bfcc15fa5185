import type { Scenario } from '../users/scenario.ts';
import type { Harness } from '../harness/harness.ts';
import { query } from './facts.ts';

interface MailSummary {
  ID: string;
  MessageID: string;
  To: { Address: string }[];
}

/** Number of emails kept in the inbox: few, because the inbox rewrites its whole list for each new email. */
const KEPT = 120;

/** Every email that has arrived, by Message-ID, including those cleared from the inbox since. */
export class DeliveryLog {
  private readonly arrivals = new Map<string, { inboxIds: Set<string>; to: string }>();

  /** Records what has arrived since the last call; clears old emails. */
  async read({ emulators }: Harness): Promise<void> {
    const response = await fetch(`${emulators.mailUrl}/api/v1/messages?limit=10000`);
    const { messages } = (await response.json()) as { messages: MailSummary[] };
    for (const { ID, MessageID, To } of messages) {
      const known = this.arrivals.get(MessageID) ?? { inboxIds: new Set<string>(), to: To[0]?.Address ?? '' };
      known.inboxIds.add(ID);
      this.arrivals.set(MessageID, known);
    }
    const old = messages.slice(KEPT).map(({ ID }) => ID);
    if (old.length === 0) return;
    await fetch(`${emulators.mailUrl}/api/v1/messages`, {
      method: 'DELETE',
      body: JSON.stringify({ IDs: old }),
    });
  }

  /** How often a delivery's email arrived, and its recipient. The Message-ID begins with the delivery id. */
  arrivalsOf(deliveryId: string): { times: number; to: string } {
    for (const [messageId, { inboxIds, to }] of this.arrivals)
      if (messageId.startsWith(`${deliveryId}@`)) return { times: inboxIds.size, to };
    return { times: 0, to: '' };
  }

  /** Message-IDs of emails that arrived more than once, over all rounds. */
  get repeated(): string[] {
    return [...this.arrivals].filter(([, { inboxIds }]) => inboxIds.size > 1).map(([messageId]) => messageId);
  }
}

/**
 * Checks that each document's clinician gets one email about it. The email may arrive repeatedly, with the same
 * Message-ID, if `mayRepeat`: the mail server's acceptance may have been lost before it was committed.
 */
export async function checkMails(
  harness: Harness,
  book: DeliveryLog,
  scenarios: Scenario[],
  mayRepeat: boolean,
): Promise<string[]> {
  await book.read(harness);
  const losses: string[] = [];
  for (const scenario of scenarios) {
    const { documentId, owner, token } = scenario;
    if (!documentId) continue;
    const deliveries = await query<{ id: string; state: string }>(
      harness,
      'notification',
      `SELECT id, state FROM mail_deliveries WHERE document_id = $1::uuid AND state <> 'split'`,
      [documentId],
    );
    const [delivery] = deliveries;
    const about = `mail for ${token.patient_ref_id}`;
    if (!delivery)
      losses.push(
        ...((await unneeded(harness, scenario)) ? [] : [`${about}: LOST, no delivery was ever recorded`]),
      );
    else if (deliveries.length > 1)
      losses.push(`${about}: ${String(deliveries.length)} deliveries for one document`);
    else
      losses.push(
        ...arrived(book.arrivalsOf(delivery.id), owner.email, mayRepeat).map((it) => `${about}: ${it}`),
      );
  }
  return losses;
}

/** Whether the clinician may have deleted the document while it was still being checked, so that no email is due. */
async function unneeded(harness: Harness, { documentId, deleted }: Scenario): Promise<boolean> {
  if (!deleted) return false;
  const [event] = await query<{ scan: string }>(
    harness,
    'document',
    `SELECT envelope->'data'->>'scan' AS scan FROM outbox WHERE type = 'upload.completed' AND aggregate_id = $1::uuid`,
    [documentId],
  );
  return event?.scan === 'pending';
}

function arrived({ times, to }: { times: number; to: string }, owner: string, mayRepeat: boolean): string[] {
  if (times === 0) return ['LOST, it never arrived'];
  if (to.toLowerCase() !== owner) return [`was sent to ${to} instead of its clinician`];
  return times > 1 && !mayRepeat ? [`arrived ${String(times)} times without a fault that explains it`] : [];
}
