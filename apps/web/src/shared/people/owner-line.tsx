import type { Team } from '@caredrop/contracts';
import { Text } from '@mantine/core';
import { fullName } from '../lib/format.js';
import { copy } from './copy.js';

interface Props {
  owner: { firstName: string; lastName: string };
  isMine: boolean;
  teamId: string | undefined;
  /** Of the reader; the name of another team is left out. */
  teams: Team[];
}

/**
 * In a row: the colleague whose link or document it is, and its team. Labelled, so that no one takes the name for the
 * patient's. Renders nothing for what is the reader's alone.
 */
export function OwnerLine({ owner, isMine, teamId, teams }: Props) {
  const team = teams.find(({ id }) => id === teamId)?.name;
  const parts = [
    ...(isMine ? [] : [copy.owner.clinician(fullName(owner))]),
    ...(team === undefined ? [] : [copy.owner.team(team)]),
  ];
  if (parts.length === 0) return null;
  return (
    <Text c="dimmed" size="xs" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
      {parts.join(' · ')}
    </Text>
  );
}
