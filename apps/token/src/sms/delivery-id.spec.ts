import { z } from 'zod';
import { deliveryIdFor } from './delivery-id.js';

describe('the id of a text or email', () => {
  it('a repeated text with the same key has the same id, which is a UUID', () => {
    const id = deliveryIdFor('sms', 'token-1', '+447700900123', 'key');
    expect(z.uuid().safeParse(id).success).toBe(true);
    expect(deliveryIdFor('sms', 'token-1', '+447700900123', 'key')).toBe(id);
  });

  it('the id differs for each kind, link, recipient and key, and for each text without a key', () => {
    const ids = [
      deliveryIdFor('sms', 'token-1', '+447700900123', 'key'),
      deliveryIdFor('email', 'token-1', '+447700900123', 'key'),
      deliveryIdFor('sms', 'token-2', '+447700900123', 'key'),
      deliveryIdFor('sms', 'token-1', '+447700900124', 'key'),
      deliveryIdFor('sms', 'token-1', '+447700900123', 'other'),
      deliveryIdFor('sms', 'token-1', '+447700900123', null),
      deliveryIdFor('sms', 'token-1', '+447700900123', null),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});
