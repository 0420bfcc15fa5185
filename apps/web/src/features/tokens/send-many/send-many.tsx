import { errors, isOnLaterLimitDay, type SendingJobBody } from '@caredrop/contracts';
import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isApiError, isOutcomeUnknown, serverMessage } from '../../../shared/api/api-error.js';
import { paths } from '../../../shared/config/paths.js';
import { useIdempotencyKey } from '../../../shared/lib/use-idempotency-key.js';
import { useNow } from '../../../shared/lib/use-now.js';
import { BusyButton } from '../../../shared/ui/busy-button.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Card, Page, Section } from '../../../shared/ui/page.js';
import { ListSkeleton } from '../../../shared/ui/states.js';
import { daysOf, ExpiryField } from '../expiry-field.js';
import { LanguageField } from '../language-field.js';
import { SendTimeField } from '../send-later/send-time-field.js';
import { sendNow, useSendTime, type SendTimeState } from '../send-later/use-send-time.js';
import { copy } from './copy.js';
import { FileField } from './file-field.js';
import { useSendFileMutation } from './sending-jobs.api.js';
import classes from './send-many.module.css';
import { useCheck } from './use-check.js';
import { useFile, type ChosenFile } from './use-file.js';

/** Loaded after the parts that are used first. */
const CheckTable = lazy(async () => ({ default: (await import('./check-table.js')).CheckTable }));
const TeamField = lazy(() => import('../assign/team-field.js'));
const RecentJobs = lazy(async () => ({ default: (await import('./recent-jobs.js')).RecentJobs }));

const usual = { language: '', expiryDays: '', reminders: true, teamId: '', time: sendNow };
type Options = typeof usual;

/** /send-many: takes a file, shows what would be sent for each row, and sends it. */
export function SendMany() {
  const { file, problem, reading, choose } = useFile();
  const [options, setOptions] = useState(usual);
  const change = (part: Partial<Options>) => setOptions((known) => ({ ...known, ...part }));
  return (
    <Page title={copy.title} purpose={copy.purpose} back={{ to: paths.tokens.href(), label: copy.back }}>
      <Section title={copy.file.title}>
        <Card>
          <FileField
            read={file && { name: file.name, rows: file.rows.length, ignored: file.ignored }}
            onFile={(chosen) => void choose(chosen)}
          />
        </Card>
        {reading && <Text role="status">{copy.file.reading}</Text>}
        {problem && <Notice tone="danger">{problem}</Notice>}
      </Section>
      {file && <Checked file={file} options={options} onChange={change} />}
      <Suspense fallback={null}>
        <RecentJobs />
      </Suspense>
    </Page>
  );
}

interface CheckedProps {
  file: ChosenFile;
  options: Options;
  onChange: (part: Partial<Options>) => void;
}

function Checked({ file, options, onChange: change }: CheckedProps) {
  const time = useSendTime(options.time, (chosen) => change({ time: chosen }));
  const { sendAt } = time;
  // The file that was refused because the user had left the team.
  const [refused, setRefused] = useState<ChosenFile | null>(null);
  const chooseTeam = (teamId: string) => {
    change({ teamId });
    setRefused(null);
  };
  const onTeamLeft = (left: boolean) => {
    if (left) change({ teamId: '' });
    setRefused(left ? file : null);
  };
  const { expiryDays } = daysOf(options.expiryDays);
  const badDays = expiryDays !== undefined && !(expiryDays >= 1 && expiryDays <= 365);
  const body = useMemo(
    (): SendingJobBody | null =>
      badDays
        ? null
        : {
            rows: file.rows,
            language: options.language,
            reminders: options.reminders,
            ...(options.teamId && { teamId: options.teamId }),
            ...(expiryDays !== undefined && { expiryDays }),
            ...(sendAt && { sendAt }),
          },
    [file, options.language, options.reminders, options.teamId, expiryDays, badDays, sendAt],
  );
  return (
    <>
      <Section title={copy.options.title}>
        <Card narrow>
          <Stack gap={16}>
            <ExpiryField
              kind="expiryDays"
              value={options.expiryDays}
              error={badDays ? errors.expiry_days_invalid.text : undefined}
              onChange={(event) => change({ expiryDays: event.currentTarget.value })}
            />
            <LanguageField value={options.language} onChange={(language) => change({ language })} />
            <Suspense fallback={null}>
              <TeamField value={options.teamId} onChange={chooseTeam} />
            </Suspense>
            <Checkbox
              label={copy.options.reminders}
              description={file.rows.some(({ phone }) => !phone) && copy.options.remindersHelp}
              checked={options.reminders}
              onChange={(event) => change({ reminders: event.currentTarget.checked })}
            />
            <SendTimeField state={time} />
          </Stack>
        </Card>
      </Section>
      <Section title={copy.check.title}>
        {refused === file && <Notice tone="warning">{copy.check.teamLeft}</Notice>}
        <CheckResult rows={file.rows} body={body} time={time} onTeamLeft={onTeamLeft} />
      </Section>
    </>
  );
}

