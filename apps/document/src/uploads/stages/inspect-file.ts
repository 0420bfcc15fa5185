import type { ClaimedToken } from '@caredrop/contracts/internal';
import { refusedFinding, type PdfPolicy } from '@caredrop/pdf-inspector';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, pdfPolicyOf, type Config } from '../../config.js';
import { objectSize } from '../../files/segments.js';
import type { Inspection } from '../../inspector/inspection.js';
import { InspectorPool, type Whose } from '../../inspector/inspector-pool.js';
import { DocumentMetrics } from '../../metrics.js';
import { BufferPool } from '../../storage/buffer-pool.js';
import type { UploadScan } from '../../storage/scanner.js';
import type { ReceivedBody } from '../read-upload.js';
import { ScanUpload } from '../scan-upload.js';
import { fileUncheckable, inspectionRefused, pdfRefused } from '../upload.errors.js';

type Inspected = Omit<Extract<Inspection, { outcome: 'inspected' }>, 'outcome'>;

/** A file that was found in a body and whose type is known. */
export interface OpenedFile extends Inspected {
  /** The file as the patient sent it, a view of the body. */
  received: Buffer;
  buffers: UsedBuffer[];
}

/** A file that no check rejected. */
export interface InspectedFile extends OpenedFile {
  scan: UploadScan;
}

export interface UsedBuffer {
  buffer: Buffer;
  /**
   * Number of bytes at its start to wipe: those of the body or the stripped file, and what encryption in place
   * adds.
   */
  used: number;
}

/** Finds the file in a body and checks it: type, completeness, malware, policy. */
@Injectable()
export class InspectFile {
  private readonly pdfPolicy: PdfPolicy;

  constructor(
    private readonly inspectors: InspectorPool,
    private readonly scan: ScanUpload,
    private readonly buffers: BufferPool,
    private readonly metrics: DocumentMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.pdfPolicy = pdfPolicyOf(config);
  }

  /**
   * Throws what {@link open} throws, and the client's error if the file contains malware or violates the PDF policy.
   */
  async execute(body: ReceivedBody, token: ClaimedToken, signal: AbortSignal): Promise<InspectedFile> {
    const file = await this.open(body, { owner: token.ownerId, member: token.tokenId }, signal);
    this.metrics.bytes.observe(file.received.length);
    const scan = await this.scan.execute(file.received);
    const refused = refusedFinding(new Set(file.findings), this.pdfPolicy);
    if (refused) throw pdfRefused(refused);
    return { ...file, scan };
  }

  /**
   * Runs only the inspector, without the malware scan or the PDF policy. Throws the client's error if the inspector
   * rejects the file or cannot check it; a PDF that it cannot check is left to the PDF policy. Also throws what
   * {@link InspectorPool.inspect} throws.
   */
  async open(body: ReceivedBody, whose: Whose, signal: AbortSignal): Promise<OpenedFile> {
    const found = await this.inspect(body, whose, signal);
    const received = body.bytes.subarray(found.start, found.start + found.size);
    return { ...found, received, buffers: usedBuffers(body, found.stripped) };
  }

  private async inspect(body: ReceivedBody, whose: Whose, signal: AbortSignal): Promise<Inspected> {
    const { IMAGE_MAX_PIXELS: maxPixels } = this.config;
    const inspection = await this.inspectors.inspect(
      { body: body.bytes, contentType: body.contentType, maxPixels, takeBuffer: () => this.buffers.take() },
      whose,
      signal,
    );
    if (inspection.outcome === 'refused') throw inspectionRefused(inspection.reason, maxPixels);
    if (inspection.outcome === 'inspected') return inspection;
    // A PDF that could not be inspected is left to the policy. A photo that could not be stripped is never stored.
    const { type, start, size, fileName, comment } = inspection;
    if (type !== 'application/pdf' || !start || !size || !fileName || comment === undefined)
      throw fileUncheckable(type);
    return { start, size, type, fileName, comment, findings: ['uncheckable'], stripped: null };
  }
}

function usedBuffers(body: ReceivedBody, stripped: Buffer | null): UsedBuffer[] {
  const first = { buffer: body.buffer, used: objectSize(body.bytes.length) };
  if (!stripped) return [first];
  return [first, { buffer: Buffer.from(stripped.buffer), used: objectSize(stripped.length) }];
}
