import { brokerOptions, MessagingModule } from '@caredrop/messaging';
import {
  HealthController,
  InternalClient,
  messagingContext,
  rawPgClient,
  READINESS,
  type InternalIdentity,
  type Logger,
  type ReadinessCheck,
} from '@caredrop/service-kit';
import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, inspectorsOf, type Config } from './config.js';
import { PrismaService } from './database/prisma.service.js';
import { DeleteDocuments } from './documents/delete-documents.js';
import { DocumentViews } from './documents/document-views.js';
import { DocumentsController } from './documents/documents.controller.js';
import { DocumentsQueries } from './documents/documents.queries.js';
import { DownloadZip } from './documents/download-zip.js';
import { FileUrls } from './documents/file-urls.js';
import { FilesController } from './documents/files.controller.js';
import { InternalDocumentsController } from './documents/internal-documents.controller.js';
import { RecordReads } from './documents/record-reads.js';
import { ReadDocument } from './documents/read-document.js';
import { RescanDocuments } from './documents/rescan-documents.js';
import { InspectorPool } from './inspector/inspector-pool.js';
import { DocumentMetrics } from './jobs/metrics.js';
import { WorkInFlight } from './jobs/work-in-flight.js';
import { LOGGER } from './logger.js';
import { ForgetNameOnUserUpdated } from './people/forget-name-on-user-updated.js';
import { Sessions } from './people/sessions.js';
import { UserNames } from './people/user-names.js';
import { LedgerController } from './reconcile/ledger.controller.js';
import { ClamScanner } from './storage/clam-scanner.js';
import { DATA_KEYS } from './storage/data-keys.js';
import { openDataKeys } from './storage/open-data-keys.js';
import { OBJECT_STORE } from './storage/object-store.js';
import { PurgeWorker } from './storage/purge-worker.js';
import { StorageCapacity } from './storage/storage-capacity.js';
import { S3ObjectStore } from './storage/s3-object-store.js';
import { noScanner, SCANNER, type Scanner } from './storage/scanner.js';
import { BufferPool } from './storage/buffer-pool.js';
import { AdmitUpload } from './uploads/admit-upload.js';
import { Claims } from './uploads/claims.js';
import { CommitUpload } from './uploads/commit-upload.js';
import { LinkBackOff } from './uploads/link-back-off.js';
import { PrepareFile } from './uploads/prepare-file.js';
import { Quota } from './uploads/quota.js';
import { UploadRefusals } from './uploads/upload-refusals.js';
import { BODY_BYTES, BUFFER_BYTES } from './uploads/read-upload.js';
import { ReceiveBody } from './uploads/receive-body.js';
import { ReceiveUpload } from './uploads/receive-upload.js';
import { SettleController } from './uploads/settle.controller.js';
import { SweepAttempts } from './uploads/sweep-attempts.js';
import { UploadsController } from './uploads/uploads.controller.js';

/** The module of the document service. */
@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(
    private readonly services: InternalClient,
    private readonly work: WorkInFlight,
    private readonly inspectors: InspectorPool,
  ) {}

  static with(config: Config, logger: Logger, identity: InternalIdentity): DynamicModule {
    const work = new WorkInFlight();
    const prisma = new PrismaService(config.DATABASE_URL, config.DATABASE_POOL, work);
    const ready: ReadinessCheck = () => prisma.$queryRaw`SELECT 1`;
    return {
      module: AppModule,
      imports: [messaging(config, logger, prisma)],
      controllers: [
        HealthController,
        UploadsController,
        SettleController,
        DocumentsController,
        InternalDocumentsController,
        LedgerController,
        FilesController,
        ForgetNameOnUserUpdated,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: WorkInFlight, useValue: work },
        { provide: PrismaService, useValue: prisma },
        { provide: READINESS, useValue: ready },
        {
          provide: InternalClient,
          useValue: new InternalClient(identity, { auth: config.AUTH_URL, token: config.TOKEN_URL }),
        },
        { provide: OBJECT_STORE, useFactory: () => openStore(config) },
        { provide: SCANNER, useValue: scannerOf(config) },
        { provide: DATA_KEYS, useValue: openDataKeys(config) },
        { provide: BufferPool, useValue: new BufferPool(BUFFER_BYTES, config.UPLOADS_IN_FLIGHT) },
        { provide: LinkBackOff, useValue: new LinkBackOff() },
        {
          provide: InspectorPool,
          inject: [DocumentMetrics],
          useFactory: (metrics: DocumentMetrics) => startInspectors(config, metrics, logger),
        },
        DocumentMetrics,
        AdmitUpload,
        ReceiveBody,
        PurgeWorker,
        StorageCapacity,
        Claims,
        UploadRefusals,
        PrepareFile,
        CommitUpload,
        Quota,
        ReceiveUpload,
        SweepAttempts,
        UserNames,
        Sessions,
        FileUrls,
        DocumentsQueries,
        DocumentViews,
        ReadDocument,
        DeleteDocuments,
        RecordReads,
        DownloadZip,
        RescanDocuments,
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.work.finished();
    await Promise.all([this.services.close(), this.inspectors.close()]);
  }
}

function messaging(config: Config, logger: Logger, prisma: PrismaService): DynamicModule {
  return MessagingModule.forRootAsync({
    useFactory: () => ({
      source: 'document',
      client: {
        $transaction: (work, options) => prisma.$transaction(work, options),
        // View events are audited with a single INSERT on a hot path, so skip Prisma.
        ...rawPgClient(prisma.pool),
      },
      databaseUrl: config.DATABASE_URL,
      ...brokerOptions(config),
      context: messagingContext,
      logger,
    }),
  });
}

async function startInspectors(
  config: Config,
  metrics: DocumentMetrics,
  logger: Logger,
): Promise<InspectorPool> {
  const options = {
    processes: inspectorsOf(config),
    withinMs: config.INSPECTION_MS,
    memoryMb: config.INSPECTOR_MEMORY_MB,
    filesEach: config.INSPECTOR_FILES,
    bodyBytes: BODY_BYTES,
  };
  const pool = new InspectorPool(options, metrics, logger);
  await pool.start();
  return pool;
}

async function openStore(config: Config): Promise<S3ObjectStore> {
  const store = new S3ObjectStore(config);
  await store.prepare();
  return store;
}

const scannerOf = (config: Config): Scanner =>
  config.SCANNER_URL
    ? new ClamScanner(config.SCANNER_URL, {
        connectMs: config.SCAN_CONNECT_MS,
        streamMs: config.SCAN_STREAM_MS,
        answerMs: config.SCAN_TIMEOUT_MS,
      })
    : noScanner;
