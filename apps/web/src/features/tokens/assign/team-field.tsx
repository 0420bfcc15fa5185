import { NativeSelect } from '@mantine/core';
import { useScopes } from '../../../shared/people/use-scopes.js';
import { copy } from './copy.js';

interface Props {
  /** '' if the link is only the user's. */
  value: string;
  error?: string | undefined;
  onChange: (teamId: string) => void;
}

/**
 * The team that a new link is made for. Renders nothing for a user without a team that takes new links, unless one that
 * has been archived is already chosen.
 */
export default function TeamField({ value, error, onChange }: Props) {
  const teams = useScopes().teams.filter(({ id, archived }) => !archived || id === value);
  if (teams.length === 0) return null;
  return (
    <NativeSelect
      label={copy.field.label}
      description={copy.field.help}
      data={[
        { value: '', label: copy.field.none },
        ...teams.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={teams.some(({ id }) => id === value) ? value : ''}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
