import type { AcceptedType } from '@caredrop/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Digests, type PendingDigest } from '../../files/digests.js';
import type { DocumentIds } from '../../files/document-ids.js';
import { encryptInPlace } from '../../files/segment-cipher.js';
import { CIPHER_HEADER } from '../../files/segments.js';
import { DATA_KEYS, type DataKeys, type WrappedKey } from '../../storage/data-keys.js';
import type { UploadScan } from '../../storage/scanner.js';
import type { InspectedFile, UsedBuffer } from './inspect-file.js';

/** A file ready to be stored. */
export interface SealedFile {
  object: Buffer;
  facts: FileFacts;
  /** Computed while the object is being stored. */
  digests: Promise<FileDigests>;
  /** The file's memory; to be released once the object is stored and `digests` are known. */
  buffers: UsedBuffer[];
}

/** File columns of the document's row. */
export interface FileFacts {
  key: WrappedKey;
  fileName: string;
  fileType: AcceptedType;
  /** Size of the delivered file, in bytes. */
  fileSize: number;
  comment: string | null;
  scan: UploadScan;
}

export interface FileDigests {
  /** Hash of the delivered file. */
  sha256: Uint8Array;
  /** Hash of the file as the patient sent it. */
  receivedSha256: Uint8Array;
}

/** Encrypts an inspected file under a new data key. */
@Injectable()
export class SealFile {
  constructor(
    @Inject(DATA_KEYS) private readonly keys: DataKeys,
    private readonly digests: Digests,
  ) {}

  /** Encrypts in place: in the body's buffer, or in a second one when metadata was removed. */
  async execute(inspected: InspectedFile, ids: DocumentIds): Promise<SealedFile> {
    const { received, stripped, buffers, fileName, type, comment, scan } = inspected;
    const receivedDigest = await this.digests.begin(received);
    const file = stripped ?? received;
    // Reuses the promise when nothing was removed, as in PDFs: hashing 5 MiB takes longer than encrypting it.
    const fileDigest = stripped ? await this.digests.begin(file) : receivedDigest;
    const { dataKey, keyId, wrappedKey } = await this.keys.create(ids.documentId);
    const around = Buffer.from(file.buffer, file.byteOffset - CIPHER_HEADER);
    const key = { keyId, wrappedKey };
    return {
      object: encryptInPlace(around, file.length, dataKey, ids),
      facts: { key, fileName, fileType: type, fileSize: file.length, comment, scan },
      digests: bothOf(fileDigest, receivedDigest),
      buffers,
    };
  }
}

async function bothOf(file: PendingDigest, received: PendingDigest): Promise<FileDigests> {
  const [sha256, receivedSha256] = await Promise.all([file.sha256, received.sha256]);
  return { sha256, receivedSha256 };
}
