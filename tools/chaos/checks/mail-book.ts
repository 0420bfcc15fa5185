import type { Story } from '../people/story.ts';
import type { World } from '../world/world.ts';
import { ask } from './facts.ts';

interface MailSummary {
  ID: string;
  MessageID: string;
  To: { Address: string }[];
}

/** Mails kept in the inbox, which rewrites its whole list for each new one. */
const KEPT = 120;

/** Every mail that ever arrived, by Message-ID, including those cleared from the inbox since. */
export class MailBook {
  private readonly arrivals = new Map<string, { inboxIds: Set<string>; to: string }>();

  /** Records what has arrived since the last call; clears old mails. */
  async read({ standIns }: World): Promise<void> {
    const response = await fetch(`${standIns.mailUrl}/api/v1/messages?limit=10000`);
    const { messages } = (await response.json()) as { messages: MailSummary[] };
    for (const { ID, MessageID, To } of messages) {
      const known = this.arrivals.get(MessageID) ?? { inboxIds: new Set<string>(), to: To[0]?.Address ?? '' };
      known.inboxIds.add(ID);
      this.arrivals.set(MessageID, known);
    }
    const old = messages.slice(KEPT).map(({ ID }) => ID);
    if (old.length === 0) return;
    await fetch(`${standIns.mailUrl}/api/v1/messages`, {
      method: 'DELETE',
      body: JSON.stringify({ IDs: old }),
    });
  }

  /** Arrival times of the mails about each document, by delivery (the left part of the Message-ID). */
  arrivalsOf(deliveryId: string): { times: number; to: string } {
    for (const [messageId, { inboxIds, to }] of this.arrivals)
      if (messageId.startsWith(`${deliveryId}@`)) return { times: inboxIds.size, to };
    return { times: 0, to: '' };
  }

  /** Documents for which one mail was sent twice, over all rounds. */
  get repeated(): string[] {
    return [...this.arrivals].filter(([, { inboxIds }]) => inboxIds.size > 1).map(([messageId]) => messageId);
  }
}

/**
 * Checks that each clinician gets one mail about each document: one Message-ID, once, or repeatedly when
 * `mayRepeat` (the mail server's acceptance was lost before our commit).
 */
export async function checkMails(
  world: World,
  book: MailBook,
  stories: Story[],
  mayRepeat: boolean,
): Promise<string[]> {
  await book.read(world);
  const losses: string[] = [];
  for (const story of stories) {
    const { documentId, owner, token } = story;
    if (!documentId) continue;
    const deliveries = await ask<{ id: string; state: string }>(
      world,
      'notification',
      `SELECT id, state FROM mail_deliveries WHERE document_id = $1::uuid AND state <> 'split'`,
      [documentId],
    );
    const [delivery] = deliveries;
    const about = `mail for ${token.patient_ref_id}`;
    if (!delivery)
      losses.push(...((await unneeded(world, story)) ? [] : [`${about}: LOST, none was ever noted`]));
    else if (deliveries.length > 1)
      losses.push(`${about}: ${String(deliveries.length)} deliveries for one document`);
    else
      losses.push(
        ...arrived(book.arrivalsOf(delivery.id), owner.email, mayRepeat).map((it) => `${about}: ${it}`),
      );
  }
  return losses;
}

/** Deleted by its clinician before the scanner was back to release it, so there is nothing to report. */
async function unneeded(world: World, { documentId, deleted }: Story): Promise<boolean> {
  if (!deleted) return false;
  const [told] = await ask<{ scan: string }>(
    world,
    'document',
    `SELECT envelope->'data'->>'scan' AS scan FROM outbox WHERE type = 'upload.completed' AND aggregate_id = $1::uuid`,
    [documentId],
  );
  return told?.scan === 'pending';
}

function arrived({ times, to }: { times: number; to: string }, owner: string, mayRepeat: boolean): string[] {
  if (times === 0) return ['LOST, it never arrived'];
  if (to.toLowerCase() !== owner) return [`went to ${to} instead of its clinician`];
  return times > 1 && !mayRepeat ? [`arrived ${String(times)} times without a reason`] : [];
}
