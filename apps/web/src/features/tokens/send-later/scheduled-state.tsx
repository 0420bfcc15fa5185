import { messages, type SendChannel, type Token } from '@caredrop/contracts';
import { Group, Stack, Text } from '@mantine/core';
import { useNow } from '../../../shared/lib/use-now.js';
import { ActionButton } from '../../../shared/ui/action-button.js';
import { toast } from '../../../shared/ui/toast.js';
import { channels } from './channels.js';
import { formatSendTime } from './clinic-time.js';
import { copy } from './copy.js';
import { useCancelScheduledMutation, useSendScheduledNowMutation } from './scheduled-sends.api.js';
import { useTimeZone } from './use-time-zone.js';

type Scheduled = Pick<Token, 'id' | 'scheduled'>;

/** Shows when a link will be texted or emailed, with the buttons that cancel it or send it now. */
export function ScheduledState({ token: { id, scheduled } }: { token: Scheduled }) {
  return (
    <Stack gap={8}>
      {channels.map((channel) => {
        const at = scheduled?.[channel];
        return at && <ScheduledSend key={channel} id={id} channel={channel} at={at} />;
      })}
    </Stack>
  );
}

function ScheduledSend({ id, channel, at }: { id: string; channel: SendChannel; at: string }) {
  const timeZone = useTimeZone();
  const sentence = Date.parse(at) > useNow() ? copy.scheduled : copy.due;
  const [cancel, cancelling] = useCancelScheduledMutation();
  const [sendNow, sending] = useSendScheduledNowMutation();
  const change = async (call: typeof cancel, done: string) => {
    const response = await call({ id, channel });
    if (response.error) return toast.serverFirst(response.error, messages.schedule.failed);
    toast.success(done, { after: messages.schedule.failed });
  };
  const busy = cancelling.isLoading || sending.isLoading;
  return (
    <Group gap={8}>
      <Text size="sm" role="status">
        {sentence(copy[channel], formatSendTime(at, timeZone))}
      </Text>
      <ActionButton
        variant="default"
        size="compact-md"
        aria-label={copy.cancelNamed[channel]}
        busy={busy}
        onClick={() => void change(cancel, messages.schedule.cancelled)}
      >
        {copy.cancel}
      </ActionButton>
      <ActionButton
        variant="default"
        size="compact-md"
        aria-label={copy.sendNowNamed[channel]}
        busy={busy}
        onClick={() => void change(sendNow, messages.schedule.sendingNow)}
      >
        {copy.sendNow}
      </ActionButton>
    </Group>
  );
}
