import { z } from 'zod';
import { deliveryIdFor } from './delivery-id.js';

describe('the id of a text', () => {
  it('a repeated text with the same key has the same id, which is a UUID', () => {
    const id = deliveryIdFor('token-1', '+447700900123', 'key');
    expect(z.uuid().safeParse(id).success).toBe(true);
    expect(deliveryIdFor('token-1', '+447700900123', 'key')).toBe(id);
  });

  it('another link, number or key, and a text without a key, have other ids', () => {
    const ids = [
      deliveryIdFor('token-1', '+447700900123', 'key'),
      deliveryIdFor('token-2', '+447700900123', 'key'),
      deliveryIdFor('token-1', '+447700900124', 'key'),
      deliveryIdFor('token-1', '+447700900123', 'other'),
      deliveryIdFor('token-1', '+447700900123', null),
      deliveryIdFor('token-1', '+447700900123', null),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});
