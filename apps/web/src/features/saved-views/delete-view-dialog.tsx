import type { SavedView } from '@caredrop/contracts';
import { ConfirmChange } from '../../shared/ui/confirm-change.js';
import { copy } from './copy.js';
import { useDeleteViewMutation } from './saved-views.api.js';

/** Asks before a view is deleted. */
export function DeleteViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const [remove, { isLoading }] = useDeleteViewMutation();
  const words = { ...copy.dialog.delete, title: copy.dialog.delete.title(view.name) };
  return <ConfirmChange words={words} busy={isLoading} change={() => remove(view.id)} onClose={onClose} />;
}
