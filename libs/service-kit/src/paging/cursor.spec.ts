import { AppError } from '../errors/app-error.js';
import { decodeCursor, encodeCursor, toPage } from './cursor.js';

const row = (n: number) => ({
  createdAt: new Date(1_700_000_000_000 + n),
  id: `00000000-0000-4000-8000-00000000000${n}`,
});

describe('paging', () => {
  it('a cursor decodes to the position it was made from', () => {
    expect(decodeCursor(encodeCursor(row(1)))).toEqual(row(1));
  });

  it('a missing cursor starts at the first page', () => {
    expect(decodeCursor(undefined)).toBeUndefined();
  });

  it.each(['', 'nonsense', Buffer.from('["x","y"]').toString('base64url')])(
    'the invalid cursor %p is refused',
    (cursor) => {
      expect(() => decodeCursor(cursor)).toThrow(AppError);
    },
  );

  it('a page has a cursor only when there are more rows', () => {
    const rows = [row(3), row(2), row(1)];
    expect(toPage(rows, 3)).toEqual({ rows, nextCursor: null });
    expect(toPage(rows, 2)).toEqual({ rows: rows.slice(0, 2), nextCursor: encodeCursor(row(2)) });
    expect(toPage(rows, undefined)).toEqual({ rows, nextCursor: null });
  });
});
