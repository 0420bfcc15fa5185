import { appError, CannotOpen, QueueFullError, Semaphore, type Logger } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { DocumentTampered } from '../files/document-ids.js';
import { DocumentMetrics } from '../metrics.js';
import { KeyServiceUnavailable } from '../storage/data-keys.js';
import { ObjectMissing, StorageUnavailable } from '../storage/object-store.js';
import { documentNotFound, DocumentUnreadable } from './documents.errors.js';
import { DocumentsQueries } from './documents.queries.js';

const QUEUE = 1_000;
const WAIT_MS = 30_000;

/** Limits concurrent reads of the store, and raises the alarm when a stored document cannot be verified. */
@Injectable()
export class GuardedReads {
  private readonly semaphore: Semaphore;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: DocumentMetrics,
    private readonly queries: DocumentsQueries,
    @Inject(CONFIG) config: Config,
  ) {
    this.semaphore = new Semaphore({ inFlight: config.READS_IN_FLIGHT, waiting: QUEUE, waitMs: WAIT_MS });
  }

  /**
   * Runs `read` as soon as a slot is free. Throws {@link DocumentUnreadable}, and raises the alarm, when the
   * stored bytes or key have changed, or the object or its key-encryption key is missing; 404 when the document was
   * deleted in the meantime; 503 when the store or the key service is unavailable, too many reads are waiting, or this
   * one waits too long; or the signal's reason.
   */
  async run<T>(documentId: string, read: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.enter(signal);
    try {
      return await read();
    } catch (error) {
      throw await this.explain(error, documentId);
    } finally {
      leave();
    }
  }

  private async explain(error: unknown, documentId: string): Promise<unknown> {
    if (error instanceof StorageUnavailable || error instanceof KeyServiceUnavailable)
      return Object.assign(appError('service_unavailable'), { cause: error });
    if (!isDamage(error)) return error;
    if (error instanceof ObjectMissing && !(await this.queries.exists(documentId))) return documentNotFound();
    this.metrics.unreadable.inc();
    this.logger.error({ err: error, documentId }, 'failed to read a stored document');
    return new DocumentUnreadable(error);
  }

  private async enter(signal: AbortSignal | undefined): Promise<() => void> {
    try {
      return await this.semaphore.acquire(signal);
    } catch (error) {
      throw error instanceof QueueFullError ? appError('service_unavailable') : error;
    }
  }
}

const isDamage = (error: unknown) =>
  error instanceof DocumentTampered || error instanceof CannotOpen || error instanceof ObjectMissing;
