import type { HandOver } from '@caredrop/contracts';
import { NativeSelect, Radio, Stack } from '@mantine/core';
import { fullName } from '../../shared/lib/format.js';
import { useTeamsQuery } from '../../shared/people/people.api.js';
import { useOthers } from './absence-dialog.js';
import { copy } from './copy.js';

export interface HandOverChoice {
  to: 'nobody' | 'colleague' | 'team';
  /** The colleague or team; blank until one is chosen. */
  id: string;
}

export const noHandOver: HandOverChoice = { to: 'nobody', id: '' };

/** The choice for the request's body; undefined while it is incomplete, null when the links stay. */
export function handOverOf({ to, id }: HandOverChoice): HandOver | null | undefined {
  if (to === 'nobody') return null;
  if (id === '') return undefined;
  return to === 'colleague' ? { userId: id } : { teamId: id };
}

interface Props {
  userId: string;
  choice: HandOverChoice;
  disabled: boolean;
  onChange: (choice: HandOverChoice) => void;
}

/** The choice of who takes over an account's links when it is disabled. */
export function HandOverFields({ userId, choice, disabled, onChange }: Props) {
  const colleagues = useOthers(userId);
  const teams = useTeamsQuery().data ?? [];
  const options =
    choice.to === 'colleague'
      ? colleagues.map((colleague) => ({ value: colleague.id, label: fullName(colleague) }))
      : teams.map(({ id, name }) => ({ value: id, label: name }));
  const shown = (['nobody', 'colleague', 'team'] as const).filter((to) => to !== 'team' || teams.length > 0);
  return (
    <Stack gap={12}>
      <Radio.Group
        label={copy.handOver.label}
        value={choice.to}
        onChange={(to) => onChange({ to: to, id: '' })}
      >
        <Stack gap={10} mt={8}>
          {shown.map((to) => (
            <Radio key={to} value={to} disabled={disabled} {...copy.handOver.choices[to]} />
          ))}
        </Stack>
      </Radio.Group>
      {choice.to !== 'nobody' && (
        <NativeSelect
          label={copy.handOver[choice.to]}
          data={[{ value: '', label: copy.handOver.choose }, ...options]}
          disabled={disabled}
          value={choice.id}
          onChange={(event) => onChange({ ...choice, id: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}
