import { limits, messages, type User } from '@caredrop/contracts';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { fullName } from '../../shared/lib/format.js';
import { ConfirmDialog } from '../../shared/ui/dialog.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { HandOverFields, handOverOf, noHandOver } from './hand-over-fields.js';
import { useDisableUserMutation } from './users.api.js';

interface Props {
  user: User;
  onClose: () => void;
}

/** Disables an account, with or without a reason, and with or without handing its links over. */
export function DisableDialog({ user, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [choice, setChoice] = useState(noHandOver);
  const handOver = handOverOf(choice);
  const [disable, { isLoading }] = useDisableUserMutation();
  const confirm = async () => {
    if (handOver === undefined) return;
    const response = await disable({ id: user.id, reason, handOver });
    if (response.error) return toast.failure(response.error, messages.user.disableFailed);
    toast.success(messages.user.disabled(fullName(user)), { after: messages.user.disableFailed });
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={copy.disable.title(fullName(user))}
      busy={isLoading}
      onClose={onClose}
      confirm={copy.disable.confirm}
      confirming={copy.disable.confirming}
      ready={handOver !== undefined}
      onConfirm={() => void confirm()}
    >
      <p style={{ margin: 0 }}>{messages.user.cannotLogIn}</p>
      <p style={{ margin: 0, color: 'var(--cd-muted)' }}>{copy.disable.effect}</p>
      <HandOverFields userId={user.id} choice={choice} disabled={isLoading} onChange={setChoice} />
      <Textarea
        label={copy.disable.reason}
        description={copy.disable.reasonHint}
        autosize
        minRows={2}
        maxLength={limits.disableReasonMax}
        disabled={isLoading}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
