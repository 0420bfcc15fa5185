import { z } from 'zod';
import { appError } from '../errors/app-error.js';

/** A position in a list that is sorted by a time, usually by (created_at, id), newest first. */
const positionSchema = z.tuple([z.iso.datetime({ precision: 3 }), z.uuid()]);
export interface Position {
  createdAt: Date;
  id: string;
}

export function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id])).toString('base64url');
}

/** Throws 400 for a malformed cursor. */
export function decodeCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [createdAt, id] = positionSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { createdAt: new Date(createdAt), id };
  } catch {
    throw appError('bad_request');
  }
}

/**
 * Removes the extra row that was read to find out whether there is a next page. `positionOf`: for lists that are sorted
 * by a time other than `createdAt`.
 */
export function toPage<Row extends Position>(
  rows: Row[],
  limit: number | undefined,
  positionOf: (row: Row) => Position = (row) => row,
): { rows: Row[]; nextCursor: string | null } {
  if (limit === undefined || rows.length <= limit) return { rows, nextCursor: null };
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: last ? encodeCursor(positionOf(last)) : null };
}
