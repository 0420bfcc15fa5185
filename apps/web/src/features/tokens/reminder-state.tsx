import { messages, type Reminders } from '@caredrop/contracts';
import { Group, Stack, Text } from '@mantine/core';
import { formatWeekday } from '../../shared/lib/format-time.js';
import { ActionButton } from '../../shared/ui/action-button.js';
import { toast } from '../../shared/ui/toast.js';
import { copy } from './copy.js';
import { useChangeRemindersMutation } from './tokens.api.js';

/** Whether a link has reminders to show. */
export const hasReminders = ({ sent, planned, paused, stopped }: Reminders) =>
  sent.length > 0 || planned.length > 0 || paused || stopped !== null;

/**
 * Sent and planned reminders, and the button that pauses or resumes them. Days are in the clinic's time zone.
 */
export function ReminderState({ id, reminders }: { id: string; reminders: Reminders }) {
  const [send, { isLoading }] = useChangeRemindersMutation();
  const { sent, planned, channel, paused, stopped, timeZone } = reminders;
  const change = async (wanted: 'pause' | 'resume') => {
    const response = await send({ id, change: wanted });
    if (response.error) return toast.serverFirst(response.error, messages.sms.remindersFailed);
    toast.success(wanted === 'pause' ? messages.sms.remindersPaused : messages.sms.remindersResumed, {
      after: messages.sms.remindersFailed,
    });
  };
  const days = planned.map((time) => formatWeekday(time, timeZone));
  const offered = paused ? 'resume' : days.length > 0 ? 'pause' : null;
  return (
    <Stack gap={4}>
      {sent.map(({ at, status, channel: by }) => (
        <Text key={at} size="sm">
          {copy.reminders.sent(formatWeekday(at, timeZone), status, by)}
        </Text>
      ))}
      <Group gap={8}>
        {days.length > 0 && <Text size="sm">{copy.reminders.planned(days, channel)}</Text>}
        {paused && <Text size="sm">{copy.reminders.paused}</Text>}
        {stopped && <Text size="sm">{copy.reminders.stopped[stopped]}</Text>}
        {offered && (
          <ActionButton
            variant="default"
            size="compact-md"
            busy={isLoading}
            onClick={() => void change(offered)}
          >
            {copy.reminders[offered]}
          </ActionButton>
        )}
      </Group>
    </Stack>
  );
}
