import { messages } from '@caredrop/contracts';
import { Stack } from '@mantine/core';
import { Dialog } from '../../shared/ui/dialog.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { ProveForm } from './prove-form.js';
import { isAboutField } from './rejection.js';
import { useTurnOffSecondFactorMutation } from './second-factor.api.js';
import classes from './second-factor.module.css';

export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const [turnOff, { error, isLoading }] = useTurnOffSecondFactorMutation();
  const submit = async (proof: { password: string; code?: string }) => {
    const response = await turnOff(proof);
    if (!response.error) {
      toast.success(messages.secondFactor.turnedOff);
      onClose();
    } else if (!isAboutField(response.error))
      toast.failure(response.error, messages.secondFactor.changeFailed);
  };
  return (
    <Dialog opened title={copy.turnOffDialog.title} busy={isLoading} onClose={onClose}>
      <Stack gap={16}>
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
