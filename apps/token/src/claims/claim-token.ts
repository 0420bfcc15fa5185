import { ServiceCallFailed } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { ClaimResponse, ClaimBody } from '@caredrop/contracts/internal';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { RequestItemQueries } from '../request-items/request-items.queries.js';
import { hashTokenValue } from '../tokens/token-value.js';
import { CheckRights } from '../check-rules/check-rights.js';
import { isBeingCommitted } from '../tokens/token.js';
import { explainRejection } from './claim.js';
import { ConcludeClaim } from './conclude-claim.js';
import { readLink } from './read-link.js';
import { TokenMetrics } from '../metrics.js';

/**
 * A holder may release the claim between our update and our read; three attempts are plenty before reporting
 * busy.
 */
const TURNS = 3;

interface Claimed {
  id: string;
  owner_id: string;
  owner_first_name: string;
  owner_last_name: string;
  team_id: string | null;
  version: number;
  patient_ref_id: string;
  created_at: Date;
  expires_at: Date;
  lease_until: Date;
  request_id: string | null;
  item_position: number | null;
}

@Injectable()
export class ClaimToken {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Config,
    private readonly metrics: TokenMetrics,
    private readonly rights: CheckRights,
    private readonly items: RequestItemQueries,
    private readonly concludeClaim: ConcludeClaim,
  ) {}

  /**
   * Grants the claim on a link to one upload: one conditional UPDATE, so at most one of any number of concurrent
   * uploads wins. Repeating a claim id is harmless; the same idempotency key takes over an unconfirmed claim. For a
   * link with a patient check, a new claim needs a valid proof.
   */
  async execute(body: ClaimBody): Promise<ClaimResponse> {
    const response = await this.claimOrExplain(body);
    this.metrics.claims.inc({ outcome: response.outcome });
    return response;
  }

  private async claimOrExplain(body: ClaimBody): Promise<ClaimResponse> {
    const linkHash = new Uint8Array(hashTokenValue(body.token));
    const proven = await this.rights.provenVersion(linkHash, body.patient);
    for (let turn = 0; turn < TURNS; turn += 1) {
      const [claimed] = await this.claim(linkHash, body, proven);
      if (claimed)
        return { outcome: 'claimed', token: { ...present(claimed), ...(await this.itemOf(claimed)) } };
      const { token, now } = await readLink(this.prisma, linkHash);
      const rejection = explainRejection(token, body.idempotencyHash, now, proven);
      if (rejection && !(await this.hasConcluded(token, rejection))) return rejection;
    }
    return { outcome: 'busy' };
  }

  /**
   * Whether the blocking claim was confirmed and has ended by now. Usually its document was stored: a client that has
   * the receipt must then be refused because the link is used, not because of an upload in progress.
   */
  private async hasConcluded(token: Token | null, { outcome }: ClaimResponse): Promise<boolean> {
    if (outcome !== 'busy' || !token || !isBeingCommitted(token)) return false;
    const read = () => this.prisma.token.findUniqueOrThrow({ where: { id: token.id } });
    try {
      return !isBeingCommitted(await this.concludeClaim.execute(token, read));
    } catch (error) {
      if (error instanceof ServiceCallFailed) return false;
      throw error;
    }
  }

  private claim(
    linkHash: Uint8Array<ArrayBuffer>,
    { claimId, idempotencyHash }: ClaimBody,
    proven: number | null,
  ): Promise<Claimed[]> {
    const { CLAIM_LEASE_MS: lease, CLAIM_MAX_MS: longest } = this.config;
    // A claim made before the expiry may continue after it while its lease lasts, with its own id or its own key; a
    // new one may not. The patient check is decided in the same statement, so no unlock can happen between the check
    // and the claim.
    return this.prisma.$queryRaw<Claimed[]>`
      UPDATE "tokens" SET
        "claim_id" = ${claimId}::uuid,
        "claim_key" = ${idempotencyHash},
        "first_started_at" = COALESCE("first_started_at", now()),
        "claim_started_at" = CASE WHEN "claim_id" = ${claimId}::uuid THEN "claim_started_at" ELSE now() END,
        "lease_until" = LEAST(
          now() + ${lease}::int * interval '1 millisecond',
          CASE WHEN "claim_id" = ${claimId}::uuid THEN "claim_started_at" ELSE now() END + ${longest}::int * interval '1 millisecond')
      WHERE "link_hash" = ${linkHash} AND "status" = 'active' AND "confirmed_at" IS NULL
        AND ("expires_at" > now() OR "lease_until" > now())
        AND ("claim_id" = ${claimId}::uuid
          OR "claim_key" = ${idempotencyHash}
          OR "claim_id" IS NULL OR "lease_until" <= now())
        AND (NOT "has_check" OR "check_version" = ${proven}::int OR "claim_id" = ${claimId}::uuid)
      RETURNING "id", "owner_id", "owner_first_name", "owner_last_name", "team_id", "version", "patient_ref_id", "created_at", "expires_at", "lease_until",
        "request_id", "item_position"`;
  }

  /** Which document of its request the link is for; the document service stores it with the document. */
  private async itemOf({ request_id: requestId, item_position: itemPosition }: Claimed) {
    if (requestId === null) return {};
    return { request: await this.items.one({ requestId, itemPosition }) };
  }
}

const present = (row: Claimed) => ({
  tokenId: row.id,
  ownerId: row.owner_id,
  ownerFirstName: row.owner_first_name,
  ownerLastName: row.owner_last_name,
  teamId: row.team_id,
  version: row.version,
  patientRefId: row.patient_ref_id,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  leaseUntil: row.lease_until.toISOString(),
});
