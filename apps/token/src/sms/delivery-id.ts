import { hash, randomUUID } from 'node:crypto';

/**
 * The id of a text or an email. With an idempotency key, a repeated request gets the same id, and the notification
 * service sends at most one text for each id. Another link or recipient with the same key gets another id.
 */
export function deliveryIdFor(
  kind: 'sms' | 'email',
  tokenId: string,
  to: string,
  key: string | null,
): string {
  if (key === null) return randomUUID();
  const digest = hash('sha256', `caredrop/${kind}/v1:${JSON.stringify([tokenId, to, key])}`);
  // The layout of a version 8 UUID.
  const groups = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`];
  return [...groups, `8${digest.slice(17, 20)}`, digest.slice(20, 32)].join('-');
}
