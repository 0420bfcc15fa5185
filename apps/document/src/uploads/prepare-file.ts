import type { AcceptedType } from '@caredrop/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@caredrop/service-kit';
import { encryptInPlace, type DocumentIds } from '../files/document-cipher.js';
import { safeFileName } from '../files/file-name.js';
import { agreeOnType } from '../files/file-type.js';
import { stripMetadata } from '../files/strip-metadata.js';
import { DocumentMetrics } from '../jobs/metrics.js';
import { LOGGER } from '../logger.js';
import { DATA_KEYS, type DataKeys, type WrappedKey } from '../storage/data-keys.js';
import { SCANNER, ScannerUnavailable, type Scanner } from '../storage/scanner.js';
import { sha256 } from './ledger.js';
import type { ReceivedFile } from './read-upload.js';
import { fileInfected, typeRefused } from './upload.errors.js';

/** A file ready to be stored, and what is to be remembered of it. */
export interface PreparedFile {
  object: Buffer;
  key: WrappedKey;
  fileName: string;
  fileType: AcceptedType;
  /** Bytes that will be delivered. */
  fileSize: number;
  sha256: Uint8Array;
  receivedSha256: Uint8Array;
  comment: string | null;
  scan: 'clean' | 'pending';
}

/** From what arrived to what is stored: type, malware, metadata, encryption (design §5). */
@Injectable()
export class PrepareFile {
  constructor(
    @Inject(SCANNER) private readonly scanner: Scanner,
    @Inject(DATA_KEYS) private readonly keys: DataKeys,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: DocumentMetrics,
  ) {}

  /** Encrypts where the file was received. Throws the refusal for a file that contradicts itself or holds malware. */
  async run(received: ReceivedFile, room: Buffer, ids: DocumentIds): Promise<PreparedFile> {
    const fileType = agreeOnType(received.bytes, received.declaredType, received.fileName);
    if (!fileType) throw typeRefused();
    const scan = await this.scan(received.bytes);
    const receivedSha256 = sha256(received.bytes);
    const file = stripMetadata(received.bytes, fileType);
    const [fileSize, fileSha256] = [file.length, sha256(file)];
    const { dataKey, keyId, wrappedKey } = await this.keys.create(ids.documentId);
    return {
      object: encryptInPlace(room, fileSize, dataKey, ids),
      key: { keyId, wrappedKey },
      fileName: safeFileName(received.fileName, fileType),
      fileType,
      fileSize,
      sha256: fileSha256,
      receivedSha256,
      comment: received.comment,
      scan,
    };
  }

  /** No verdict is no reason to send a patient away: the document is kept locked until there is one. */
  private async scan(bytes: Buffer): Promise<'clean' | 'pending'> {
    try {
      const verdict = await this.scanner.scan(bytes);
      this.metrics.scans.inc({ verdict });
      if (verdict === 'infected') throw fileInfected();
      return 'clean';
    } catch (error) {
      if (!(error instanceof ScannerUnavailable)) throw error;
      this.metrics.scans.inc({ verdict: 'none' });
      this.logger.error({ err: error }, 'the malware scanner gave no verdict: document kept locked');
      return 'pending';
    }
  }
}
