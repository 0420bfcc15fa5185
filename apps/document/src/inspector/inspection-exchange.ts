import { CIPHER_HEADER } from '../files/segments.js';
import type { Exchange } from './exchange.js';
import type { Frame } from './frames.js';
import type { Inspection, InspectionJob } from './inspection.js';
import type { Inspected, InspectionRequest, Opened } from './protocol.js';
import { checkStripped, completeStripped, ImplausibleReply, readReply } from './reply-schema.js';
import type { UnchangedRun } from './unchanged-run.js';

/** The exchange that inspects one body: `refused`, or `opened` followed by `inspected`. */
export class InspectionExchange implements Exchange<Inspection> {
  readonly request: InspectionRequest;
  readonly body: Buffer;
  opened: Opened | undefined;
  /** Whether the reply has carried bytes. */
  private hasBytes = false;

  constructor(private readonly job: InspectionJob) {
    const { contentType, maxPixels, body } = job;
    this.request = { task: 'inspect', contentType, maxPixels };
    this.body = body;
  }

  bufferFor(size: number): Buffer {
    if (!this.opened || this.hasBytes || size > this.opened.size) throw new ImplausibleReply('size');
    this.hasBytes = true;
    return Buffer.allocUnsafe(size);
  }

  onFrame({ message, bytes }: Frame): Inspection | undefined {
    const reply = readReply(message, this.body);
    if (reply.step === 'inspected') return this.onInspected(reply, bytes);
    if (bytes.length > 0 || this.opened) throw new ImplausibleReply('order');
    if (reply.step === 'refused') return { outcome: 'refused', reason: reply.reason };
    this.opened = reply;
    return undefined;
  }

  private onInspected({ findings, stripped: run }: Inspected, bytes: Buffer): Inspection {
    const { opened } = this;
    if (!opened || (!run && bytes.length > 0)) throw new ImplausibleReply('order');
    const stripped = run && strippedFile(this.job, opened, run, bytes);
    const { step: _step, ...facts } = opened;
    return { outcome: 'inspected', ...facts, findings, stripped };
  }
}

/** Builds the file without its metadata, in a buffer with space for encryption around it. */
function strippedFile(job: InspectionJob, opened: Opened, run: UnchangedRun, bytes: Buffer): Buffer {
  const received = job.body.subarray(opened.start, opened.start + opened.size);
  const stripped = completeStripped(run, bytes, received, job.takeBuffer().subarray(CIPHER_HEADER));
  checkStripped(stripped, opened);
  return stripped;
}
