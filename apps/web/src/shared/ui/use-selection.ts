import { useMemo, useState } from 'react';
import type { Selection } from './data-table.js';

interface Selected<Row> extends Selection {
  /** The selected rows that match the filters, in the list's order. */
  chosen: Row[];
  clear: () => void;
}

/**
 * The selected rows. A row that a filter hides or that no longer exists is deselected, and stays so when it
 * comes back. Select-all selects all of `rows`, not only those in view.
 */
export function useSelection<Row extends { id: string }>(
  rows: Row[],
  nameOf: (row: Row) => string,
): Selected<Row> {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  if ([...ticked].some((id) => !byId.has(id))) {
    setTicked(new Set([...ticked].filter((id) => byId.has(id))));
  }
  const chosen = rows.filter((row) => ticked.has(row.id));
  const every = rows.length > 0 && chosen.length === rows.length;
  return {
    chosen,
    all: every ? 'every' : chosen.length > 0 ? 'some' : 'none',
    isSelected: (id) => ticked.has(id),
    toggle: (id) => setTicked((before) => toggled(before, id)),
    toggleAll: () => setTicked(every ? new Set() : new Set(byId.keys())),
    nameOf: (id) => {
      const row = byId.get(id);
      return row ? nameOf(row) : '';
    },
    clear: () => setTicked(new Set()),
  };
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}
