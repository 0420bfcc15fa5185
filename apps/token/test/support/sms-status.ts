import type { TokenApp } from './token-app.js';

/** Publishes a text's status as the notification service does. */
export const smsStatusOf =
  (app: () => TokenApp) =>
  (
    tokenId: string,
    deliveryId: string,
    status: 'delivered' | 'failed',
    errorCode: string | null = null,
    aggregateVersion = 1,
  ): Promise<void> =>
    app().publish('notification', {
      type: 'sms.status_changed',
      aggregateId: deliveryId,
      aggregateVersion,
      data: { tokenId, deliveryId, status, errorCode },
    });
