import type { SendingCheck, SendingRow } from '@caredrop/contracts';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { DataTable, type Column } from '../../../shared/ui/data-table.js';
import { FilterRow, SelectFilter } from '../../../shared/ui/filters.js';
import { copy } from './copy.js';
import classes from './send-many.module.css';

interface Row extends SendingRow {
  problem: string | undefined;
}

const columns: Column<Row>[] = [
  { header: copy.columns.reference, kind: 'main', cell: (row) => <bdi>{row.reference}</bdi> },
  { header: copy.columns.line, kind: 'number', cell: (row) => row.line },
  { header: copy.columns.phone, cell: (row) => <span className={classes.number}>{row.phone}</span> },
  {
    header: copy.columns.result,
    kind: 'wide',
    cell: ({ problem }) => (problem ? <span className={classes.problem}>{problem}</span> : copy.check.ok),
  },
];

/** Every row of the file, with the result that sending it would have. */
export function CheckTable({ rows, check }: { rows: SendingRow[]; check: SendingCheck }) {
  const [filter, setFilter] = useState('');
  const problems = new Map(check.rows.map(({ line, problem }) => [line, problem]));
  const all = rows.map((row): Row => ({ ...row, problem: problems.get(row.line) }));
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
          columns={columns}
          rows={shown}
          idOf={({ line }) => String(line)}
          toneOf={({ problem }) => (problem ? 'warning' : undefined)}
        />
      )}
    </>
  );
}
