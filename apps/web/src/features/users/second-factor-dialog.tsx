import { messages, type Clinician } from '@caredrop/contracts';
import { Button, Group, Stack } from '@mantine/core';
import { fullName } from '../../shared/lib/format.js';
import { BusyButton, Dialog } from '../../shared/ui/dialog.js';
import { Facts } from '../../shared/ui/facts.js';
import { toast } from '../../shared/ui/toast.js';
import { useRequireSecondFactorMutation, useResetSecondFactorMutation } from './users.api.js';

interface Props {
  user: Clinician;
  onClose: () => void;
}

function needOf({ required, requiredByClinic }: Clinician['secondFactor']): string {
  if (requiredByClinic) return 'Asked of everybody here, by the clinic’s setting';
  return required ? 'Asked of this person' : 'Their own choice';
}

/** A clinician's second factor: it can be required, and removed when phone and recovery codes are lost. */
export function SecondFactorDialog({ user, onClose }: Props) {
  const { enabled, required, requiredByClinic } = user.secondFactor;
  const [ask, asking] = useRequireSecondFactorMutation();
  const [reset, resetting] = useResetSecondFactorMutation();
  const busy = asking.isLoading || resetting.isLoading;
  const name = fullName(user);

  const done = (error: unknown, sentence: string) => {
    if (error) return toast.failure(error, messages.secondFactor.changeFailed);
    toast.success(sentence);
    onClose();
  };
  const change = async () => {
    const { error } = await ask({ user, required: !required });
    done(error, required ? messages.secondFactor.nowOptional(name) : messages.secondFactor.nowRequired(name));
  };
  const takeAway = async () => {
    const { error } = await reset({ user });
    done(error, messages.secondFactor.wasReset(name));
  };
  return (
    <Dialog opened title={`Second factor of ${name}`} busy={busy} onClose={onClose}>
      <Stack gap={20}>
        <Facts
          facts={[
            ['Set up', enabled ? 'Yes' : 'No'],
            ['Need', needOf(user.secondFactor)],
          ]}
        />
        <p style={{ margin: 0, color: 'var(--cd-muted)' }}>
          {enabled
            ? 'Reset it when their phone and recovery codes are lost. They are signed out and told by e-mail.'
            : 'Ask for it, and they are signed out and set it up when they sign in again.'}
        </p>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" data-autofocus onClick={onClose} disabled={busy}>
            Close
          </Button>
          {enabled && (
            <BusyButton
              busy={busy}
              color="red"
              label="Reset"
              loadingLabel="Resetting..."
              onClick={() => void takeAway()}
            />
          )}
          {!requiredByClinic && (
            <BusyButton
              busy={busy}
              label={required ? 'Leave it to them' : 'Ask for it'}
              loadingLabel="Saving..."
              onClick={() => void change()}
            />
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
