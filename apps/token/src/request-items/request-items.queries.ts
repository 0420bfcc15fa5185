import { Inject, Injectable } from '@nestjs/common';
import type { RequestItem } from '@caredrop/contracts';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { itemsOf, labelAt, type RequestItems } from './request-items.js';

/** The place of a link in its request; both null for a request for one document. */
export type ItemOfRequest = Pick<Token, 'requestId' | 'itemPosition'>;

@Injectable()
export class RequestItemQueries {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'LANGUAGES'>,
  ) {}

  /** The documents of these requests, by id. */
  async find(links: ItemOfRequest[]): Promise<Map<string, RequestItems>> {
    const ids = new Set(links.flatMap(({ requestId }) => requestId ?? []));
    if (ids.size === 0) return new Map();
    const found = await this.prisma.request.findMany({ where: { id: { in: [...ids] } } });
    return new Map(found.map((request) => [request.id, itemsOf(request)]));
  }

  /** The document that a link asks for, as staff see it; null for a request for one document. */
  async one(link: ItemOfRequest): Promise<RequestItem | null> {
    return this.present(link, await this.find([link]));
  }

  /** Like `one`, for requests that `find` has returned. */
  present(
    { requestId: id, itemPosition: position }: ItemOfRequest,
    found: Map<string, RequestItems>,
  ): RequestItem | null {
    const items = id === null ? undefined : found.get(id);
    if (id === null || position === null || !items) return null;
    return { id, position, count: items.length, label: labelAt(items, position, this.config.LANGUAGES) };
  }
}
