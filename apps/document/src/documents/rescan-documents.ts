import { UnitOfWork } from '@caredrop/messaging';
import {
  auditSubject,
  PeriodicJob,
  recordAuditEvent,
  type Logger,
  type NextRun,
} from '@caredrop/service-kit';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { DocumentMetrics } from '../metrics.js';
import { WorkInFlight } from '../concurrency/work-in-flight.js';
import { PurgeWorker } from '../storage/purge-worker.js';
import { requestPurge } from '../storage/purges.js';
import { scanEndings, SCANNER, ScannerUnavailable, type Scanner, type Verdict } from '../storage/scanner.js';
import { aboutDocument, belongingColumns, type BelongingDocument } from './about-document.js';
import { SEALED_FOR } from './documents.queries.js';
import { ReadDocument } from './read-document.js';

interface Waiting extends BelongingDocument {
  sealedFor: string;
  patientRefId: string;
  storageKey: string;
  keyId: string;
  wrappedKey: Uint8Array<ArrayBuffer>;
  fileSize: number;
}

/** Scans documents that were accepted without a verdict, until each has one. */
@Injectable()
export class RescanDocuments implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;

  constructor(
    private readonly prisma: PrismaService,
    private readonly unitOfWork: UnitOfWork<Tx>,
    private readonly readDocument: ReadDocument,
    private readonly purges: PurgeWorker,
    private readonly metrics: DocumentMetrics,
    @Inject(SCANNER) private readonly scanner: Scanner,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly work: WorkInFlight,
  ) {
    const run = () => this.step();
    this.job = new PeriodicJob({ name: 'rescan', everyMs: config.RESCAN_INTERVAL_MS, run, logger });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): void {
    void this.work.track(this.job.stop());
  }

  /** Scans one document at a time; while the scanner is unavailable, the rest wait for the next run. */
  private async step(): Promise<NextRun> {
    this.metrics.checking.set(await this.prisma.document.count({ where: { state: 'checking' } }));
    const document = await this.take();
    if (!document) return undefined;
    try {
      const bytes = await this.readDocument.execute(document);
      const end = this.metrics.scanTime.startTimer();
      const result = await this.scanner.scan(bytes).finally(end);
      this.metrics.scans.inc({ verdict: result.verdict });
      if (result.verdict === 'infected')
        this.logger.warn(
          { signature: result.signature, documentId: document.id },
          'malware found by a later scan',
        );
      await this.apply(result.verdict, document);
      return 'at once';
    } catch (error) {
      if (!(error instanceof ScannerUnavailable)) throw error;
      this.metrics.scans.inc({ verdict: 'none' });
      this.metrics.scanFailures.inc({ reason: error.reason });
      this.logger.error({ err: error }, 'no verdict from the malware scanner; documents stay locked');
      // Possibly only this document cannot be scanned, so the others need not wait for it.
      return error.reason === 'too large' || error.reason === 'failed' ? 'at once' : undefined;
    }
  }

  /**
   * Reserves the next due document for two intervals, or two scan timeouts if those are longer; after that
   * another replica may try.
   */
  private async take(): Promise<Waiting | undefined> {
    const [document] = await this.prisma.$queryRawUnsafe<Waiting[]>(
      `UPDATE documents SET next_scan_at = now() + 2 * $1 * interval '1 millisecond' WHERE id = (
         SELECT id FROM documents WHERE state = 'checking' AND next_scan_at <= now()
         ORDER BY next_scan_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${belongingColumns}, ${SEALED_FOR}, patient_ref_id AS "patientRefId", storage_key AS "storageKey", key_id AS "keyId",
         wrapped_key AS "wrappedKey", file_size AS "fileSize"`,
      Math.max(this.config.RESCAN_INTERVAL_MS, this.config.SCAN_TIMEOUT_MS),
    );
    return document;
  }

  private async apply(verdict: Verdict, document: Waiting): Promise<void> {
    await this.unitOfWork.run(async (tx, emit) => {
      const decided = verdict === 'infected' ? await reject(tx, document) : await release(tx, document.id);
      if (!decided) return;
      const { id: documentId, tokenId, ownerId, version } = decided;
      await emit({
        type: verdict === 'infected' ? 'document.rejected' : 'document.released',
        aggregateId: documentId,
        aggregateVersion: version,
        data: aboutDocument(decided),
      });
      const related = [auditSubject.token(tokenId), auditSubject.user(ownerId)];
      await recordAuditEvent(emit, {
        action: 'document.scan',
        subject: auditSubject.document(documentId),
        related,
        ...scanEndings[verdict],
      });
    });
    this.purges.wake();
  }
}

/** The document's current owner and team, and its new version. */
type Decided = BelongingDocument & { version: number };

/** Returns undefined when the document was deleted, or decided by another replica, in the meantime. */
async function release(tx: Tx, id: string): Promise<Decided | undefined> {
  const [row] = await tx.$queryRawUnsafe<Decided[]>(
    `UPDATE documents SET state = 'ready', next_scan_at = NULL, released_at = now(), version = version + 1
     WHERE id = $1::uuid AND state = 'checking' RETURNING ${belongingColumns}, version`,
    id,
  );
  return row;
}

/** Keeps the record that it arrived and was rejected; removes bytes, key and the patient's comment. */
async function reject(tx: Tx, { id, storageKey }: Waiting): Promise<Decided | undefined> {
  const [row] = await tx.$queryRawUnsafe<Decided[]>(
    `UPDATE documents SET state = 'rejected', next_scan_at = NULL, version = version + 1, storage_key = NULL,
       key_id = NULL, wrapped_key = NULL, comment = NULL
     WHERE id = $1::uuid AND state = 'checking' RETURNING ${belongingColumns}, version`,
    id,
  );
  if (row) await requestPurge(tx, [storageKey]);
  return row;
}
