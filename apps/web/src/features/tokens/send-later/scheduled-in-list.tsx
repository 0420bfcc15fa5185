import type { Token } from '@caredrop/contracts';
import { Text } from '@mantine/core';
import { channels } from './channels.js';
import { formatSendTime } from './clinic-time.js';
import { copy } from './copy.js';
import { useTimeZone } from './use-time-zone.js';

/** Shown in lists as text that wraps, because a badge would widen the table beyond the page. */
export function ScheduledInList({ scheduled }: Pick<Token, 'scheduled'>) {
  const timeZone = useTimeZone();
  return channels.map((channel) => {
    const at = scheduled?.[channel];
    return (
      at && (
        <Text key={channel} size="xs" c="dimmed">
          {copy.inList[channel](formatSendTime(at, timeZone))}
        </Text>
      )
    );
  });
}
