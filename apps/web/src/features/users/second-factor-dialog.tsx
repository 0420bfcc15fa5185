import { messages, type Clinician } from '@caredrop/contracts';
import { Button, Group, Stack } from '@mantine/core';
import { fullName } from '../../shared/lib/format.js';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Facts } from '../../shared/ui/facts.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { useRequireSecondFactorMutation, useResetSecondFactorMutation } from './users.api.js';

interface Props {
  user: Clinician;
  onClose: () => void;
}

function needOf({ required, requiredByClinic }: Clinician['secondFactor']): string {
  if (requiredByClinic) return copy.secondFactor.needs.clinic;
  return required ? copy.secondFactor.needs.person : copy.secondFactor.needs.none;
}

/**
 * Requires a clinician's second factor or makes it optional, and resets it, for example when the clinician has lost
 * the phone and the recovery codes.
 */
export function SecondFactorDialog({ user, onClose }: Props) {
  const { enabled, required, requiredByClinic } = user.secondFactor;
  const [requireFactor, requiring] = useRequireSecondFactorMutation();
  const [reset, resetting] = useResetSecondFactorMutation();
  const busy = requiring.isLoading || resetting.isLoading;
  const name = fullName(user);

  const done = (error: unknown, sentence: string) => {
    if (error) return toast.failure(error, messages.secondFactor.changeFailed);
    toast.success(sentence);
    onClose();
  };
  const change = async () => {
    const { error } = await requireFactor({ user, required: !required });
    done(error, required ? messages.secondFactor.nowOptional(name) : messages.secondFactor.nowRequired(name));
  };
  const resetFactor = async () => {
    const { error } = await reset({ user });
    done(error, messages.secondFactor.wasReset(name));
  };
  return (
    <Dialog opened title={copy.secondFactor.title(name)} busy={busy} onClose={onClose}>
      <Stack gap={20}>
        <Facts
          facts={[
            [copy.secondFactor.setUp, enabled ? copy.secondFactor.yes : copy.secondFactor.no],
            [copy.secondFactor.need, needOf(user.secondFactor)],
          ]}
        />
        <p style={{ margin: 0, color: 'var(--cd-muted)' }}>
          {enabled ? copy.secondFactor.enabledHint : copy.secondFactor.disabledHint}
        </p>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" data-autofocus onClick={onClose} disabled={busy}>
            {copy.secondFactor.close}
          </Button>
          {enabled && (
            <BusyButton
              busy={busy}
              color="red"
              label={copy.secondFactor.reset}
              loadingLabel={copy.secondFactor.resetting}
              onClick={() => void resetFactor()}
            />
          )}
          {!requiredByClinic && (
            <BusyButton
              busy={busy}
              label={required ? copy.secondFactor.makeOptional : copy.secondFactor.require}
              loadingLabel={copy.secondFactor.saving}
              onClick={() => void change()}
            />
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
