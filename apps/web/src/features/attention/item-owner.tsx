import type { Team } from '@caredrop/contracts';
import { OwnerLine } from '../../shared/people/owner-line.js';
import type { AttentionItem } from './attention-items.js';

/** The owner and the team of an item's link or document. */
export function ItemOwner({ item, teams }: { item: AttentionItem; teams: Team[] }) {
  const { user, team_id: teamId } = 'token' in item ? item.token : item.document;
  const isMine = !('token' in item ? item.token.notMine : item.document.not_mine);
  return <OwnerLine owner={user} isMine={isMine} teamId={teamId} teams={teams} />;
}
