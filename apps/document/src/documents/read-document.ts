import { appError, CannotOpen, QueueFullError, Semaphore, type Logger } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { CIPHER_OVERHEAD, decryptDocument, DocumentTampered } from '../files/document-cipher.js';
import { DocumentMetrics } from '../metrics.js';
import { DATA_KEYS, KeyServiceUnavailable, type DataKeys } from '../storage/data-keys.js';
import {
  OBJECT_STORE,
  ObjectMissing,
  StorageUnavailable,
  type ObjectStore,
} from '../storage/object-store.js';
import { documentNotFound, DocumentUnreadable } from './documents.errors.js';
import { DocumentsQueries, type StoredDocument } from './documents.queries.js';

const QUEUE = 1_000;
const WAIT_MS = 30_000;

type Readable = Pick<
  StoredDocument,
  'id' | 'tokenId' | 'ownerId' | 'patientRefId' | 'storageKey' | 'keyId' | 'wrappedKey' | 'fileSize'
>;

/** Reads a document complete and verified, or not at all. */
@Injectable()
export class ReadDocument {
  private readonly semaphore: Semaphore;

  constructor(
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(DATA_KEYS) private readonly keys: DataKeys,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: DocumentMetrics,
    private readonly queries: DocumentsQueries,
    @Inject(CONFIG) config: Config,
  ) {
    this.semaphore = new Semaphore({ inFlight: config.READS_IN_FLIGHT, waiting: QUEUE, waitMs: WAIT_MS });
  }

  /**
   * Throws {@link DocumentUnreadable}, and raises the alarm, when the stored bytes or key have changed; 404
   * when it was deleted in the meantime; 503 when the store is unavailable.
   */
  async execute(document: Readable, signal?: AbortSignal): Promise<Buffer> {
    const leave = await this.enter(signal);
    try {
      return await this.read(document);
    } catch (error) {
      throw await this.explain(error, document.id);
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

  private async read({ id, storageKey, fileSize, ...row }: Readable): Promise<Buffer> {
    const object = await this.store.get(storageKey, fileSize + CIPHER_OVERHEAD + 1);
    if (object.length !== fileSize + CIPHER_OVERHEAD) throw new DocumentTampered('wrong length');
    const dataKey = await this.keys.unwrap(row, id);
    return decryptDocument(object, dataKey, { documentId: id, ...row });
  }
}

const isDamage = (error: unknown) =>
  error instanceof DocumentTampered || error instanceof CannotOpen || error instanceof ObjectMissing;
