import { Button, Group, Input, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { differsHere, formatSendTime, sendTimes } from './clinic-time.js';
import { copy } from './copy.js';
import type { SendTimeState } from './use-send-time.js';
import { useTimeZone } from './use-time-zone.js';

interface Props {
  state: SendTimeState;
  /** The time of a message that is already scheduled; undefined if there is none. */
  scheduled?: string | undefined;
}

/** The choice between now and later; for later, a day and a time in the clinic's time zone. */
export function SendTimeField({ state: { value, problem, change }, scheduled }: Props) {
  const timeZone = useTimeZone();
  const label = useId();
  const at = scheduled && formatSendTime(scheduled, timeZone);
  return (
    <Stack gap={8}>
      <Stack gap={4} align="flex-start">
        <Input.Label id={label} component="div">
          {copy.when}
        </Input.Label>
        <SegmentedControl
          aria-labelledby={label}
          value={value.later ? 'later' : 'now'}
          onChange={(chosen) =>
            change({
              later: chosen === 'later',
              ...(chosen === 'later' && value.day === '' && sendTimes(Date.now(), timeZone).tomorrow),
            })
          }
          data={[
            { value: 'now', label: copy.now },
            { value: 'later', label: copy.later },
          ]}
        />
      </Stack>
      {value.later && <Times state={{ value, change }} problem={problem} timeZone={timeZone} />}
      {at && <Text size="sm">{value.later ? copy.replaces(at) : copy.nowReplaces(at)}</Text>}
    </Stack>
  );
}

interface TimesProps {
  state: Pick<SendTimeState, 'value' | 'change'>;
  problem: string | undefined;
  timeZone: string;
}

function Times({ state: { value, change }, problem, timeZone }: TimesProps) {
  const now = Date.now();
  const presets = sendTimes(now, timeZone);
  return (
    <Stack gap={8}>
      <Group gap={8}>
        {(['tomorrow', 'monday'] as const).map((preset) => (
          <Button key={preset} variant="default" size="compact-md" onClick={() => change(presets[preset])}>
            {copy[preset]}
          </Button>
        ))}
      </Group>
      <Group gap={8} align="flex-start">
        <TextInput
          type="date"
          label={copy.day}
          value={value.day}
          error={problem !== undefined}
          onChange={(event) => change({ day: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label={copy.time}
          value={value.time}
          error={problem !== undefined}
          onChange={(event) => change({ time: event.currentTarget.value })}
        />
      </Group>
      {problem && <Input.Error role="alert">{problem}</Input.Error>}
      <Text size="sm" c="dimmed">
        {differsHere(now, timeZone) ? copy.otherZone(timeZone) : copy.zone(timeZone)}
      </Text>
    </Stack>
  );
}
