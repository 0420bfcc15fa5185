import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { EventContext } from '@caredrop/messaging';
import { aboutToken } from '../belonging/about-token.js';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { LinkEmail, Token } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { planAfterEmail } from '../reminder-plan/plan-by-email.js';
import { rulesOf } from '../reminder-plan/reminder-rules.js';
import { settleEmailReminder } from '../claimed-reminders/settle-email-reminder.js';
import { lockToken } from '../tokens/lock-token.js';

type Changed = EventEnvelope<'email.status_changed'>;
type Emit = EventContext<Tx>['emit'];

@Controller()
export class RecordEmailStatusChanged {
  constructor(
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Keeps the newest status of each email; the link shows that of the last one that is not a reminder. The link's
   * reminders by email are planned from that email; the status of a reminder changes only the plan.
   */
  @EventPattern<EventType>('email.status_changed')
  async handle(@Payload() event: Changed, @Ctx() { tx, emit }: EventContext<Tx>): Promise<void> {
    const { tokenId, deliveryId, status, errorCode } = event.data;
    await lockToken(tx, tokenId);
    const [email] = await tx.linkEmail.updateManyAndReturn({
      where: { deliveryId, tokenId, statusVersion: { lt: event.aggregateVersion } },
      data: { status, errorCode, statusVersion: event.aggregateVersion },
    });
    if (!email) return;
    const token = await this.note(tx, emit, email, event);
    if (!token) return;
    const { version: aggregateVersion } = token;
    const data = aboutToken(token);
    await emit({ type: 'token.email_changed', aggregateId: tokenId, aggregateVersion, data });
  }

  private note(tx: Tx, emit: Emit, email: LinkEmail, event: Changed): Promise<Token | null> {
    const { reminder } = email;
    return reminder === null
      ? this.noteEmail(tx, emit, email, event)
      : this.noteReminder(tx, emit, { ...email, reminder }, event);
  }

  /** Null when a later email is shown. */
  private async noteEmail(tx: Tx, emit: Emit, email: LinkEmail, event: Changed): Promise<Token | null> {
    const { tokenId, deliveryId, status, errorCode } = event.data;
    const [token] = await tx.token.updateManyAndReturn({
      where: { id: tokenId, emailDeliveryId: deliveryId },
      data: { emailStatus: status, emailErrorCode: errorCode, version: { increment: 1 } },
    });
    if (!token) return null;
    await planAfterEmail(tx, emit, token, email, rulesOf(this.config), new Date(event.occurredAt));
    return token;
  }

  private async noteReminder(
    tx: Tx,
    emit: Emit,
    { reminder, createdAt }: LinkEmail & { reminder: number },
    { data, occurredAt }: Changed,
  ): Promise<Token> {
    const token = await tx.token.update({
      where: { id: data.tokenId },
      data: { version: { increment: 1 } },
    });
    const claimed = { token, reminder, createdAt };
    const at = new Date(occurredAt);
    const outcome = await settleEmailReminder(tx, emit, claimed, data, rulesOf(this.config), at);
    this.metrics.reminders.inc({ channel: 'email', outcome });
    return token;
  }
}
