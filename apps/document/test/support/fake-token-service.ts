import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestItem } from '@caredrop/contracts';
import type {
  ClaimResponse,
  ClaimBody,
  ConfirmBody,
  PreviewClaimResponse,
} from '@caredrop/contracts/internal';
import type { InternalIdentity } from '@caredrop/service-kit';
import { people } from '@caredrop/testing';
import { InternalServer } from './internal-server.js';

export interface FakeLink {
  link: string;
  tokenId: string;
  ownerId: string;
  patientRefId: string;
  status: 'active' | 'revoked' | 'expired' | 'used';
  claimId: string | null;
  claimKey: string | null;
  confirmed: ConfirmBody | null;
  /** For a link with a patient check: the proof that a claim needs. */
  proof?: string;
  teamId?: string | null;
  version?: number;
  request?: RequestItem;
}

/** The token service's side of the claim protocol, in memory, recording every call. */
export class FakeTokenService {
  readonly links = new Map<string, FakeLink>();
  readonly calls: string[] = [];
  readonly server: InternalServer;
  readonly owner = people.ana;
  /** Simulates a faulty token service that confirms claims that do not exist. */
  confirmAnybody = false;

  constructor(identity: InternalIdentity) {
    this.server = new InternalServer(identity, (path, body) => this.handle(path, body));
  }

  newLink(given: Partial<FakeLink> = {}): FakeLink {
    const link: FakeLink = {
      link: randomBytes(32).toString('hex').slice(0, 43),
      tokenId: randomUUID(),
      ownerId: this.owner.id,
      patientRefId: 'P-1',
      status: 'active',
      claimId: null,
      claimKey: null,
      confirmed: null,
      ...given,
    };
    this.links.set(link.link, link);
    return link;
  }

  /** Frees the link, as the token service does when a claim is released, expires or is settled as abandoned. */
  freeClaim(link: FakeLink): void {
    Object.assign(link, { claimId: null, claimKey: null, confirmed: null });
  }

  private handle(path: string, body: Record<string, unknown>): unknown {
    if (path === '/internal/claims') return this.note('claim', this.claim(body as unknown as ClaimBody));
    if (path === '/internal/claims/preview') return this.note('preview', this.preview(String(body.token)));
    const [, claimId = '', action = ''] = /^\/internal\/claims\/([^/]+)\/(\w+)$/.exec(path) ?? [];
    const link = [...this.links.values()].find((one) => one.claimId === claimId);
    return this.note(action, this.act(action, link, body));
  }

  private note(action: string, response: unknown): unknown {
    const { outcome } = (response ?? {}) as { outcome?: string };
    this.calls.push(`${action}: ${outcome ?? 'unknown call'}`);
    return response;
  }

  private claim({ token, claimId, idempotencyHash, patient }: ClaimBody): ClaimResponse {
    const link = this.links.get(token);
    if (!link) return { outcome: 'unknown' };
    if (link.proof !== undefined && patient?.proof !== link.proof) return { outcome: 'check_needed' };
    if (link.status === 'revoked' || link.status === 'expired') return { outcome: link.status };
    if (link.status === 'used')
      return { outcome: 'used', receivedAt: new Date().toISOString(), patientRefId: link.patientRefId };
    const sameKey = idempotencyHash !== null && link.claimKey === idempotencyHash;
    if (link.claimId && link.claimId !== claimId) {
      if (!sameKey) return { outcome: 'busy' };
      if (link.confirmed) return { outcome: 'finishing', retryAfterSeconds: 2 };
    }
    Object.assign(link, { claimId, claimKey: idempotencyHash });
    return { outcome: 'claimed', token: this.describe(link) };
  }

  private preview(token: string): PreviewClaimResponse {
    const link = this.links.get(token);
    if (!link) return { outcome: 'unknown' };
    if (link.status === 'active') return { outcome: 'usable' };
    if (link.status !== 'used') return { outcome: link.status };
    return { outcome: 'used', receivedAt: new Date().toISOString(), patientRefId: link.patientRefId };
  }

  private act(action: string, link: FakeLink | undefined, body: Record<string, unknown>): unknown {
    if (!link) return { outcome: action === 'confirm' && this.confirmAnybody ? 'confirmed' : 'lost' };
    if (action === 'renew')
      return link.status === 'revoked'
        ? { outcome: 'revoked' }
        : { outcome: 'renewed', leaseUntil: inMinutes(2) };
    if (action === 'confirm') {
      if (link.status === 'revoked') return { outcome: 'revoked' };
      link.confirmed = body as ConfirmBody;
      return { outcome: 'confirmed' };
    }
    if (action === 'release') {
      this.freeClaim(link);
      return { outcome: 'released' };
    }
    return undefined;
  }

  private describe({ tokenId, ownerId, patientRefId, teamId, version, request }: FakeLink) {
    return {
      ...(teamId !== undefined && { teamId }),
      ...(version !== undefined && { version }),
      ...(request && { request }),
      tokenId,
      ownerId,
      ownerFirstName: this.owner.firstName,
      ownerLastName: this.owner.lastName,
      patientRefId,
      createdAt: new Date().toISOString(),
      expiresAt: inMinutes(43_200),
      leaseUntil: inMinutes(2),
    };
  }
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
