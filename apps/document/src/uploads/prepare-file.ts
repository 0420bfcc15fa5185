import type { AcceptedType } from '@caredrop/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, pdfPolicyOf, type Config } from '../config.js';
import {
  CIPHER_HEADER,
  CIPHER_OVERHEAD,
  encryptInPlace,
  type DocumentIds,
} from '../files/document-cipher.js';
import { refusedFinding, type PdfPolicy } from '../files/pdf/pdf-policy.js';
import { Digests, type PendingDigest } from '../files/digests.js';
import type { Inspection } from '../inspector/inspection.js';
import { InspectorPool, type Whose } from '../inspector/inspector-pool.js';
import { DocumentMetrics } from '../metrics.js';
import { BufferPool } from '../storage/buffer-pool.js';
import { DATA_KEYS, type DataKeys, type WrappedKey } from '../storage/data-keys.js';
import { SCANNER, ScannerUnavailable, type Scanner } from '../storage/scanner.js';
import type { ReceivedBody } from './read-upload.js';
import { fileInfected, fileUncheckable, inspectionRefused, pdfRefused } from './upload.errors.js';

/** A file ready to be stored, and its metadata. */
export interface PreparedFile {
  object: Buffer;
  key: WrappedKey;
  fileName: string;
  fileType: AcceptedType;
  /** Bytes that will be delivered. */
  fileSize: number;
  /** Computed while the object is being stored. */
  digests: Promise<FileDigests>;
  comment: string | null;
  scan: 'clean' | 'pending';
  /** The file's buffer; to be released once the object is stored and `digests` are known. */
  buffers: UsedBuffer[];
}

export interface UsedBuffer {
  buffer: Buffer;
  /** How much of it was written. */
  used: number;
}

export interface FileDigests {
  /** Of the delivered file. */
  sha256: Uint8Array;
  /** Of the file the patient sent. */
  receivedSha256: Uint8Array;
}

/** A file that was found, typed and inspected. */
type Accepted = Omit<Extract<Inspection, { outcome: 'inspected' }>, 'outcome'>;

/** Turns a received body into what is stored: inspection, malware scan, policies, encryption. */
@Injectable()
export class PrepareFile {
  private readonly pdfPolicy: PdfPolicy;
  private readonly digests = new Digests();

  constructor(
    @Inject(SCANNER) private readonly scanner: Scanner,
    @Inject(DATA_KEYS) private readonly keys: DataKeys,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: DocumentMetrics,
    private readonly inspectors: InspectorPool,
    private readonly buffers: BufferPool,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.pdfPolicy = pdfPolicyOf(config);
  }

  /**
   * Encrypts the file in place: in `body`'s buffer, or in a second one when metadata was removed. Throws the
   * error for a file that contradicts itself, contains malware or violates a policy, and the signal's reason.
   */
  async execute(
    body: ReceivedBody,
    whose: Whose,
    ids: DocumentIds,
    signal: AbortSignal,
  ): Promise<PreparedFile> {
    const found = await this.inspect(body, whose, signal);
    const received = body.bytes.subarray(found.start, found.start + found.size);
    this.metrics.bytes.observe(received.length);
    const scan = await this.scan(received);
    const refused = refusedFinding(new Set(found.findings), this.pdfPolicy);
    if (refused) throw pdfRefused(refused);
    const receivedDigest = await this.digests.begin(received);
    const file = found.stripped ?? received;
    // The same bytes when nothing was removed, as in PDFs: hashing 5 MiB takes longer than encrypting them.
    const fileDigest = found.stripped ? await this.digests.begin(file) : receivedDigest;
    const { dataKey, keyId, wrappedKey } = await this.keys.create(ids.documentId);
    const around = Buffer.from(file.buffer, file.byteOffset - CIPHER_HEADER);
    return {
      object: encryptInPlace(around, file.length, dataKey, ids),
      key: { keyId, wrappedKey },
      fileName: found.fileName,
      fileType: found.type,
      fileSize: file.length,
      digests: bothOf(fileDigest, receivedDigest),
      comment: found.comment,
      scan,
      buffers: usedBuffers(body, found.stripped),
    };
  }

  /**
   * SHA-256 of the file in `body`, none of which is stored: releases its buffers. Throws like {@link run}.
   */
  async digest(body: ReceivedBody, whose: Whose, signal: AbortSignal): Promise<Buffer> {
    const found = await this.inspect(body, whose, signal);
    const pending = await this.digests.begin(body.bytes.subarray(found.start, found.start + found.size));
    const digest = Buffer.from(await pending.sha256);
    for (const { buffer, used } of usedBuffers(body, found.stripped)) this.buffers.give(buffer, used);
    return digest;
  }

  private async inspect(body: ReceivedBody, whose: Whose, signal: AbortSignal): Promise<Accepted> {
    const { IMAGE_MAX_PIXELS: maxPixels } = this.config;
    const inspection = await this.inspectors.inspect(
      { body: body.bytes, contentType: body.contentType, maxPixels, takeBuffer: () => this.buffers.take() },
      whose,
      signal,
    );
    if (inspection.outcome === 'refused') throw inspectionRefused(inspection.reason, maxPixels);
    if (inspection.outcome === 'inspected') return inspection;
    // The operator may not care what a PDF contains; a photo that was not stripped is never stored.
    const { type, start, size, fileName, comment } = inspection;
    if (type !== 'application/pdf' || !start || !size || !fileName || comment === undefined)
      throw fileUncheckable(type);
    return { start, size, type, fileName, comment, findings: ['uncheckable'], stripped: null };
  }

  /** A missing verdict is no reason to reject the patient: the document is kept locked until there is one. */
  private async scan(bytes: Buffer): Promise<'clean' | 'pending'> {
    try {
      const end = this.metrics.scanTime.startTimer();
      const result = await this.scanner.scan(bytes).finally(end);
      this.metrics.scans.inc({ verdict: result.verdict });
      if (result.verdict === 'infected') {
        this.logger.warn({ signature: result.signature }, 'rejected an infected upload');
        throw fileInfected();
      }
      return 'clean';
    } catch (error) {
      if (!(error instanceof ScannerUnavailable)) throw error;
      this.metrics.scans.inc({ verdict: 'none' });
      this.metrics.scanFailures.inc({ reason: error.reason });
      this.logger.error({ err: error }, 'no verdict from the malware scanner; the document stays locked');
      return 'pending';
    }
  }
}

async function bothOf(file: PendingDigest, received: PendingDigest): Promise<FileDigests> {
  const [sha256, receivedSha256] = await Promise.all([file.sha256, received.sha256]);
  return { sha256, receivedSha256 };
}

function usedBuffers(body: ReceivedBody, stripped: Buffer | null): UsedBuffer[] {
  const first = { buffer: body.buffer, used: body.bytes.length + CIPHER_OVERHEAD };
  if (!stripped) return [first];
  return [first, { buffer: Buffer.from(stripped.buffer), used: stripped.length + CIPHER_OVERHEAD }];
}
