import { Inject, Injectable } from '@nestjs/common';
import type { RequestOverview } from '@caredrop/contracts';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { itemsOf, labelAt } from '../request-items/request-items.js';
import { lastArrived, statusOf } from './token.js';

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
      const label = labelAt(items, position, this.config.LANGUAGES);
      const ofItem = links.filter(({ itemPosition }) => itemPosition === position);
      return { position, label, optional, ...ofLinks(ofItem, now) };
    });
  }
}

/** `links`: all links of one document, the newest last. */
function ofLinks(links: Token[], now: Date): Omit<Overview, 'position' | 'label' | 'optional'> {
  const last = links.at(-1);
  if (!last) return { state: 'waiting' };
  const arrived = lastArrived(links, now);
  const state = stateOf(last, arrived, now);
  const { receivedAt } = arrived ?? last;
  return {
    state,
    token_id: last.id,
    ...(arrived?.documentId && isPresent(arrived) && { document_id: arrived.documentId }),
    ...(state === 'received' && receivedAt && { received_at: receivedAt.toISOString() }),
  };
}

const isPresent = ({ documentState }: Token) => (documentState ?? 'present') === 'present';

/**
 * A document that was requested again is open until its new link ends; it then counts as received if it arrived before.
 */
function stateOf(last: Token, arrived: Token | undefined, now: Date): Overview['state'] {
  const status = statusOf(last, now);
  if (status === 'used') return 'received';
  if (status === 'active') return 'open';
  if (arrived) return 'received';
  return last.skippedAt ? 'skipped' : 'ended';
}
