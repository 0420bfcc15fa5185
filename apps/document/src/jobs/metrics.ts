import { Counter, Gauge, register } from 'prom-client';

/** Gets or makes: tests run several services in one process, and the registry is the process's. */
function counter<Label extends string>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
  const existing = register.getSingleMetric(name) as Counter<Label> | undefined;
  return existing ?? new Counter({ name, help, labelNames });
}

function gauge(name: string, help: string): Gauge {
  const existing = register.getSingleMetric(name) as Gauge | undefined;
  return existing ?? new Gauge({ name, help });
}

/** What operators watch. No label ever holds an id or a name. */
export class DocumentMetrics {
  readonly uploads = counter('document_uploads_total', 'Uploads by what became of them', ['outcome']);
  readonly inFlight = gauge('document_uploads_in_flight', 'Uploads being received');
  readonly waiting = gauge('document_uploads_waiting', 'Uploads waiting for a place');
  /** Alert on any increase: a stored document was changed, or its key is missing. */
  readonly unreadable = counter('document_unreadable_total', 'Reads that failed verification');
  readonly scans = counter('document_scans_total', 'Malware scans by verdict', ['verdict']);
  readonly checking = gauge('document_checking', 'Documents waiting for a scan');
  readonly purges = gauge('document_purges', 'Stored objects still to be deleted');
  readonly abandoned = counter(
    'document_attempts_swept_total',
    'Attempts left behind by a process that died',
  );
}
