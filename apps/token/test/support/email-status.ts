import type { TokenApp } from './token-app.js';

/** Publishes an email's status as the notification service does. */
export const emailStatusOf =
  (app: () => TokenApp) =>
  (
    { tokenId, deliveryId }: { tokenId: string; deliveryId: string },
    status: 'sent' | 'failed' | 'cancelled',
    { version = 1, errorCode = null }: { version?: number; errorCode?: string | null } = {},
  ): Promise<void> =>
    app().publish('notification', {
      type: 'email.status_changed',
      aggregateId: deliveryId,
      aggregateVersion: version,
      data: { tokenId, deliveryId, status, errorCode },
    });
