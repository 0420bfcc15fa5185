import { counter, gauge, histogram } from '@caredrop/service-kit';

/** The service's metrics. No label ever holds an id or a name. */
export class DocumentMetrics {
  readonly uploads = counter('document_uploads_total', 'Uploads by outcome', ['outcome']);
  readonly bytes = histogram(
    'document_upload_bytes',
    'Sizes of the files received',
    [10_000, 100_000, 500_000, 1_000_000, 2_000_000, 3_000_000, 4_000_000, 5_242_880],
  );
  /**
   * Stages: wait (for a place), claim, body (the time the sender takes), prepare (inspection, scan,
   * encryption), store, confirm, commit.
   */
  readonly stages = histogram(
    'document_upload_stage_seconds',
    'Time that uploads spend in each stage',
    [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600],
    ['stage'],
  );
  readonly scanTime = histogram(
    'document_scan_seconds',
    'Time until the scanner returns a verdict or fails',
    [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  );
  readonly inFlight = gauge('document_uploads_in_flight', 'Uploads being received');
  readonly waiting = gauge('document_uploads_waiting', 'Uploads waiting for a place');
  /** Alert on any increase: a stored document was changed, or its object or key is missing. */
  readonly unreadable = counter('document_unreadable_total', 'Reads that failed verification');
  readonly scans = counter('document_scans_total', 'Malware scans by verdict', ['verdict']);
  /**
   * Alert while it rises: documents stay locked. Reasons: unreachable, too slow, too large (over clamd's
   * StreamMaxLength), failed.
   */
  readonly scanFailures = counter('document_scan_failures_total', 'Scans without a verdict', ['reason']);
  readonly checking = gauge('document_checking', 'Documents waiting for a scan');
  /** Reasons: time, memory, crash, reply (implausible), outside (killed from outside). */
  readonly inspectorsEnded = counter(
    'document_inspectors_ended_total',
    'Inspector processes that exited while processing a file',
    ['reason'],
  );
  readonly inspectorWait = histogram(
    'document_inspector_wait_seconds',
    'Time that received files wait for an inspector process',
    [0.001, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60],
  );
  /**
   * Results: drawn; damaged, too_large and no_page; time, memory, crash and reply, when the document made its
   * inspector end; unavailable.
   */
  readonly drawings = counter(
    'document_drawings_total',
    'Pages drawn for safe copies, and documents measured, by result',
    ['result'],
  );
  readonly purges = gauge('document_purges', 'Stored objects still to be deleted');
  /** Alert when the value is 1: uploads are rejected until there is space again. */
  readonly storeFull = gauge('document_store_full', '1 if the object store last reported that it is full');
  readonly reviews = counter('document_reviews_total', 'Changes of the review of a document', ['state']);
  readonly abandoned = counter(
    'document_attempts_swept_total',
    'Attempts that were left open, for example by a process that died',
  );

  /** Runs `work`, which waits for an inspector process, and records how long it took. */
  async timedInspectorWait<T>(work: () => Promise<T>): Promise<T> {
    const end = this.inspectorWait.startTimer();
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Runs `work` and records how long it took, whatever its outcome. */
  async timed<T>(stage: UploadStage, work: () => Promise<T>): Promise<T> {
    const end = this.stages.startTimer({ stage });
    try {
      return await work();
    } finally {
      end();
    }
  }
}

export type UploadStage = 'wait' | 'claim' | 'body' | 'prepare' | 'store' | 'confirm' | 'commit';
