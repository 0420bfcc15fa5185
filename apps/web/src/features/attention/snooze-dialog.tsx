import { Stack, Text } from '@mantine/core';
import { formatDay } from '../../shared/lib/format.js';
import { ActionButton } from '../../shared/ui/action-button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { toast } from '../../shared/ui/toast.js';
import { useSnoozeMutation } from './attention.api.js';
import { keyOf, type AttentionItem } from './attention-items.js';
import { copy } from './copy.js';
import { snoozeTimes } from './snooze-times.js';

const choices = ['tomorrow', 'inThreeDays', 'nextWeek'] as const;

/** Hides a row from the user's list until one of three times. */
export function SnoozeDialog({ item, onClose }: { item: AttentionItem; onClose: () => void }) {
  const [snooze, { isLoading }] = useSnoozeMutation();
  const times = snoozeTimes(Date.now());
  const { patient_ref_id: reference } = 'token' in item ? item.token : item.document;
  const choose = async (until: string) => {
    const { reason, since } = item;
    const response = await snooze({ ...keyOf(item), reason, since, until });
    if (response.error) return toast.serverFirst(response.error, copy.snooze.failed);
    toast.success(copy.snooze.until(formatDay(until)));
    onClose();
  };
  return (
    <Dialog opened title={copy.snooze.title} busy={isLoading} onClose={onClose} size="sm">
      <Stack gap={12}>
        <Text size="sm" c="dimmed">
          {copy.snooze.help(reference)}
        </Text>
        {choices.map((choice, index) => (
          <ActionButton
            key={choice}
            variant="default"
            data-autofocus={index === 0 || undefined}
            busy={isLoading}
            onClick={() => void choose(times[choice])}
          >
            {copy.snooze[choice]} ({formatDay(times[choice])})
          </ActionButton>
        ))}
      </Stack>
    </Dialog>
  );
}
