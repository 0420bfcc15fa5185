import type { TokenDetails } from '@caredrop/contracts';
import { Button, Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { fullName } from '../../../shared/lib/format.js';
import type { AssignDialogProps } from './assign-dialog.js';
import { copy } from './copy.js';
import { useTeamsByRole } from '../../../shared/people/use-teams-by-role.js';

const AssignDialog = lazy(async () => ({ default: (await import('./assign-dialog.js')).AssignDialog }));

interface Props {
  token: TokenDetails;
  onLeaving: AssignDialogProps['onLeaving'];
}

/** The link's owner and team, and the button that assigns it to others. */
export function BelongsTo({ token, onLeaving }: Props) {
  const [open, setOpen] = useState(false);
  const team = useTeamsByRole().find(({ id }) => id === token.team_id);
  const ofTeam = token.team_id ? ` · ${team ? copy.team(team.name) : copy.otherTeam}` : '';
  return (
    <Group gap={8}>
      <span style={{ overflowWrap: 'anywhere' }}>
        {token.notMine ? fullName(token.user) : copy.you}
        {ofTeam}
      </span>
      <Button variant="default" size="compact-md" onClick={() => setOpen(true)}>
        {copy.action}
      </Button>
      <Suspense fallback={null}>
        {open && <AssignDialog token={token} onLeaving={onLeaving} onClose={() => setOpen(false)} />}
      </Suspense>
    </Group>
  );
}
