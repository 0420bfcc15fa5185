import { QueueFullError, requestContext } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { DocumentMetrics } from '../../metrics.js';
import { StorageCapacity } from '../../storage/storage-capacity.js';
import type { IncomingUpload } from '../incoming-upload.js';
import { sha256 } from '../ledger.js';
import { LinkBackOff } from '../link-back-off.js';
import { Quota } from '../quota.js';
import { UploadPlaces, type Place } from '../upload-places.js';
import * as reject from '../upload.errors.js';

/**
 * Decides whether an upload may start. Assigns it a place before its link is claimed and, once the owner is
 * known, applies the owner's share and quota before the body is read.
 */
@Injectable()
export class AdmitUpload {
  private readonly places: UploadPlaces;

  constructor(
    private readonly backOff: LinkBackOff,
    private readonly quota: Quota,
    private readonly storageCapacity: StorageCapacity,
    private readonly metrics: DocumentMetrics,
    @Inject(CONFIG) config: Config,
  ) {
    const { UPLOADS_IN_FLIGHT: inFlight, UPLOADS_WAITING: waiting, UPLOAD_WAIT_MS: waitMs } = config;
    this.places = new UploadPlaces({ inFlight, waiting, waitMs });
  }

  get waiting(): number {
    return this.places.waiting;
  }

  /**
   * Fails fast while the link is blocked or the store is full, before claiming the link or receiving 5 MB. Throws the
   * client's error. `stores`: whether the upload will write to the object store.
   */
  assertOpen({ link }: IncomingUpload, { stores }: { stores: boolean }): void {
    this.backOff.admit(keyOf(link));
    if (stores && this.storageCapacity.full) throw reject.storageDown();
  }

  /** Waits for a place, which `leave` releases. Throws the client's error, or ClientGone. */
  execute(upload: IncomingUpload): Promise<Place> {
    return this.metrics.timed('wait', () => this.enter(upload, keyOf(upload.link)));
  }

  /** Called once the claim has shown who owns the link. Throws OverShare, or the 429 of a quota. */
  async admitOwner(place: Place, ownerId: string): Promise<void> {
    place.claimFor(ownerId);
    await this.quota.admit(ownerId);
  }

  /** Counts a rejected file against its link, if this upload had claimed it. */
  undo(place: Place, error: unknown): void {
    if (place.owner !== undefined) this.backOff.note(place.link, error);
  }

  leave(place: Place): void {
    place.leave();
    this.count();
  }

  /** Waits for a place before anything is claimed, so that waiting uploads do not hold links. */
  private async enter({ request }: IncomingUpload, link: string): Promise<Place> {
    const gone = new AbortController();
    const onClose = () => gone.abort(new reject.ClientGone());
    request.once('close', onClose);
    try {
      const address = requestContext.current()?.clientAddress ?? '';
      const entering = this.places.enter({ address, link }, gone.signal);
      this.count();
      return await entering;
    } catch (error) {
      throw error instanceof QueueFullError ? reject.tryAgain() : error;
    } finally {
      request.off('close', onClose);
      this.count();
    }
  }

  private count(): void {
    this.metrics.inFlight.set(this.places.inFlight);
    this.metrics.waiting.set(this.places.waiting);
  }
}

/** Links are counted by hash. */
const keyOf = (link: string): string => sha256(link).toString('base64');
