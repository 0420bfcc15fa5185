import type { SendingJob } from '@caredrop/contracts';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/config/paths.js';
import { useNow } from '../../../shared/lib/use-now.js';
import { DataTable, type Column } from '../../../shared/ui/data-table.js';
import { Section } from '../../../shared/ui/page.js';
import { RowLink } from '../../../shared/ui/row-actions.js';
import { ListBody } from '../../../shared/ui/states.js';
import { NearTime } from '../../../shared/ui/values.js';
import { copy } from './copy.js';
import { useSendingJobsQuery } from './sending-jobs.api.js';
import classes from './send-many.module.css';

/** The user's newest files that are still kept; renders nothing if there are none. */
export function RecentJobs() {
  const list = useSendingJobsQuery();
  const now = useNow();
  if (list.data?.length === 0) return null;
  const columns: Column<SendingJob>[] = [
    {
      header: copy.recent.taken,
      kind: 'main',
      cell: ({ id, created_at }) => (
        <Link to={paths.sendingJob.href(id)}>
          <NearTime iso={created_at} now={now} />
        </Link>
      ),
    },
    { header: copy.columns.state, kind: 'state', cell: ({ state }) => copy.job.states[state] },
    {
      header: copy.recent.progress,
      kind: 'number',
      cell: ({ counts: { sent, total } }) => copy.recent.of(sent, total),
    },
    {
      header: copy.recent.open,
      kind: 'actions',
      cell: ({ id }) => (
        <RowLink name={copy.recent.open} icon={IconArrowRight} to={paths.sendingJob.href(id)} />
      ),
    },
  ];
  return (
    <Section title={copy.recent.title}>
      <ListBody list={list} what={copy.recent.what}>
        {(jobs) => (
          <DataTable label={copy.recent.table} columns={columns} rows={jobs} idOf={({ id }) => id} />
        )}
      </ListBody>
      <p className={classes.help}>{copy.recent.kept}</p>
    </Section>
  );
}
