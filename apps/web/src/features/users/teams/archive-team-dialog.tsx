import type { Team } from '@caredrop/contracts';
import { useArchiveTeamMutation } from '../../../shared/people/people.api.js';
import { ConfirmChange } from '../../../shared/ui/confirm-change.js';
import { copy } from './copy.js';

/** Asks before a team is archived. */
export function ArchiveTeamDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const [archive, { isLoading }] = useArchiveTeamMutation();
  const words = { ...copy.archive, title: copy.archive.title(team.name) };
  return <ConfirmChange words={words} busy={isLoading} change={() => archive(team.id)} onClose={onClose} />;
}
