import { Inject, Injectable } from '@nestjs/common';
import { decryptDocument, largestObject } from '../files/document-cipher.js';
import { DATA_KEYS, type DataKeys } from '../storage/data-keys.js';
import { OBJECT_STORE, type ObjectStore } from '../storage/object-store.js';
import type { StoredDocument } from './documents.queries.js';
import { GuardedReads } from './guarded-reads.js';

/** What is needed to read a document's object. */
export type ReadableDocument = Pick<
  StoredDocument,
  'id' | 'tokenId' | 'sealedFor' | 'patientRefId' | 'storageKey' | 'keyId' | 'wrappedKey' | 'fileSize'
>;

/** Reads a document complete and verified, or not at all. */
@Injectable()
export class ReadDocument {
  constructor(
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(DATA_KEYS) private readonly keys: DataKeys,
    private readonly reads: GuardedReads,
  ) {}

  /** Throws like {@link GuardedReads.run}. */
  execute(document: ReadableDocument, signal?: AbortSignal): Promise<Buffer> {
    return this.reads.run(document.id, () => this.read(document), signal);
  }

  private async read({ id, storageKey, fileSize, ...row }: ReadableDocument): Promise<Buffer> {
    const object = await this.store.get(storageKey, largestObject(fileSize) + 1);
    const dataKey = await this.keys.unwrap(row, id);
    return decryptDocument(object, fileSize, dataKey, { documentId: id, ...row });
  }
}
