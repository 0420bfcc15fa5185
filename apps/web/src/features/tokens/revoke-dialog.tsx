import { messages } from '@caredrop/contracts';
import { ConfirmDialog } from '../../shared/ui/dialog.js';
import { Facts } from '../../shared/ui/facts.js';
import { toast } from '../../shared/ui/toast.js';
import { dialogCopy as copy } from './dialog-copy.js';
import { hasFurther } from './token-rules.js';
import { useRevokeTokenMutation } from './tokens.api.js';
import type { TokenInHand } from './token-dialogs.js';

/** Asks for confirmation before a link is revoked, which cannot be undone. */
export function RevokeDialog({ token, onClose }: { token: TokenInHand; onClose: () => void }) {
  const [revoke, { isLoading }] = useRevokeTokenMutation();
  const confirm = async () => {
    const response = await revoke(token.id);
    if (response.error) return toast.failure(response.error, messages.token.revokeFailed);
    toast.success(messages.token.revoked, { after: messages.token.revokeFailed });
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={copy.revoke.title}
      busy={isLoading}
      onClose={onClose}
      confirm={copy.revoke.confirm}
      confirming={copy.revoke.confirming}
      onConfirm={() => void confirm()}
    >
      <Facts
        facts={[
          [copy.revoke.token, <code key="token">{token.token}</code>],
          [copy.revoke.patient, token.patient_ref_id],
        ]}
      />
      <p style={{ margin: 0 }}>
        {copy.revoke.consequence} {hasFurther(token) && copy.revoke.ofRequest}
      </p>
    </ConfirmDialog>
  );
}
