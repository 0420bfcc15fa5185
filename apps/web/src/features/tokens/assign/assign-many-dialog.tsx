import type { Token, User } from '@caredrop/contracts';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useColleaguesQuery, useCoversQuery } from '../../../shared/people/people.api.js';
import { useTeamsByRole } from '../../../shared/people/use-teams-by-role.js';
import { useUser } from '../../../shared/session/use-session.js';
import { Notice } from '../../../shared/ui/notice.js';
import { bulkCopy } from '../bulk-copy.js';
import { BulkDialog } from '../bulk-dialog.js';
import { useAssignOneOfManyMutation } from '../token-bulk.api.js';
import { problemOf, useBulkRun } from '../use-bulk-run.js';
import { AssignFields } from './assign-fields.js';
import { bodyOf, KEEP, outcomeOf, peopleOfMany, type Choice } from './assignment.js';
import { copy } from './copy.js';

interface Props {
  tokens: Token[];
  onClose: () => void;
  onDone: () => void;
}

/** Hands several links over to a colleague, to a team, or to both. */
export function AssignManyDialog(props: Props) {
  const me = useUser();
  return me && <Found {...props} me={me} />;
}

function Found({ tokens, me, onClose, onDone }: Props & { me: User }) {
  const { data: colleagues = [] } = useColleaguesQuery();
  const { data: covers } = useCoversQuery();
  const teams = useTeamsByRole();
  const [choice, setChoice] = useState<Choice>({ userId: '', teamId: KEEP });
  const [assign] = useAssignOneOfManyMutation();
  const body = bodyOf(choice);
  const run = useBulkRun(async (id) => ({
    problem: problemOf(await assign({ id, ...body }), bulkCopy.assign.unknown),
  }));
  const known = { me, colleagues, teams, standingIn: covers?.standingIn ?? [] };
  const lost = tokens.filter((token) => outcomeOf(token, choice, known).isLost).length;
  return (
    <BulkDialog
      copy={bulkCopy.assign}
      tokens={tokens}
      run={run}
      leftOut={() => null}
      resultOf={() => bulkCopy.assign.done}
      disabled={body === null}
      onClose={onClose}
      onDone={onDone}
    >
      <AssignFields
        choice={choice}
        me={me}
        colleagues={colleagues}
        teams={teams.filter(({ archived }) => !archived)}
        unchanged={{ owner: '', team: '' }}
        offersMe={tokens.some(({ notMine }) => notMine)}
        offersNoTeam={tokens.some((token) => token.team_id !== undefined)}
        disabled={run.state === 'running'}
        onChange={setChoice}
      />
      {body !== null && (
        <div role="status">
          <Text size="sm">{copy.sees(peopleOfMany(tokens, choice, known), copy.several)}</Text>
          <Text size="sm" c="dimmed">
            {bulkCopy.assign.moves}
          </Text>
        </div>
      )}
      {body !== null && lost > 0 && (
        <Notice tone="warning">{bulkCopy.assign.gone(lost, tokens.length)}</Notice>
      )}
    </BulkDialog>
  );
}
