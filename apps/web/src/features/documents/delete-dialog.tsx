import { messages, type Document } from '@caredrop/contracts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/ui/dialog.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { useDeleteDocumentMutation, useDeleteDocumentsMutation } from './documents.api.js';

interface Props {
  documents: Document[];
  /** Uses the bulk call and its success message, which states the number, even for one document. */
  bulk: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

const maxNamed = 5;
/** Above this many documents, the user has to type how many will be deleted. */
const typedAbove = 10;

/** Asks to confirm a permanent deletion, and names the first documents that will be deleted. */
export function DeleteDialog({ documents, bulk, onClose, onDeleted }: Props) {
  const [deleteOne, one] = useDeleteDocumentMutation();
  const [deleteMany, many] = useDeleteDocumentsMutation();
  const [typed, setTyped] = useState('');
  const count = documents.length;
  const large = count > typedAbove;
  const busy = one.isLoading || many.isLoading;

  const confirm = async () => {
    const ids = documents.map(({ id }) => id);
    const response = bulk ? await deleteMany(ids) : await deleteOne(ids[0] ?? '');
    if (response.error) return toast.failure(response.error, messages.document.deleteFailed);
    toast.success(bulk ? messages.document.deletedMany(count) : messages.document.deleted, {
      after: messages.document.deleteFailed,
    });
    onDeleted();
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={copy.deletion.title(count)}
      busy={busy}
      ready={!large || typed.trim() === String(count)}
      onClose={onClose}
      confirm={copy.deletion.confirm}
      confirming={copy.deletion.confirming}
      onConfirm={() => void confirm()}
    >
      <div style={{ overflowWrap: 'anywhere' }}>
        <ul style={{ margin: '0 0 12px', paddingLeft: 20 }}>
          {documents.slice(0, maxNamed).map((document) => (
            <li key={document.id}>
              <bdi>{document.file_name}</bdi>
              {copy.deletion.patient}
              <bdi>{document.patient_ref_id}</bdi>
            </li>
          ))}
          {count > maxNamed && <li>{copy.deletion.more(count - maxNamed)}</li>}
        </ul>
        {copy.deletion.consequence(count)}
      </div>
      {large && (
        <TextInput
          label={copy.deletion.typeCount(count)}
          inputMode="numeric"
          autoComplete="off"
          disabled={busy}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}
