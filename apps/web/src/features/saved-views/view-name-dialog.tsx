import { limits, renameViewBody, sentencesByField, type ListName, type SavedView } from '@caredrop/contracts';
import { NameDialog } from '../../shared/ui/name-dialog.js';
import { copy } from './copy.js';
import { useRenameViewMutation, useSaveViewMutation } from './saved-views.api.js';

interface Props {
  list: ListName;
  /** The filters to save under the name. */
  query: string;
  /** The view to rename; absent for a new one. */
  view?: SavedView | undefined;
  onClose: () => void;
}

/** Asks for the name of a new view, or for a new name of an existing one. */
export function ViewNameDialog({ list, query, view, onClose }: Props) {
  const [save, saving] = useSaveViewMutation();
  const [rename, renaming] = useRenameViewMutation();
  return (
    <NameDialog
      words={view ? copy.dialog.rename : copy.dialog.save}
      label={copy.dialog.name}
      help={copy.dialog.help}
      maxLength={limits.viewNameMax}
      start={view?.name ?? ''}
      read={nameOf}
      taken="view_name_taken"
      busy={saving.isLoading || renaming.isLoading}
      save={(name) => (view ? rename({ id: view.id, name }) : save({ list, query, name }))}
      onClose={onClose}
      size="sm"
    />
  );
}

function nameOf(typed: string) {
  const parsed = renameViewBody.safeParse({ name: typed });
  return parsed.success ? parsed.data : { problem: sentencesByField(parsed.error).name };
}
