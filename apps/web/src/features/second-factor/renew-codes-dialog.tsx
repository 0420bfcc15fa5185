import { messages } from '@caredrop/contracts';
import { Stack } from '@mantine/core';
import { Dialog } from '../../shared/ui/dialog.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { ProveForm } from './prove-form.js';
import { RecoveryCodes } from './recovery-codes.js';
import { useRenewRecoveryCodesMutation } from './second-factor.api.js';
import classes from './second-factor.module.css';
import { useChangeFailure } from './use-change-failure.js';

/** Creates ten new codes, when few are left or someone else may have seen them. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const [renew, { data: codes, error, isLoading }] = useRenewRecoveryCodesMutation();
  const { mayBeMade, failed } = useChangeFailure();
  const submit = async (proof: { password: string; code?: string }) => {
    const response = await renew(proof);
    if (response.data) toast.success(messages.secondFactor.codesRenewed);
    else failed(response.error);
  };
  return (
    <Dialog
      opened
      title={codes ? copy.keepCodes : copy.renew}
      busy={isLoading || codes !== undefined}
      onClose={onClose}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <Stack gap={16}>
          {mayBeMade && !isLoading && <Notice tone="danger">{copy.renewDialog.unknown}</Notice>}
          <p className={classes.plain}>{copy.renewDialog.effect}</p>
          <ProveForm
            withCode
            error={error}
            busy={isLoading}
            label={copy.renewDialog.submit}
            onProof={(proof) => void submit(proof)}
          />
        </Stack>
      )}
    </Dialog>
  );
}
