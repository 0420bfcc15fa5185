import type { UploadReceipt } from '@caredrop/contracts';
import { Injectable } from '@nestjs/common';
import { DocumentMetrics } from '../metrics.js';
import { toReceipt, type Acceptance } from './acceptance.js';
import type { IncomingUpload } from './incoming-upload.js';
import { ReplayReceipt } from './replay-receipt.js';
import type { ClaimedLink } from './stages/claim-link.js';
import { UploadStages } from './stages/upload-stages.js';
import { toRejection } from './to-rejection.js';
import type { Place } from './upload-places.js';
import { UploadRejections } from './upload-rejections.js';
import * as reject from './upload.errors.js';

const MAX_LINK = 200;

/**
 * Receives one document through one link, once. Runs the stages of an upload in order. A failure before the
 * commit does not use up the link, and no document is stored. When the outcome is in doubt, the attempt's row decides.
 */
@Injectable()
export class ReceiveUpload {
  constructor(
    private readonly stages: UploadStages,
    private readonly replay: ReplayReceipt,
    private readonly rejections: UploadRejections,
    private readonly metrics: DocumentMetrics,
  ) {}

  /**
   * Returns the receipt; a repeated call with the same link, idempotency key and file returns it again.
   * Throws the client's error, or ClientGone if the client has disconnected.
   */
  async execute(upload: IncomingUpload): Promise<UploadReceipt> {
    if (upload.link === '' || upload.link.length > MAX_LINK) throw reject.linkUnknown();
    const { admit } = this.stages;
    const earlier = await this.replay.find(upload);
    try {
      admit.assertOpen(upload, { stores: !earlier });
    } catch (refusal) {
      if (!earlier) await this.assertUsable(upload);
      throw refusal;
    }
    const place = await admit.execute(upload);
    try {
      return await (earlier ? this.replay.execute(earlier, upload, place) : this.receive(upload, place));
    } catch (error) {
      admit.undo(place, error);
      throw error;
    } finally {
      admit.leave(place);
    }
  }

  /**
   * Throws 404 or 410 if the link cannot be used any more: its holder must not be asked to try again later. Does not
   * claim the link.
   */
  private async assertUsable(upload: IncomingUpload): Promise<void> {
    const end = await this.stages.claim.findEnd(upload);
    // If an earlier upload of the same client has committed in the meantime, the next try gets its receipt.
    if (!end || (end.outcome === 'used' && (await this.replay.find(upload)))) return;
    throw reject.claimRejected(end);
  }

  private async receive(upload: IncomingUpload, place: Place): Promise<UploadReceipt> {
    const { claim, commit } = this.stages;
    const attempt = await claim.open(upload);
    const link = await this.metrics.timed('claim', () => claim.execute(upload, attempt));
    if (link.outcome !== 'claimed') {
      // An earlier upload of the same client may have committed while this one waited.
      const earlier = link.outcome === 'used' ? await this.replay.find(upload) : undefined;
      if (earlier) return this.replay.execute(earlier, upload, place);
      throw reject.claimRejected(link);
    }
    const acceptance = await this.accept(upload, link, place);
    await this.metrics.timed('commit', () => commit.execute(acceptance));
    return toReceipt(acceptance);
  }

  /**
   * Runs the stages from the first byte to the confirmation. When one fails, marks the object for deletion if storing
   * it has begun, then undoes the claim.
   */
  private async accept(upload: IncomingUpload, link: ClaimedLink, place: Place): Promise<Acceptance> {
    const { admit, claim, read, inspect, seal, store, confirm } = this.stages;
    const { attempt, token, lease } = link;
    const undo: Array<() => Promise<void> | void> = [() => claim.undo(link)];
    try {
      await admit.admitOwner(place, token.ownerId);
      const body = await this.metrics.timed('body', () => read.execute(upload, place, lease.lost));
      const receivedAt = new Date();
      const sealed = await this.metrics.timed('prepare', async () =>
        seal.execute(await inspect.execute(body, token, lease.lost), {
          ...attempt,
          ...token,
          sealedFor: token.ownerId,
        }),
      );
      lease.lost.throwIfAborted();
      undo.push(() => store.undo(link));
      const storing = this.metrics.timed('store', () => store.execute(attempt, sealed.object));
      const [digests] = await Promise.all([sealed.digests, storing]);
      read.release(sealed.buffers);
      lease.lost.throwIfAborted();
      await this.metrics.timed('confirm', () => confirm.execute(link, receivedAt));
      return { attempt, token, link: upload.link, file: { ...sealed.facts, ...digests }, receivedAt };
    } catch (error) {
      for (const revert of undo.reverse()) await revert();
      const rejection = toRejection(error);
      await this.rejections.note(rejection, token);
      throw rejection;
    }
  }
}
