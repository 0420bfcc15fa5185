import type { Team } from '@caredrop/contracts';
import { Text } from '@mantine/core';
import { useArchiveTeamMutation } from '../../../shared/people/people.api.js';
import { ConfirmDialog } from '../../../shared/ui/dialog.js';
import { toast } from '../../../shared/ui/toast.js';
import { copy } from './copy.js';

/** Asks before a team is archived. */
export function ArchiveTeamDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const [archive, { isLoading }] = useArchiveTeamMutation();
  const { title, what, confirm, confirming, done, failed } = copy.archive;
  const confirmed = async () => {
    const { error } = await archive(team.id);
    if (error) toast.serverFirst(error, failed);
    else toast.success(done, { after: failed });
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={title(team.name)}
      busy={isLoading}
      onClose={onClose}
      confirm={confirm}
      confirming={confirming}
      onConfirm={() => void confirmed()}
    >
      <Text size="sm">{what}</Text>
    </ConfirmDialog>
  );
}
