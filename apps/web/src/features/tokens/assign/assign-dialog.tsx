import type { TokenDetails, User } from '@caredrop/contracts';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../shared/config/paths.js';
import { fullName } from '../../../shared/lib/format.js';
import { useColleaguesQuery, useCoversQuery } from '../../../shared/people/people.api.js';
import { useUser } from '../../../shared/session/use-session.js';
import { DialogButtons } from '../../../shared/ui/dialog-buttons.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { Notice } from '../../../shared/ui/notice.js';
import { toast } from '../../../shared/ui/toast.js';
import { useAssignTokenMutation } from '../token-changes.api.js';
import { AssignFields } from './assign-fields.js';
import { bodyOf, KEEP, outcomeOf, type Choice } from './assignment.js';
import { copy } from './copy.js';
import { useTeamsByRole } from '../../../shared/people/use-teams-by-role.js';

export interface AssignDialogProps {
  token: TokenDetails;
  /** The user will no longer see the link, so its page must not report that it is missing; false if that failed. */
  onLeaving: (leaving: boolean) => void;
  onClose: () => void;
}

/** Hands a link over to a colleague, to a team, or to both. */
export function AssignDialog(props: AssignDialogProps) {
  const me = useUser();
  return me && <Found {...props} me={me} />;
}

function Found({ token, me, onLeaving, onClose }: AssignDialogProps & { me: User }) {
  const navigate = useNavigate();
  const { data: colleagues = [] } = useColleaguesQuery();
  const { data: covers } = useCoversQuery();
  const teams = useTeamsByRole();
  const [choice, setChoice] = useState<Choice>({ userId: '', teamId: KEEP });
  const [assign, { isLoading }] = useAssignTokenMutation();
  const body = bodyOf(choice);
  const known = { me, colleagues, teams, standingIn: covers?.standingIn ?? [] };
  const { people, isLost } = outcomeOf(token, choice, known);
  const confirm = async () => {
    if (body === null) return;
    onLeaving(isLost);
    const { error } = await assign({ id: token.id, ...body });
    if (error) {
      onLeaving(false);
      return toast.serverFirst(error, copy.failed);
    }
    toast.success(copy.done, { after: copy.failed });
    if (isLost) return navigate(paths.tokens.path);
    onClose();
  };
  const teamNow = teams.find(({ id }) => id === token.team_id)?.name ?? copy.otherTeam;
  return (
    <Dialog opened title={copy.title} busy={isLoading} onClose={onClose}>
      <Stack gap={16}>
        <AssignFields
          choice={choice}
          me={me}
          colleagues={colleagues}
          teams={teams.filter(({ id, archived }) => !archived && id !== token.team_id)}
          unchanged={{
            owner: token.notMine ? fullName(token.user) : copy.you,
            team: token.team_id ? teamNow : copy.noTeam,
          }}
          offersMe={token.notMine === true}
          offersNoTeam={token.team_id !== undefined}
          disabled={isLoading}
          onChange={setChoice}
        />
        {body !== null && (
          <div role="status">
            <Text size="sm">{copy.sees(people)}</Text>
            <Text size="sm" c="dimmed">
              {copy.moves}
            </Text>
          </div>
        )}
        {body !== null && isLost && <Notice tone="warning">{copy.gone}</Notice>}
        <DialogButtons
          cautious
          onCancel={onClose}
          busy={isLoading}
          disabled={body === null}
          label={copy.submit}
          loadingLabel={copy.submitting}
          onClick={() => void confirm()}
        />
      </Stack>
    </Dialog>
  );
}
