import { limits } from '@caredrop/contracts';

export interface Folded<Row> {
  shown: Row[];
  others: Row[];
}

/**
 * Separates the rows that are too small to be shown. The total is shown, so a single hidden row could be computed from
 * it. Therefore at least two rows are hidden, with at least {@link limits.smallCell} together; if necessary, the next
 * larger rows are hidden too, or all rows. Keeps the order of the rows.
 */
export function foldSmallCells<Row>(rows: Row[], sizeOf: (row: Row) => number): Folded<Row> {
  const hidden = new Set<Row>();
  let size = 0;
  for (const row of rows.toSorted((one, other) => sizeOf(one) - sizeOf(other))) {
    const enough = hidden.size === 0 || (hidden.size > 1 && size >= limits.smallCell);
    if (sizeOf(row) >= limits.smallCell && enough) break;
    hidden.add(row);
    size += sizeOf(row);
  }
  return { shown: rows.filter((row) => !hidden.has(row)), others: rows.filter((row) => hidden.has(row)) };
}
