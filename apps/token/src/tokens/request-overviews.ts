import { Inject, Injectable } from '@nestjs/common';
import type { RequestOverview } from '@caredrop/contracts';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { itemsOf, labelAt } from '../request-items/request-items.js';
import { statusOf } from './token.js';

type Overview = RequestOverview[number];

@Injectable()
export class RequestOverviews {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'LANGUAGES'>,
  ) {}

  /** All documents of a link's request, each with its last link; null for a request for one document. */
  async of({ requestId }: Pick<Token, 'requestId'>, now = new Date()): Promise<RequestOverview | null> {
    if (requestId === null) return null;
    const [request, links] = await Promise.all([
      this.prisma.request.findUniqueOrThrow({ where: { id: requestId } }),
      this.prisma.token.findMany({ where: { requestId }, orderBy: { createdAt: 'asc' } }),
    ]);
    const items = itemsOf(request);
    return items.map(({ optional }, index) => {
      const position = index + 1;
      const link = links.findLast(({ itemPosition }) => itemPosition === position);
      const label = labelAt(items, position, this.config.LANGUAGES);
      return { position, label, optional, ...(link ? ofLink(link, now) : { state: 'waiting' as const }) };
    });
  }
}

function ofLink(link: Token, now: Date): Omit<Overview, 'position' | 'label' | 'optional'> {
  const { id: token_id, documentId, documentState, receivedAt } = link;
  const present = documentId !== null && (documentState ?? 'present') === 'present';
  const state = stateOf(link, now);
  return {
    state,
    token_id,
    ...(state === 'received' && present && { document_id: documentId }),
    ...(state === 'received' && receivedAt && { received_at: receivedAt.toISOString() }),
  };
}

function stateOf(link: Token, now: Date): Overview['state'] {
  const status = statusOf(link, now);
  if (status === 'used') return 'received';
  if (status === 'active') return 'open';
  return link.skippedAt ? 'skipped' : 'ended';
}
