import type { ListedObject } from '../storage/object-store.js';

/** A document as recorded in its row. */
export interface KnownDocument {
  id: string;
  storageKey: string;
  state: string;
}

export interface FolderDifference {
  /** Rows whose object was not listed. */
  missing: KnownDocument[];
  /** Rows marked as lost whose object exists again. */
  back: KnownDocument[];
  /** Objects that no document references. */
  unknown: ListedObject[];
}

/**
 * Compares the rows of one folder with its objects. The results are only candidates: the service keeps
 * running, so each is checked again before it is acted on.
 */
export function compareFolder(documents: KnownDocument[], objects: ListedObject[]): FolderDifference {
  const listed = new Set(objects.map(({ key }) => key));
  const named = new Set(documents.map(({ storageKey }) => storageKey));
  return {
    missing: documents.filter(({ storageKey }) => !listed.has(storageKey)),
    back: documents.filter(({ storageKey, state }) => state === 'lost' && listed.has(storageKey)),
    unknown: objects.filter(({ key }) => !named.has(key)),
  };
}
