import type { LinkCheck } from '@caredrop/contracts';
import { Group, Text } from '@mantine/core';
import { formatExact } from '../../shared/lib/format.js';
import { ActionButton } from '../../shared/ui/action-button.js';
import { toast } from '../../shared/ui/toast.js';
import { checkCopy as copy } from './check-copy.js';
import { useUnlockCheckMutation } from './token-changes.api.js';

/** States whether the patient has given the date of birth, with the button that unlocks a waiting or locked link. */
export function CheckState({ id, check }: { id: string; check: LinkCheck }) {
  const [send, { isLoading }] = useUnlockCheckMutation();
  const unlock = async () => {
    const response = await send(id);
    if (response.error) return toast.serverFirst(response.error, copy.unlockFailed);
    toast.success(copy.unlocked, { after: copy.unlockFailed });
  };
  const { initials, state, waits_until: until } = check;
  return (
    <Group gap={8}>
      <Text size="sm">{copy.state[state](initials, until ? formatExact(until) : '')}</Text>
      {(state === 'waiting' || state === 'locked') && (
        <ActionButton variant="default" size="compact-md" busy={isLoading} onClick={() => void unlock()}>
          {copy.unlock}
        </ActionButton>
      )}
      {state === 'locked' && (
        <Text size="sm" c="dimmed">
          {copy.lockedHelp}
        </Text>
      )}
    </Group>
  );
}
