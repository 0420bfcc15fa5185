import type { SendingCheck, SendingRow } from '@caredrop/contracts';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { DataTable, type Column } from '../../../shared/ui/data-table.js';
import { FilterRow, SelectFilter } from '../../../shared/ui/filters.js';
import { copy } from './copy.js';
import classes from './send-many.module.css';

type Row = SendingRow & Omit<SendingCheck['rows'][number], 'line'>;

const phone: Column<Row> = {
  header: copy.columns.phone,
  cell: ({ phone: number }) => number && <span className={classes.number}>{number}</span>,
};

const email: Column<Row> = {
  header: copy.columns.email,
  kind: 'wide',
  cell: ({ email: address }) => address && <span className={classes.address}>{address}</span>,
};

/** Leaves out the phone or the email column if no row has one. */
const columnsOf = (rows: Row[]): Column<Row>[] => [
  { header: copy.columns.reference, kind: 'main', cell: (row) => <bdi>{row.reference}</bdi> },
  { header: copy.columns.line, kind: 'number', cell: (row) => row.line },
  ...(rows.some((row) => row.phone) ? [phone] : []),
  ...(rows.some((row) => row.email) ? [email] : []),
  { header: copy.columns.result, kind: 'wide', cell: (row) => <Outcome row={row} /> },
];

function Outcome({ row: { problem, channels = [], waits } }: { row: Row }) {
  if (problem) return <span className={classes.problem}>{problem}</span>;
  return [copy.check.ok(channels), waits?.reason].filter(Boolean).join(' ');
}

/** Every row of the file, with the result that sending it would have. */
export function CheckTable({ rows, check }: { rows: SendingRow[]; check: SendingCheck }) {
  const [filter, setFilter] = useState('');
  const checked = new Map(check.rows.map((row) => [row.line, row]));
  const all = rows.map((row): Row => ({ segments: 0, ...checked.get(row.line), ...row }));
  const shown = all.filter(({ problem }) => filter === '' || (problem === undefined) === (filter === 'ok'));
  return (
    <>
      <FilterRow>
        <SelectFilter
          label={copy.check.show}
          value={filter}
          onChange={setFilter}
          options={copy.check.filters(all.length, check.sendable)}
        />
      </FilterRow>
      {shown.length === 0 ? (
        <Text role="status">{copy.check.none}</Text>
      ) : (
        <DataTable
          label={copy.check.table}
          columns={columnsOf(all)}
          rows={shown}
          idOf={({ line }) => String(line)}
          toneOf={({ problem }) => (problem ? 'warning' : undefined)}
        />
      )}
    </>
  );
}
