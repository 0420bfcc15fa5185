import { limits, renameViewBody, sentencesByField, type ListName, type SavedView } from '@caredrop/contracts';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { isApiError } from '../../shared/api/api-error.js';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { toast } from '../../shared/ui/toast.js';
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

/** Asks for the name of a new view, or for another name of one. */
export function NameDialog({ list, query, view, onClose }: Props) {
  const [name, setName] = useState(view?.name ?? '');
  const [problem, setProblem] = useState<string>();
  const [save, saving] = useSaveViewMutation();
  const [rename, renaming] = useRenameViewMutation();
  const busy = saving.isLoading || renaming.isLoading;
  const words = view ? copy.dialog.rename : copy.dialog.save;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const parsed = renameViewBody.safeParse({ name });
    setProblem(parsed.success ? undefined : sentencesByField(parsed.error).name);
    if (!parsed.success) return;
    const { error } = await (view
      ? rename({ id: view.id, ...parsed.data })
      : save({ list, query, ...parsed.data }));
    if (isApiError(error) && error.code === 'view_name_taken')
      return setProblem(error.message ?? words.failed);
    if (error) return toast.serverFirst(error, words.failed);
    toast.success(words.done(parsed.data.name), { after: words.failed });
    onClose();
  };
  return (
    <Dialog opened title={words.title} busy={busy} onClose={onClose} size="sm">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={16}>
          <TextInput
            label={copy.dialog.name}
            description={copy.dialog.help}
            autoComplete="off"
            maxLength={limits.viewNameMax}
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
