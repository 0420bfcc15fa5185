import type { SavedView } from '@caredrop/contracts';
import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../shared/ui/dialog.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { useDeleteViewMutation } from './saved-views.api.js';

/** Asks before a view is deleted. */
export function DeleteViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const [remove, { isLoading }] = useDeleteViewMutation();
  const { title, what, confirm, confirming, done, failed } = copy.dialog.delete;
  const confirmed = async () => {
    const { error } = await remove(view.id);
    if (error) toast.serverFirst(error, failed);
    else toast.success(done, { after: failed });
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={title(view.name)}
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
