import { errors, teamLimits, type Team } from '@caredrop/contracts';
import { useCreateTeamMutation, useRenameTeamMutation } from '../../../shared/people/people.api.js';
import { NameDialog } from '../../../shared/ui/name-dialog.js';
import { copy } from './copy.js';

interface Props {
  /** The team to rename; absent for a new one. */
  team?: Team;
  onClose: () => void;
}

/** Creates or renames a team. */
export function TeamDialog({ team, onClose }: Props) {
  const [create, creating] = useCreateTeamMutation();
  const [rename, renaming] = useRenameTeamMutation();
  return (
    <NameDialog
      words={team ? copy.rename : copy.create}
      label={copy.name}
      help={copy.nameHelp}
      maxLength={teamLimits.nameMax}
      start={team?.name ?? ''}
      read={nameOf}
      taken="team_name_taken"
      busy={creating.isLoading || renaming.isLoading}
      save={(name) => (team ? rename({ id: team.id, name }) : create({ name }))}
      onClose={onClose}
    />
  );
}

function nameOf(typed: string) {
  const name = typed.trim();
  return name === '' ? { problem: errors.team_name_required.text } : { name };
}
