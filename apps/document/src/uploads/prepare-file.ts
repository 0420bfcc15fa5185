import type { AcceptedType } from '@caredrop/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@caredrop/service-kit';
import { CONFIG, pdfPolicyOf, type Config } from '../config.js';
import { CIPHER_HEADER, encryptInPlace, type DocumentIds } from '../files/document-cipher.js';
import { storedName } from '../files/file-name.js';
import { agreeOnType } from '../files/file-type.js';
import type { PdfFinding } from '../files/pdf/inspect-pdf.js';
import { PdfInspector } from '../files/pdf/pdf-inspector.js';
import { refusedFinding, type PdfPolicy } from '../files/pdf/pdf-policy.js';
import { isCutShort } from '../files/picture-completeness.js';
import { countPixels } from '../files/picture-size.js';
import { hasSecondFace } from '../files/second-face.js';
import { stripMetadata } from '../files/strip-metadata.js';
import { Sums, type ComingSum } from '../files/sums.js';
import { DocumentMetrics } from '../jobs/metrics.js';
import { LOGGER } from '../logger.js';
import { DATA_KEYS, type DataKeys, type WrappedKey } from '../storage/data-keys.js';
import { SCANNER, ScannerUnavailable, type Scanner } from '../storage/scanner.js';
import type { ReceivedFile } from './read-upload.js';
import { fileInfected, pdfRefused, pictureIncomplete, tooManyPixels, typeRefused } from './upload.errors.js';

/** A file ready to be stored, and what is to be remembered of it. */
export interface PreparedFile {
  object: Buffer;
  key: WrappedKey;
  fileName: string;
  fileType: AcceptedType;
  /** Bytes that will be delivered. */
  fileSize: number;
  /** Made while the object is on its way to the store. */
  sums: Promise<FileSums>;
  comment: string | null;
  scan: 'clean' | 'pending';
}

export interface FileSums {
  /** Of what will be delivered. */
  sha256: Uint8Array;
  /** Of what the patient sent. */
  receivedSha256: Uint8Array;
}

const none: ReadonlySet<PdfFinding> = new Set();

/** From what arrived to what is stored: type, policies, malware, metadata, encryption (design §5). */
@Injectable()
export class PrepareFile {
  private readonly pdfPolicy: PdfPolicy;
  private readonly sums = new Sums();

  constructor(
    @Inject(SCANNER) private readonly scanner: Scanner,
    @Inject(DATA_KEYS) private readonly keys: DataKeys,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: DocumentMetrics,
    private readonly pdfs: PdfInspector,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.pdfPolicy = pdfPolicyOf(config);
  }

  /**
   * Encrypts in `room`, where the file was received. Throws the refusal for a file that contradicts itself, holds malware or
   * is against a policy.
   */
  async run(received: ReceivedFile, room: Buffer, ids: DocumentIds): Promise<PreparedFile> {
    const fileType = agreeOnType(received.bytes, received.declaredType, received.fileName);
    if (!fileType || hasSecondFace(received.bytes, fileType)) throw typeRefused();
    if (countPixels(received.bytes, fileType) > this.config.IMAGE_MAX_PIXELS)
      throw tooManyPixels(this.config.IMAGE_MAX_PIXELS);
    if (isCutShort(received.bytes, fileType)) throw pictureIncomplete();
    const [scan, findings] = await Promise.all([
      this.scan(received.bytes),
      fileType === 'application/pdf' ? this.pdfs.run(received.bytes) : none,
    ]);
    const refused = refusedFinding(findings, this.pdfPolicy);
    if (refused) throw pdfRefused(refused);
    const receivedSum = await this.sums.begin(received.bytes);
    const file = stripMetadata(received.bytes, fileType);
    // The same bytes where nothing is ever cut out, as of PDFs: hashing 5 MiB takes longer than encrypting them.
    const fileSum = file === received.bytes ? receivedSum : await this.sums.begin(file);
    const fileSize = file.length;
    const { dataKey, keyId, wrappedKey } = await this.keys.create(ids.documentId);
    const around = room.subarray(file.byteOffset - room.byteOffset - CIPHER_HEADER);
    return {
      object: encryptInPlace(around, fileSize, dataKey, ids),
      key: { keyId, wrappedKey },
      fileName: storedName(received.fileName, fileType),
      fileType,
      fileSize,
      sums: bothOf(fileSum, receivedSum),
      comment: received.comment,
      scan,
    };
  }

  /** No verdict is no reason to send a patient away: the document is kept locked until there is one. */
  private async scan(bytes: Buffer): Promise<'clean' | 'pending'> {
    try {
      const end = this.metrics.scanTime.startTimer();
      const result = await this.scanner.scan(bytes).finally(end);
      this.metrics.scans.inc({ verdict: result.verdict });
      if (result.verdict === 'infected') {
        this.logger.warn({ signature: result.signature }, 'malware refused while its patient waited');
        throw fileInfected();
      }
      return 'clean';
    } catch (error) {
      if (!(error instanceof ScannerUnavailable)) throw error;
      this.metrics.scans.inc({ verdict: 'none' });
      this.metrics.scanFailures.inc({ reason: error.reason });
      this.logger.error({ err: error }, 'the malware scanner gave no verdict: document kept locked');
      return 'pending';
    }
  }
}

async function bothOf(file: ComingSum, received: ComingSum): Promise<FileSums> {
  const [sha256, receivedSha256] = await Promise.all([file.sha256, received.sha256]);
  return { sha256, receivedSha256 };
}
