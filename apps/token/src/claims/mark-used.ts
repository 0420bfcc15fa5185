import { Injectable } from '@nestjs/common';
import type { Emit } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { OpenNext } from '../next-links/open-next.js';
import { aboutToken, type BelongingToken } from '../belonging/about-token.js';
import { setNoProblem } from '../problems/no-problem.js';

/** A document that was committed under a token. */
export interface CommittedUpload {
  claimId: string;
  documentId: string;
  receivedAt: string;
  /** Null if only the claim is known. */
  tokenId: string | null;
  /** Emits the event that the token is used. */
  emit: Emit;
}

const MARK = `
  UPDATE tokens SET
    status = 'used',
    used_at = upload.received_at,
    claim_id = upload.claim_id,
    confirmed_at = COALESCE(confirmed_at, now()),
    document_id = upload.document_id,
    received_at = upload.received_at,
    document_state = COALESCE(document_state, 'present'),
    document_version = GREATEST(document_version, 1),
    ${setNoProblem.sql},
    renewal_asked_at = NULL,
    version = version + 1
  FROM (
    SELECT nth, claim_id, document_id, received_at,
      COALESCE((SELECT id FROM tokens WHERE tokens.claim_id = given.claim_id), token_id) AS token_id
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[])
      WITH ORDINALITY AS given (claim_id, document_id, token_id, received_at, nth)
  ) AS upload
  WHERE tokens.id = upload.token_id AND status = 'active'
  RETURNING (nth - 1)::int AS nth, id, owner_id AS "ownerId", team_id AS "teamId", version,
    request_id AS "requestId"`;

type Marked = BelongingToken & Pick<Token, 'version' | 'requestId'> & { nth: number };

@Injectable()
export class MarkUsed {
  constructor(private readonly openNext: OpenNext) {}

  /**
   * Marks tokens as used, each once: by the document service's event or by a settlement, whichever comes first. Makes
   * the link for the next document of a request. Returns the uploads that changed nothing. Keeps a deletion that arrived
   * before the upload's event.
   */
  async execute(tx: Tx, uploads: CommittedUpload[]): Promise<CommittedUpload[]> {
    const rows = await tx.$queryRawUnsafe<Marked[]>(
      MARK,
      uploads.map(({ claimId }) => claimId),
      uploads.map(({ documentId }) => documentId),
      uploads.map(({ tokenId }) => tokenId),
      uploads.map(({ receivedAt }) => receivedAt),
    );
    const unchanged = new Set(uploads);
    for (const { nth, version, requestId, ...token } of rows.toSorted((one, other) => one.nth - other.nth)) {
      const upload = uploads[nth];
      if (!upload) continue;
      unchanged.delete(upload);
      const data = aboutToken(token);
      await upload.emit({ type: 'token.used', aggregateId: token.id, aggregateVersion: version, data });
      if (requestId !== null) await this.openNext.execute(tx, upload.emit, token.id);
    }
    return [...unchanged];
  }
}
