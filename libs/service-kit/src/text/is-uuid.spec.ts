import { isUuid } from './is-uuid.js';

describe('isUuid', () => {
  it('isUuid accepts a UUID and rejects any other text', () => {
    expect(isUuid('00000000-0000-4000-8000-000000000001')).toBe(true);
    for (const text of ['', '1', 'x'.repeat(36), '00000000-0000-4000-8000-00000000000g'])
      expect(isUuid(text)).toBe(false);
  });
});
