import { emitInto, OutboxRelay } from '@caredrop/messaging';
import type { TokenApp } from './token-app.js';

/** Publishes a text's status as the notification service does. */
export const smsStatusOf =
  (app: () => TokenApp) =>
  async (
    tokenId: string,
    deliveryId: string,
    status: 'delivered' | 'failed',
    errorCode: string | null = null,
  ): Promise<void> => {
    const origin = { source: 'notification', correlation: undefined, causationId: null };
    const data = { tokenId, deliveryId, status, errorCode };
    await emitInto(
      app().prisma,
      origin,
      () => undefined,
    )({ type: 'sms.status_changed', aggregateId: deliveryId, aggregateVersion: 1, data });
    app().get(OutboxRelay).wake();
  };
