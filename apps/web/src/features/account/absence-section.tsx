import type { Cover, CoverBody, Covers } from '@caredrop/contracts';
import { Stack } from '@mantine/core';
import { formatDay, fullName } from '../../shared/lib/format.js';
import { lastDay } from '../../shared/people/absence-days.js';
import { AbsenceForm } from '../../shared/people/absence-form.js';
import { copy as shared } from '../../shared/people/copy.js';
import {
  useColleaguesQuery,
  useCoversQuery,
  useEndCoverMutation,
  useSetCoverMutation,
} from '../../shared/people/people.api.js';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { Card, Section } from '../../shared/ui/page.js';
import { ErrorState, ListSkeleton } from '../../shared/ui/states.js';
import { toast } from '../../shared/ui/toast.js';
import { useKeepFocus } from '../../shared/ui/use-keep-focus.js';
import classes from './account.module.css';
import { copy as all } from './people-copy.js';

const copy = all.absence;

/** Shows when the user is away and who stands in, and whom the user stands in for. */
export function AbsenceSection() {
  const { data, error, isFetching, refetch } = useCoversQuery();
  const keepFocus = useKeepFocus();
  return (
    <Section title={copy.title}>
      <Card narrow>
        {data && (
          <Stack gap={16} {...keepFocus}>
            {data.own ? <Own absence={data.own} /> : <NewAbsence />}
            <StandingIn covers={data.standingIn} />
          </Stack>
        )}
        {!data && isFetching && <ListSkeleton rows={3} />}
        {!data && error && !isFetching && (
          <ErrorState what={copy.what} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </Section>
  );
}

function Own({ absence }: { absence: Cover }) {
  const [end, { isLoading }] = useEndCoverMutation();
  const ended = async () => {
    const { error } = await end(absence.id);
    if (error) toast.serverFirst(error, shared.endFailed);
    else toast.success(shared.ended, { after: shared.endFailed });
  };
  const cover = fullName(absence.cover);
  return (
    <>
      <p className={classes.plain}>
        {absence.running
          ? copy.running(lastDay(absence), cover)
          : copy.planned(formatDay(absence.startsAt), lastDay(absence), cover)}
      </p>
      <p className={classes.facts}>{copy.effect}</p>
      <div>
        <BusyButton
          variant="light"
          busy={isLoading}
          label={shared.end}
          loadingLabel={shared.ending}
          onClick={() => void ended()}
        />
      </div>
    </>
  );
}

function NewAbsence() {
  const colleagues = useColleaguesQuery().data ?? [];
  const [set, { isLoading }] = useSetCoverMutation();
  const save = async (absence: CoverBody) => {
    const { error } = await set(absence);
    if (error) toast.serverFirst(error, shared.setFailed);
    else toast.success(shared.done, { after: shared.setFailed });
  };
  return (
    <>
      <p className={classes.plain}>{copy.effect}</p>
      <AbsenceForm colleagues={colleagues} busy={isLoading} onSet={(absence) => void save(absence)} />
    </>
  );
}

function StandingIn({ covers }: { covers: Covers['standingIn'] }) {
  if (covers.length === 0) return null;
  return (
    <div>
      <p className={classes.device}>{copy.standingIn}</p>
      <ul className={classes.list} aria-label={copy.standingIn}>
        {covers.map((cover) => (
          <li key={cover.id} className={classes.facts}>
            {cover.running
              ? copy.standsInUntil(fullName(cover.user), lastDay(cover))
              : copy.standsInFrom(fullName(cover.user), formatDay(cover.startsAt), lastDay(cover))}
          </li>
        ))}
      </ul>
    </div>
  );
}
