import { Inject, Injectable } from '@nestjs/common';
import type { LinkRequest } from '@caredrop/contracts';
import { appError, KeyRing, toAuditOutcome } from '@caredrop/service-kit';
import { openCheckKey } from '../check-rules/check-keys.js';
import type { PatientProof } from '../check-rules/check-rights.js';
import { isProof, makeProof } from '../check-rules/proof.js';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { itemsOf, wordsAt, type RequestItems } from '../request-items/request-items.js';
import { EndedLink } from '../renewals/ended-link.js';
import { LinkRejections } from '../tokens/link-rejections.js';
import { hashTokenValue } from '../tokens/token-value.js';
import { lastArrived, statusOf } from '../tokens/token.js';
import { TokenPresenter } from '../tokens/token.presenter.js';
import { CatchUpRequest } from './catch-up-request.js';
import { mayGoOn, openLink } from './request-links.js';

const nothing = { items: [], open: null };

/** Describes to the holder of a link how its request continues. */
@Injectable()
export class DescribeRequest {
  private readonly ring: KeyRing;

  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly catchUp: CatchUpRequest,
    private readonly presenter: TokenPresenter,
    private readonly rejections: LinkRejections,
    private readonly endedLink: EndedLink,
    @Inject(CONFIG) private readonly config: Pick<Config, 'LANGUAGES' | 'LINK_KEYS'>,
  ) {
    this.ring = new KeyRing(config.LINK_KEYS);
  }

  /**
   * Returns what has arrived, and the link to continue with. `proof`: the proof of the patient check, if the browser
   * has one. Throws 404, and 503 when the document service must be asked about a confirmed claim and cannot be reached.
   */
  async execute(value: string, proof?: PatientProof): Promise<LinkRequest> {
    const linkHash = new Uint8Array(hashTokenValue(value));
    const found = await this.prisma.token.findUnique({ where: { linkHash } });
    if (!found) throw await this.unknown();
    const replaced = found.replacedAt && (await this.replacementOf(found.id));
    if (found.requestId === null) return { ...nothing, left: 0, ...replaced };
    await this.catchUp.execute(found.requestId);
    return { ...(await this.describe(found.id, found.requestId, proof)), ...replaced };
  }

  private async replacementOf(tokenId: string): Promise<Pick<LinkRequest, 'replaced'>> {
    const { replacedAt, replacementSentAt, replacementSent: sent } = await this.endedLink.of(tokenId);
    return replacedAt === null ? {} : { replaced: { at: replacementSentAt ?? replacedAt, sent } };
  }

  private async unknown(): Promise<Error> {
    const error = appError('link_unknown');
    await this.rejections.note('link.validate', toAuditOutcome(error), undefined);
    return error;
  }

  private linksOf(requestId: string): Promise<Token[]> {
    return this.prisma.token.findMany({ where: { requestId }, orderBy: { createdAt: 'asc' } });
  }

  private async describe(askedId: string, requestId: string, proof?: PatientProof): Promise<LinkRequest> {
    const [request, links] = await Promise.all([
      this.prisma.request.findUniqueOrThrow({ where: { id: requestId } }),
      this.linksOf(requestId),
    ]);
    const asked = links.find(({ id }) => id === askedId);
    const now = new Date();
    const items = itemsOf(request);
    const all = this.present(items, links, now);
    const left = all.filter(({ state }) => state === 'open' || state === 'waiting').length;
    if (!asked || !mayGoOn(asked, links)) return { ...nothing, left };
    const open = openLink(links, request.reached);
    const proven = open && this.prove(asked, open, proof, now);
    return {
      items: asked.hasCheck && !proven ? [] : all,
      left,
      open: open && {
        ...{ token: this.presenter.linkValue(open), position: request.reached, count: items.length },
        ...proven,
      },
    };
  }

  /**
   * Turns a proof for the requested link into one for the open link. All links of a request were made with a copy of
   * the same check, but only the open one still stores it.
   */
  private prove(
    asked: Token,
    open: Token,
    given: PatientProof | undefined,
    now: Date,
  ): { proof: string } | null {
    const key = openCheckKey(this.ring, open);
    if (!key || !given) return null;
    const { browser } = given;
    const subject = { tokenId: asked.id, version: asked.checkVersion, browser };
    if (!isProof(key, subject, given.proof, now)) return null;
    const { id: tokenId, checkVersion: version, expiresAt } = open;
    return { proof: makeProof(key, { tokenId, version, browser }, expiresAt, now) };
  }

  private present(items: RequestItems, links: Token[], now: Date): LinkRequest['items'] {
    return items.map(({ optional }, index) => {
      const ofItem = links.filter(({ itemPosition }) => itemPosition === index + 1);
      const label = wordsAt(items, index + 1, this.config.LANGUAGES);
      const last = ofItem.findLast(({ replacedBy }) => replacedBy === null);
      const arrived = lastArrived(ofItem, now);
      const state = stateOf(last, arrived, now);
      const receivedAt = (state === 'received' && (arrived ?? last)?.receivedAt?.toISOString()) || null;
      return { label, optional, state, receivedAt };
    });
  }
}

/**
 * A document that was requested again is open until it arrives again, or its new link is revoked or skipped; it then
 * counts as received if it arrived before.
 */
function stateOf(
  last: Token | undefined,
  arrived: Token | undefined,
  now: Date,
): LinkRequest['items'][number]['state'] {
  if (!last) return 'waiting';
  const status = statusOf(last, now);
  if (status === 'used') return 'received';
  if (status !== 'revoked') return 'open';
  if (arrived) return 'received';
  return last.skippedAt ? 'skipped' : 'waiting';
}