interface ResultProps {
  rows: ChosenFile['rows'];
  body: SendingJobBody | null;
  time: SendTimeState;
  /** Whether the user no longer belongs to the team of the links. */
  onTeamLeft: (left: boolean) => void;
}

function CheckResult({ rows, body, time, onTeamLeft }: ResultProps) {
  const now = useNow();
  const { check, error, again } = useCheck(body);
  if (error !== null && !check)
    return (
      <Notice
        tone="danger"
        action={
          <Button variant="default" size="compact-md" onClick={again}>
            {copy.check.again}
          </Button>
        }
      >
        {serverMessage(error) ?? copy.check.failed}
      </Notice>
    );
  if (!check || !body)
    return (
      <>
        {body && <Text role="status">{copy.check.checking}</Text>}
        <ListSkeleton />
      </>
    );
  const { sendable, segments, emails } = check;
  const texts = segments.gsm + segments.ucs2;
  const waiting = check.rows.filter(({ waits }) => waits).length;
  const startsOnLaterDay = !!body.sendAt && isOnLaterLimitDay(new Date(body.sendAt), new Date(now));
  return (
    <Stack gap={16}>
      <div className={classes.summary}>
        <Stack gap={4}>
          <p role="status">
            <strong>{copy.check.summary(sendable, rows.length - sendable)}</strong>
          </p>
          {texts > 0 && <p>{copy.check.segments(segments.gsm, segments.ucs2)}</p>}
          {emails.count > 0 && <p>{copy.check.emails(emails.count)}</p>}
        </Stack>
        <SendButton body={body} time={time} sendable={sendable} onRejected={again} onTeamLeft={onTeamLeft} />
      </div>
      {waiting > 0 && <Notice tone="warning">{copy.check.limit(waiting, sendable)}</Notice>}
      {startsOnLaterDay && <Notice tone="info">{copy.check.laterDay}</Notice>}
      <Suspense fallback={<ListSkeleton />}>
        <CheckTable rows={rows} check={check} />
      </Suspense>
    </Stack>
  );
}

interface SendProps {
  body: SendingJobBody;
  time: SendTimeState;
  sendable: number;
  onRejected: () => void;
  onTeamLeft: (left: boolean) => void;
}

/** A double click or a lost response sends nothing twice. */
function SendButton({ body, time, sendable, onRejected, onTeamLeft }: SendProps) {
  const { keyFor } = useIdempotencyKey();
  const navigate = useNavigate();
  const [send, { isLoading, error }] = useSendFileMutation();
  const start = async () => {
    if (!time.check()) return;
    onTeamLeft(false);
    const { data: job, error: rejection } = await send({ ...body, key: keyFor(body) });
    if (job) return navigate(paths.sendingJob.href(job.id));
    if (isApiError(rejection) && rejection.status === 409) onRejected();
    if (isApiError(rejection) && rejection.code === 'team_not_yours') onTeamLeft(true);
  };
  return (
    <Stack gap={8}>
      <BusyButton
        busy={isLoading}
        disabled={sendable === 0}
        label={time.later ? copy.send.later(sendable) : copy.send.label(sendable)}
        loadingLabel={copy.send.loading}
        onClick={() => void start()}
      />
      {error && !isLoading && (
        <Notice tone="danger">
          {isOutcomeUnknown(error) ? copy.send.unknown : (serverMessage(error) ?? copy.send.failed)}
        </Notice>
      )}
    </Stack>
  );
}
