import type { TokenDetails, User } from '@caredrop/contracts';
import { NativeSelect, Stack, Text } from '@mantine/core';
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
import { bodyOf, KEEP, outcomeOf, type Choice } from './assignment.js';
import { copy } from './copy.js';
import { useTeamsByRole } from '../../../shared/people/use-teams-by-role.js';

interface Props {
  token: TokenDetails;
  onClose: () => void;
}

/** Hands a link over to a colleague, to a team, or to both. */
export function AssignDialog(props: Props) {
  const me = useUser();
  return me && <Found {...props} me={me} />;
}

function Found({ token, me, onClose }: Props & { me: User }) {
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
    const { error } = await assign({ id: token.id, ...body });
    if (error) return toast.serverFirst(error, copy.failed);
    toast.success(copy.done, { after: copy.failed });
    // Leaves the page before it requests a link that the user can no longer see.
    if (isLost) return navigate(paths.tokens.path);
    onClose();
  };
  const teamNow = teams.find(({ id }) => id === token.team_id)?.name ?? copy.otherTeam;
  const offered = teams.filter(({ id, archived }) => !archived && id !== token.team_id);
  return (
    <Dialog opened title={copy.title} busy={isLoading} onClose={onClose}>
      <Stack gap={16}>
        <NativeSelect
          label={copy.owner}
          data={[
            { value: '', label: copy.unchanged(token.notMine ? fullName(token.user) : copy.you) },
            ...(token.notMine ? [{ value: me.id, label: copy.me }] : []),
            ...colleagues.map((colleague) => ({ value: colleague.id, label: fullName(colleague) })),
          ]}
          disabled={isLoading}
          value={choice.userId}
          onChange={(event) => setChoice({ ...choice, userId: event.currentTarget.value })}
        />
        {(offered.length > 0 || token.team_id) && (
          <NativeSelect
            label={copy.field.label}
            data={[
              { value: KEEP, label: copy.unchanged(token.team_id ? teamNow : copy.noTeam) },
              ...(token.team_id ? [{ value: '', label: copy.noTeam }] : []),
              ...offered.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            disabled={isLoading}
            value={choice.teamId}
            onChange={(event) => setChoice({ ...choice, teamId: event.currentTarget.value })}
          />
        )}
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
