import type { Clinician, CoverBody } from '@caredrop/contracts';
import { Stack, Text } from '@mantine/core';
import { fullName } from '../../shared/lib/format.js';
import { absenceText } from '../../shared/people/absence-days.js';
import { AbsenceForm } from '../../shared/people/absence-form.js';
import { copy as shared } from '../../shared/people/copy.js';
import {
  useColleaguesQuery,
  useEndCoverForMutation,
  useSetCoverForMutation,
} from '../../shared/people/people.api.js';
import { useUser } from '../../shared/session/use-session.js';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { useShowAbsence } from './users.api.js';

interface Props {
  user: Clinician;
  onClose: () => void;
}

/** Sets or ends an absence for a clinician. */
export function AbsenceDialog({ user, onClose }: Props) {
  const [set, setting] = useSetCoverForMutation();
  const [end, ending] = useEndCoverForMutation();
  const colleagues = useOthers(user.id);
  const show = useShowAbsence();
  const busy = setting.isLoading || ending.isLoading;
  const { absence } = user;

  const saved = async (wanted: CoverBody) => {
    const { error, data } = await set({ userId: user.id, ...wanted });
    if (error) return toast.serverFirst(error, shared.setFailed);
    show(user.id, data.cover);
    toast.success(shared.done, { after: shared.setFailed });
    onClose();
  };
  const ended = async (absenceId: string) => {
    const { error, data } = await end({ userId: user.id, absenceId });
    if (error) return toast.serverFirst(error, shared.endFailed);
    show(user.id, data.cover);
    toast.success(shared.ended, { after: shared.endFailed });
    onClose();
  };
  return (
    <Dialog opened title={copy.absence.title(fullName(user))} busy={busy} onClose={onClose}>
      <Stack gap={16}>
        {absence && <Text>{absenceText(absence)}</Text>}
        <Text size="sm" c="dimmed">
          {copy.absence.effect}
        </Text>
        {absence ? (
          <div>
            <BusyButton
              busy={busy}
              label={shared.end}
              loadingLabel={shared.ending}
              onClick={() => void ended(absence.id)}
            />
          </div>
        ) : (
          <AbsenceForm colleagues={colleagues} busy={busy} onSet={(wanted) => void saved(wanted)} />
        )}
      </Stack>
    </Dialog>
  );
}

/** Everyone who can sign in, including the administrator, except this user. */
export function useOthers(userId: string) {
  const own = useUser();
  const colleagues = useColleaguesQuery().data ?? [];
  return [...colleagues, ...(own ? [own] : [])].filter(({ id }) => id !== userId);
}
