import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { EventContext } from '@caredrop/messaging';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { Tx } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { UserNames } from '../people/user-names.js';
import { aboutDocument, belongingColumns, type BelongingDocument } from './about-document.js';

type Followed = BelongingDocument & {
  version: number;
  previousOwnerId: string;
  previousTeamId: string | null;
  /** Whether it was released to the previous owner and team after its link had been assigned. */
  wasReleased: boolean;
};

/**
 * Moves a document to its link's new owner or team (docs/adr/0053). An event that is older than the last one
 * changes nothing. An event that arrives before the document is committed finds none; the token service
 * publishes it again. A document that was released before the event arrived is announced to its new owner and team.
 */
@Controller()
export class FollowLink {
  constructor(private readonly names: UserNames) {}

  @EventPattern<EventType>('token.assigned')
  async handle(
    @Payload() { data, occurredAt }: EventEnvelope<'token.assigned'>,
    @Ctx() { tx, emit }: EventContext<Tx>,
  ): Promise<void> {
    const { tokenId, ownerId, teamId = null, version } = data;
    const assignedAt = new Date(data.assignedAt ?? occurredAt);
    const owner = (await this.names.find([ownerId])).get(ownerId);
    const [followed] = await tx.$queryRaw<Followed[]>`
      UPDATE documents SET owner_id = ${ownerId}::uuid, team_id = ${teamId}::uuid, owner_version = ${version},
        owner_first_name = COALESCE(${owner?.firstName ?? null}::text, owner_first_name),
        owner_last_name = COALESCE(${owner?.lastName ?? null}::text, owner_last_name),
        sealed_for = COALESCE(sealed_for, before.owner), version = version + 1
      FROM (SELECT id AS document, owner_id AS owner, team_id AS team FROM documents
        WHERE token_id = ${tokenId}::uuid AND COALESCE(owner_version, 0) < ${version} FOR NO KEY UPDATE) AS before
      WHERE id = before.document
      RETURNING ${Prisma.raw(belongingColumns)}, version, before.owner AS "previousOwnerId", before.team AS "previousTeamId",
        COALESCE(state = 'ready' AND released_at > ${assignedAt}, false) AS "wasReleased"`;
    if (!followed) return;
    const { previousOwnerId, previousTeamId } = followed;
    // Rolls back, so that the event is handled again; otherwise the row would keep the previous owner's name.
    if (!owner && previousOwnerId !== ownerId) throw new Error('The name of the new owner is not available');
    // The new owner may have snoozed it while a colleague was responsible.
    if (previousOwnerId !== ownerId)
      await tx.documentSnooze.deleteMany({ where: { documentId: followed.id, userId: ownerId } });
    const { id: aggregateId, version: aggregateVersion } = followed;
    const about = { aggregateId, aggregateVersion };
    const moved = { ...aboutDocument(followed), previousOwnerId, previousTeamId };
    await emit({ type: 'document.assigned', ...about, data: moved });
    const isSame = previousOwnerId === ownerId && previousTeamId === teamId;
    if (followed.wasReleased && !isSame) await emit({ type: 'document.released', ...about, data: moved });
  }
}
