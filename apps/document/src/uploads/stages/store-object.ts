import { Inject, Injectable } from '@nestjs/common';
import { OBJECT_STORE, StorageFull, type ObjectStore } from '../../storage/object-store.js';
import { StorageCapacity } from '../../storage/storage-capacity.js';
import type { NewAttempt } from '../attempts.js';
import type { ClaimedLink } from './claim-link.js';

/** Puts the ciphertext into the object store. */
@Injectable()
export class StoreObject {
  constructor(
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly capacity: StorageCapacity,
  ) {}

  async execute({ storageKey }: NewAttempt, object: Buffer): Promise<void> {
    try {
      await this.store.put(storageKey, object);
      this.capacity.recordFreed();
    } catch (error) {
      if (error instanceof StorageFull) this.capacity.recordFull();
      throw error;
    }
  }

  /**
   * Marks the link so that the transaction that abandons the attempt also queues the object's deletion.
   * Needed even for a put that failed: its object may exist, or appear later.
   */
  undo(link: ClaimedLink): void {
    link.objectMayExist = true;
  }
}
