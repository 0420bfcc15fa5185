import { linkValue, queryOf, upstreamPath } from './upstream-path.js';

describe('the path at a service', () => {
  it('has the values in their places, encoded', () => {
    expect(upstreamPath('/admin/users/:id/disable', { id: 'a b?c#d' })).toBe(
      '/admin/users/a%20b%3Fc%23d/disable',
    );
  });

  it.each(['', '.', '..', 'a/b', '../internal', 'a\\b', 'a\0b'])('refuses the value %j', (id) => {
    expect(() => upstreamPath('/tokens/:id', { id })).toThrow('Not found');
  });

  it('keeps the query as written', () => {
    expect(queryOf('/api/tokens?search=a%20b?c')).toBe('?search=a%20b?c');
    expect(queryOf('/api/tokens')).toBe('');
  });
});

describe('the value of a link', () => {
  it('stays as it is when it is one', () => {
    expect(linkValue('A1'.repeat(21) + 'z')).toBe('A1'.repeat(21) + 'z');
  });

  it('is plain and short whatever was typed', () => {
    expect(linkValue('é\r\nx: y')).toMatch(/^[\x21-\x7e]+$/);
    expect(linkValue('x'.repeat(5000))).toHaveLength(200);
  });
});
