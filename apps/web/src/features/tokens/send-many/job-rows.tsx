import type { SendingRowResult } from '@caredrop/contracts';
import { IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { background } from '../../../shared/live/background.js';
import { useBackgroundTimer } from '../../../shared/live/use-background-timer.js';
import { paths } from '../../../shared/config/paths.js';
import { DataTable, type Column } from '../../../shared/ui/data-table.js';
import { FilterRow, SelectFilter } from '../../../shared/ui/filters.js';
import { RowLink } from '../../../shared/ui/row-actions.js';
import { ListBody } from '../../../shared/ui/states.js';
import { copy } from './copy.js';
import { hasProblem, outcomesOf } from './row-outcome.js';
import { useEmailsQueued, useSendingRowsQuery } from './sending-jobs.api.js';
import classes from './send-many.module.css';

/** How often the rows are fetched while they change. */
const againMs = 4000;

const columns: Column<SendingRowResult>[] = [
  { header: copy.columns.reference, kind: 'main', cell: (row) => <bdi>{row.reference}</bdi> },
  { header: copy.columns.line, kind: 'number', cell: (row) => row.line },
  {
    header: copy.columns.result,
    kind: 'wide',
    cell: (row) =>
      outcomesOf(row).map(({ text, isProblem }) => (
        <div key={text} className={isProblem ? classes.problem : undefined}>
          {text}
        </div>
      )),
  },
  {
    header: copy.columns.details,
    kind: 'actions',
    cell: ({ tokenId }) =>
      tokenId && <RowLink name={copy.job.link} icon={IconInfoCircle} to={paths.token.href(tokenId)} />,
  },
];

interface Props {
  id: string;
  /** Whether rows are still being sent. */
  changing: boolean;
  /** Number of rows with a final result. A change while no rows are being sent fetches the rows again. */
  handled: number;
}

/** Every row of the file with its result. */
export function JobRows({ id, changing, handled }: Props) {
  const [filter, setFilter] = useState('');
  const emailsQueued = useEmailsQueued(id);
  const again = changing || emailsQueued;
  const rows = useSendingRowsQuery(id);
  const { refetch } = rows;
  useEffect(() => {
    if (changing) return;
    background.begin();
    void refetch();
  }, [changing, handled, refetch]);
  useBackgroundTimer(refetch, again ? againMs : null);
  return (
    <ListBody list={rows} what={copy.job.what}>
      {(all) => (
        <>
          <FilterRow>
            <SelectFilter
              label={copy.check.show}
              value={filter}
              onChange={setFilter}
              options={copy.job.filters(all.length, all.filter(hasProblem).length)}
            />
          </FilterRow>
          <DataTable
            label={copy.job.table}
            columns={columns}
            rows={all.filter((row) => filter === '' || hasProblem(row))}
            idOf={({ line }) => String(line)}
            toneOf={(row) => (hasProblem(row) ? 'warning' : undefined)}
          />
        </>
      )}
    </ListBody>
  );
}
