import { messages } from '@caredrop/contracts';
import { Stack } from '@mantine/core';
import { Dialog } from '../../shared/ui/dialog.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { ProveForm } from './prove-form.js';
import { useTurnOffSecondFactorMutation } from './second-factor.api.js';
import classes from './second-factor.module.css';
import { useChangeFailure } from './use-change-failure.js';

export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const [turnOff, { error, isLoading }] = useTurnOffSecondFactorMutation();
  const { mayBeMade, failed } = useChangeFailure();
  const submit = async (proof: { password: string; code?: string }) => {
    const response = await turnOff(proof);
    if (response.error) return failed(response.error);
    toast.success(messages.secondFactor.turnedOff);
    onClose();
  };
  return (
    <Dialog opened title={copy.turnOffDialog.title} busy={isLoading} onClose={onClose}>
      <Stack gap={16}>
        {mayBeMade && !isLoading && <Notice tone="danger">{copy.turnOffDialog.unknown}</Notice>}
        <p className={classes.plain}>{copy.turnOffDialog.effect}</p>
        <ProveForm
          withCode
          danger
          error={error}
          busy={isLoading}
          label={copy.turnOff}
          onProof={(proof) => void submit(proof)}
        />
      </Stack>
    </Dialog>
  );
}
