import type { SendingJob } from '@caredrop/contracts';
import { Button, Stack } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { paths } from '../../../shared/config/paths.js';
import { formatTime } from '../../../shared/lib/format.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Page } from '../../../shared/ui/page.js';
import { StatCards } from '../../../shared/ui/stat-cards.js';
import { ListBody } from '../../../shared/ui/states.js';
import { formatSendTime } from '../send-later/clinic-time.js';
import { useTimeZone } from '../send-later/use-time-zone.js';
import { copy } from './copy.js';
import { JobActions } from './job-actions.js';
import { JobRows } from './job-rows.js';
import { useSendingJobQuery } from './sending-jobs.api.js';
import classes from './send-many.module.css';

/** /send-many/{id}: how far a file has been sent, and the result of each row. */
export function SendingProgress() {
  const { id = '' } = useParams();
  const job = useSendingJobQuery(id);
  const total = job.currentData?.counts.total;
  return (
    <Page
      title={total === undefined ? copy.title : copy.job.title(total)}
      purpose={copy.job.purpose}
      back={{ to: paths.tokens.href(), label: copy.back }}
      action={
        <Button component={Link} to={paths.sendMany.href()} variant="default">
          {copy.another}
        </Button>
      }
    >
      <ListBody list={job} what={copy.job.what}>
        {(shown) => <Job job={shown} />}
      </ListBody>
    </Page>
  );
}

function Job({ job }: { job: SendingJob }) {
  const { counts, state } = job;
  const timeZone = useTimeZone();
  const open = counts.waiting + counts.sending;
  const handled = counts.total - open;
  const figures = [
    { label: copy.job.stats.sent, figure: counts.sent },
    { label: copy.job.stats.waiting, figure: open },
    { label: copy.job.stats.failed, figure: counts.failed },
    ...(counts.unconfirmed > 0 ? [{ label: copy.job.stats.unconfirmed, figure: counts.unconfirmed }] : []),
    ...(emailsOf(job).failed > 0
      ? [{ label: copy.job.stats.emailsFailed, figure: emailsOf(job).failed }]
      : []),
    ...(counts.cancelled > 0 ? [{ label: copy.job.stats.cancelled, figure: counts.cancelled }] : []),
  ];
  return (
    <Stack gap={24}>
      <Notice tone={toneOf(job)}>
        {job.startAt ? copy.job.scheduledFor(formatSendTime(job.startAt, timeZone)) : sentenceOf(job)}
      </Notice>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={copy.job.bar}
        aria-valuemin={0}
        aria-valuemax={counts.total}
        aria-valuenow={handled}
      >
        <div style={{ width: `${(100 * handled) / Math.max(1, counts.total)}%` }} />
      </div>
      <StatCards cards={figures} />
      <JobActions job={job} />
      <JobRows id={job.id} changing={state === 'running' || counts.sending > 0} handled={handled} />
    </Stack>
  );
}

const emailsOf = ({ counts: { emails = { queued: 0, failed: 0 } } }: SendingJob) => emails;

const hasProblems = (job: SendingJob): boolean =>
  job.counts.failed + job.counts.unconfirmed + emailsOf(job).failed > 0;

function toneOf(job: SendingJob): 'info' | 'warning' | 'success' {
  const { state, waits, restored } = job;
  if (state !== 'done') return state === 'paused' || waits || restored ? 'warning' : 'info';
  if (hasProblems(job)) return 'warning';
  return emailsOf(job).queued > 0 ? 'info' : 'success';
}

function sentenceOf(job: SendingJob): string {
  const { state, waits, restored } = job;
  if (restored && state === 'paused') return copy.job.restored;
  if (waits) return copy.job.waits[waits.reason](formatTime(waits.until));
  return state === 'done' ? doneSentenceOf(job) : copy.job[state];
}

function doneSentenceOf(job: SendingJob): string {
  if (hasProblems(job)) return copy.job.doneNotAllSent;
  const { queued } = emailsOf(job);
  return queued > 0 ? copy.job.doneEmailsQueued(queued) : copy.job.done;
}
