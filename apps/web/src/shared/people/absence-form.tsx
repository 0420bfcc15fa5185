import { errors, type Colleague, type CoverBody } from '@caredrop/contracts';
import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { fullName } from '../lib/format.js';
import { BusyButton } from '../ui/busy-button.js';
import { dayValue, instantsOf } from './absence-days.js';
import { copy } from './copy.js';

const DAY_LENGTH = 'yyyy-mm-dd'.length;

interface Values {
  from: string;
  until: string;
  coverId: string;
}

function problemsOf({ from, until, coverId }: Values): Partial<Values> {
  return {
    ...(from === '' && { from: copy.dayMissing }),
    ...(until === '' && { until: copy.dayMissing }),
    ...(until !== '' && until < from && { until: errors.cover_period_invalid.text }),
    // Browsers accept years with six digits.
    ...(from.length > DAY_LENGTH && { from: errors.cover_period_invalid.text }),
    ...(until.length > DAY_LENGTH && { until: errors.cover_period_invalid.text }),
    ...(coverId === '' && { coverId: errors.cover_required.text }),
  };
}

interface Props {
  /** Who can stand in. */
  colleagues: Colleague[];
  busy: boolean;
  onSet: (absence: CoverBody) => void;
}

/** The days of an absence, both inclusive, and the colleague who stands in. */
export function AbsenceForm({ colleagues, busy, onSet }: Props) {
  const [values, setValues] = useState<Values>(() => ({
    from: dayValue(Date.now()),
    until: '',
    coverId: '',
  }));
  const [problems, setProblems] = useState<Partial<Values>>({});
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const found = problemsOf(values);
    setProblems(found);
    if (Object.keys(found).length === 0) onSet({ coverId: values.coverId, ...instantsOf(values) });
  };
  const field = (name: keyof Values) => ({
    value: values[name],
    error: problems[name],
    disabled: busy,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={16}>
        <Group gap={16} align="flex-start" grow preventGrowOverflow={false}>
          <TextInput type="date" label={copy.from} {...field('from')} />
          <TextInput type="date" label={copy.until} {...field('until')} />
        </Group>
        <NativeSelect
          label={copy.cover}
          data={[
            { value: '', label: copy.choose },
            ...colleagues.map((colleague) => ({ value: colleague.id, label: fullName(colleague) })),
          ]}
          {...field('coverId')}
        />
        <div>
          <BusyButton type="submit" busy={busy} label={copy.set} loadingLabel={copy.setting} />
        </div>
      </Stack>
    </form>
  );
}
