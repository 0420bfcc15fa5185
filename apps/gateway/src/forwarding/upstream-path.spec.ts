import { linkValue, queryOf, upstreamPath } from './upstream-path.js';

const value = 'Ab3'.repeat(14) + 'Z';

describe('the upstream path', () => {
  it('path parameters are inserted URL-encoded', () => {
    expect(upstreamPath('/admin/users/:id/disable', { id: 'a b?c#d' })).toBe(
      '/admin/users/a%20b%3Fc%23d/disable',
    );
  });

  it.each(['', '.', '..', 'a/b', '../internal', 'a\\b', 'a\0b'])('the path parameter %j is refused', (id) => {
    expect(() => upstreamPath('/tokens/:id', { id })).toThrow('Not found');
  });

  it('the query is passed on unchanged', () => {
    expect(queryOf('/api/tokens?search=a%20b?c')).toBe('?search=a%20b?c');
    expect(queryOf('/api/tokens')).toBe('');
  });

  it.each([
    ['a link', encodeURIComponent(`https://care.example/upload?token=${value}`)],
    ['the value of a link', value],
    ['an encoded value', `%${value.charCodeAt(0).toString(16)}${value.slice(1)}`],
  ])('%s in a search is shortened to the start of its value', (_, search) => {
    expect(queryOf(`/api/tokens?status=active&search=${search}&limit=5`)).toBe(
      `?status=active&search=${value.slice(0, 8)}&limit=5`,
    );
  });
});

describe('the token value in a path', () => {
  it('a valid token value is passed on unchanged', () => {
    expect(linkValue('A1'.repeat(21) + 'z')).toBe('A1'.repeat(21) + 'z');
  });

  it('an invalid token value is reduced to at most 200 printable ASCII characters', () => {
    expect(linkValue('é\r\nx: y')).toMatch(/^[\x21-\x7e]+$/);
    expect(linkValue('x'.repeat(5000))).toHaveLength(200);
  });
});
