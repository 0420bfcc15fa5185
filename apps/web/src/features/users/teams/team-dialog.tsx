import { errors, teamLimits, type Team } from '@caredrop/contracts';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { isApiError } from '../../../shared/api/api-error.js';
import { useCreateTeamMutation, useRenameTeamMutation } from '../../../shared/people/people.api.js';
import { BusyButton } from '../../../shared/ui/busy-button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { toast } from '../../../shared/ui/toast.js';
import { copy } from './copy.js';

interface Props {
  /** Absent for a new one. */
  team?: Team;
  onClose: () => void;
}

/** Creates or renames a team. */
export function TeamDialog({ team, onClose }: Props) {
  const [name, setName] = useState(team?.name ?? '');
  const [problem, setProblem] = useState<string>();
  const { save, busy } = useSave(team);
  const words = team ? copy.rename : copy.create;
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const wanted = name.trim();
    setProblem(wanted === '' ? errors.team_name_required.text : undefined);
    if (wanted === '') return;
    const { error } = await save(wanted);
    if (isApiError(error) && error.code === 'team_name_taken')
      return setProblem(error.message ?? words.failed);
    if (error) return toast.serverFirst(error, words.failed);
    toast.success(words.done(wanted), { after: words.failed });
    onClose();
  };
  return (
    <Dialog opened title={words.title} busy={busy} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={16}>
          <TextInput
            label={copy.name}
            description={copy.nameHelp}
            autoComplete="off"
            maxLength={teamLimits.nameMax}
            data-autofocus
            value={name}
            error={problem}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose} disabled={busy}>
              {copy.cancel}
            </Button>
            <BusyButton type="submit" busy={busy} label={words.submit} loadingLabel={words.submitting} />
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function useSave(team: Team | undefined) {
  const [create, creating] = useCreateTeamMutation();
  const [rename, renaming] = useRenameTeamMutation();
  return {
    busy: creating.isLoading || renaming.isLoading,
    save: (name: string) => (team ? rename({ id: team.id, name }) : create({ name })),
  };
}
