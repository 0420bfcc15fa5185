import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { copy } from '../copy.js';
import classes from './data-table.module.css';

export interface Column<Row> {
  /** The column's heading; also the label when the row is a card. */
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * `main` is the row's name and a card's title, `state` is shown next to it there, `key` is a reference, in a column
   * with a minimum width, `number` is right-aligned, `time` does not wrap, `wide` takes a whole line of the card,
   * `actions` is the last column of buttons.
   */
  kind?: 'main' | 'state' | 'key' | 'number' | 'time' | 'wide' | 'actions';
}

export interface Selection {
  isSelected: (id: string) => boolean;
  toggle: (id: string) => void;
  all: 'none' | 'some' | 'every';
  toggleAll: () => void;
  /** Names a row's check box: 'Select {name}'. */
  nameOf: (id: string) => string;
}

interface Props<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  idOf: (row: Row) => string;
  selection?: Selection;
  toneOf?: (row: Row) => 'warning' | undefined;
  /** The rows still belong to the previous filters; new ones are loading. */
  stale?: boolean;
  /** Called when the user scrolls near the end of the loaded rows, and at once if all rows are rendered. */
  onNearEnd?: () => void;
}

/** Up to this many rows are all rendered, so that the browser's own search finds them. */
const wholeUpTo = 150;
const guessedRowHeight = 49;

/**
 * The measured rows of the long table that the user left last. Back shows the table with the same heights, so that the
 * browser's scroll position is at the same row.
 */
let left: { key: string; count: number; measured: VirtualItem[] } | undefined;

/** Rows to render, and the height of the spacers before and after them. */
function useWindow(count: number, onNearEnd?: () => void) {
  const table = useRef<HTMLTableElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const partial = count > wholeUpTo;
  useLayoutEffect(() => {
    if (partial && table.current) setScrollMargin(table.current.getBoundingClientRect().top + window.scrollY);
  }, [partial]);
  const { key } = useLocation();
  const virtual = useWindowVirtualizer({
    count,
    enabled: partial,
    initialMeasurementsCache: left?.key === key && left.count === count ? left.measured : [],
    estimateSize: () => guessedRowHeight,
    overscan: 20,
    scrollMargin,
  });
  useEffect(
    () => () => {
      if (partial) left = { key, count, measured: virtual.takeSnapshot() };
    },
    [key, partial, count, virtual],
  );
  const items = virtual.getVirtualItems();
  const first = items[0];
  const last = items[items.length - 1];
  const nearEnd = !partial || (last !== undefined && last.index >= count - 40);
  useLayoutEffect(() => {
    if (nearEnd && count > 0) onNearEnd?.();
  }, [nearEnd, count, onNearEnd]);
  if (!partial)
    return { table, indexes: Array.from({ length: count }, (_, index) => index), before: 0, after: 0 };
  return {
    table,
    indexes: items.map((item) => item.index),
    before: first ? first.start - scrollMargin : 0,
    // No item yet: the first render already has the height, so that Back restores the place in the list.
    after: virtual.getTotalSize() - (last ? last.end - scrollMargin : 0),
    measure: virtual.measureElement,
  };
}

/** Marks a frame whose table is wider. Only such a frame scrolls, because a header cannot stick inside one that does. */
function useOverflow(table: RefObject<HTMLTableElement | null>) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!frame.current || !table.current) return;
    const watch = new ResizeObserver(() => {
      const wider = (table.current?.offsetWidth ?? 0) > (frame.current?.clientWidth ?? 0);
      frame.current?.toggleAttribute('data-overflows', wider);
    });
    watch.observe(frame.current);
    watch.observe(table.current);
    return () => watch.disconnect();
  }, [table]);
  return frame;
}

/**
 * A table that becomes a list of cards below 720 px, by CSS alone: each row is rendered once. The roles are
 * explicit because a `display` other than a table's removes them.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, idOf, selection, toneOf, stale, onNearEnd } = props;
  const { table, indexes, before, after, measure } = useWindow(rows.length, onNearEnd);
  const frame = useOverflow(table);
  const width = columns.length + (selection ? 1 : 0);
  return (
    <div ref={frame} className={classes.frame} aria-busy={stale || undefined}>
      <table
        ref={table}
        className={classes.table}
        role="table"
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
        <thead role="rowgroup" className={classes.head} data-selectable={selection ? true : undefined}>
          <tr role="row" aria-rowindex={1}>
            {selection && <SelectAll selection={selection} />}
            {columns.map((column) => (
              <th key={column.header} role="columnheader" scope="col" data-kind={column.kind}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          <Gap height={before} width={width} />
          {indexes.map((index) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <TableRow
                key={idOf(row)}
                id={idOf(row)}
                row={row}
                index={index}
                columns={columns}
                selection={selection}
                tone={toneOf?.(row)}
                measure={measure}
              />
            );
          })}
          <Gap height={after} width={width} />
        </tbody>
      </table>
    </div>
  );
}

interface RowProps<Row> {
  id: string;
  row: Row;
  index: number;
  columns: Column<Row>[];
  selection: Selection | undefined;
  tone: 'warning' | undefined;
  measure: ((row: HTMLElement | null) => void) | undefined;
}

/** Memoised: scrolling a long table renders only the rows that come into view. */
const TableRow = memo(function TableRow<Row>(props: RowProps<Row>) {
  const { id, row, index, columns, selection, tone, measure } = props;
  return (
    <tr
      ref={measure}
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      data-tone={tone}
      data-selected={selection?.isSelected(id) || undefined}
    >
      {selection && (
        <td role="cell" className={classes.tick}>
          <input
            type="checkbox"
            aria-label={copy.select(selection.nameOf(id))}
            checked={selection.isSelected(id)}
            onChange={() => selection.toggle(id)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.header} role="cell" data-kind={column.kind} data-label={column.header}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: RowProps<Row>) => ReactNode;

function SelectAll({ selection }: { selection: Selection }) {
  return (
    <th role="columnheader" scope="col" className={classes.tick}>
      <label>
        <input
          type="checkbox"
          aria-label={copy.selectAll}
          ref={(box) => {
            if (box) box.indeterminate = selection.all === 'some';
          }}
          checked={selection.all === 'every'}
          onChange={selection.toggleAll}
        />
        <span className={classes.tickWord} aria-hidden="true">
          {copy.selectAll}
        </span>
      </label>
    </th>
  );
}

function Gap({ height, width }: { height: number; width: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className={classes.gap}>
      <td colSpan={width} style={{ height }} />
    </tr>
  );
}
