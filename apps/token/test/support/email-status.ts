import { emitInto, OutboxRelay } from '@caredrop/messaging';
import type { TokenApp } from './token-app.js';

/** Publishes an email's status as the notification service does. */
export const emailStatusOf =
  (app: () => TokenApp) =>
  async (
    { tokenId, deliveryId }: { tokenId: string; deliveryId: string },
    status: 'sent' | 'failed' | 'cancelled',
    { version = 1, errorCode = null }: { version?: number; errorCode?: string | null } = {},
  ): Promise<void> => {
    const origin = { source: 'notification', correlation: undefined, causationId: null };
    const data = { tokenId, deliveryId, status, errorCode };
    await emitInto(
      app().prisma,
      origin,
      () => undefined,
    )({ type: 'email.status_changed', aggregateId: deliveryId, aggregateVersion: version, data });
    app().get(OutboxRelay).wake();
  };
