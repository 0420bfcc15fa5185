import type { UploadReceipt } from '@caredrop/contracts';
import { AppError, rawPgClient } from '@caredrop/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { Digests } from '../files/digests.js';
import type { IncomingUpload } from './incoming-upload.js';
import { findOwnReceipt, sha256, type OwnReceipt } from './ledger.js';
import { InspectFile } from './stages/inspect-file.js';
import { ReadBody } from './stages/read-body.js';
import type { Place } from './upload-places.js';
import { toRejection } from './to-rejection.js';
import { otherDocument, tryAgain } from './upload.errors.js';

/** Returns the receipt of an earlier upload with the same link, idempotency key and file. */
@Injectable()
export class ReplayReceipt {
  /** The first statement of every upload, so it bypasses Prisma (docs/adr/0016). */
  private readonly sql: ReturnType<typeof rawPgClient>;

  constructor(
    prisma: PrismaService,
    private readonly read: ReadBody,
    private readonly inspect: InspectFile,
    private readonly digests: Digests,
  ) {
    this.sql = rawPgClient(prisma.pool);
  }

  /**
   * Finds the ledger's entry for this link and key. Throws 410 when the link has an entry with another key, or when
   * either has no key.
   */
  find({ link, idempotencyHash }: IncomingUpload): Promise<OwnReceipt | undefined> {
    return findOwnReceipt(this.sql, { tokenHash: sha256(link), idempotencyHash });
  }

  /**
   * Reads the uploaded file and compares its hash with the stored document's: the receipt must not confirm a different
   * file. Throws the client's error if they differ or cannot be compared.
   */
  async execute(
    { receipt, receivedSha256 }: OwnReceipt,
    upload: IncomingUpload,
    place: Place,
  ): Promise<UploadReceipt> {
    const digest = await this.digestOf(upload, place).catch((error: unknown) => {
      throw isUnfinished(error) ? tryAgain() : toRejection(error);
    });
    if (!digest.equals(receivedSha256)) throw otherDocument();
    return receipt;
  }

  private async digestOf(upload: IncomingUpload, place: Place): Promise<Buffer> {
    const { signal } = new AbortController();
    const body = await this.read.execute(upload, place, signal);
    // The owner of an unclaimed link is unknown: in the queue, the link counts as its own owner.
    const whose = { owner: place.link, member: place.link };
    const { received, buffers } = await this.inspect.open(body, whose, signal);
    const pending = await this.digests.begin(received);
    const digest = await pending.sha256;
    this.read.release(buffers);
    return digest;
  }
}

/**
 * Whether the inspection did not finish. The first upload of the file was received, so the response to a repeated one
 * must not say that the file is refused.
 */
const isUnfinished = (error: unknown): boolean =>
  error instanceof AppError && ['file_uncheckable', 'pdf_uncheckable'].includes(error.code);
