import type { Team } from '@caredrop/contracts';
import { Text } from '@mantine/core';
import { fullName } from '../lib/format.js';
import { copy } from './copy.js';

interface Props {
  owner: { firstName: string; lastName: string };
  isMine: boolean;
  teamId: string | undefined;
  /** The reader's teams; the name of any other team is left out. */
  teams: Team[];
}

/**
 * Names, in a row, the colleague who owns the link or document, and its team. Labelled, so that the name is not
 * mistaken for the patient's. Renders nothing if the reader owns it and its team, if any, is not in `teams`.
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
