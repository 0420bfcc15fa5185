import { QueueFullError, requestContext } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { DocumentMetrics } from '../metrics.js';
import { StorageCapacity } from '../storage/storage-capacity.js';
import { sha256 } from './ledger.js';
import { LinkBackOff } from './link-back-off.js';
import type { IncomingUpload } from './receive-upload.js';
import { UploadPlaces, type Place } from './upload-places.js';
import * as refuse from './upload.errors.js';

/** Decides, before anything is claimed or read, whether an upload may start now, and gives it a place. */
@Injectable()
export class AdmitUpload {
  private readonly places: UploadPlaces;

  constructor(
    private readonly backOff: LinkBackOff,
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
   * Runs `work` in a place and releases the place. Throws the error to send, ClientGone, or what `work`
   * throws. `stores`: whether the work needs the object store.
   */
  async execute<T>(
    upload: IncomingUpload,
    work: (place: Place) => Promise<T>,
    { stores = true }: { stores?: boolean } = {},
  ): Promise<T> {
    const link = sha256(upload.link).toString('base64');
    this.backOff.admit(link);
    // Fail fast while the store is full, before claiming the link or receiving 5 MB.
    if (stores && this.storageCapacity.full) throw refuse.storageDown();
    const place = await this.metrics.timed('wait', () => this.enter(upload, link));
    try {
      return await work(place);
    } catch (error) {
      if (place.owner !== undefined) this.backOff.note(link, error);
      throw error;
    } finally {
      place.leave();
      this.count();
    }
  }

  /** Waits for a place before anything is claimed, so that a queue holds no links. */
  private async enter({ request }: IncomingUpload, link: string): Promise<Place> {
    const gone = new AbortController();
    const onClose = () => gone.abort(new refuse.ClientGone());
    request.once('close', onClose);
    try {
      const address = requestContext.current()?.clientAddress ?? '';
      const entering = this.places.enter({ address, link }, gone.signal);
      this.count();
      return await entering;
    } catch (error) {
      throw error instanceof QueueFullError ? refuse.tryAgain() : error;
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
