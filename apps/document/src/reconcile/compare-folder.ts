import type { ListedObject } from '../storage/object-store.js';

/** A document as its row says. */
export interface KnownDocument {
  id: string;
  storageKey: string;
  state: string;
}

export interface FolderDifference {
  /** Rows whose object was not listed. */
  missing: KnownDocument[];
  /** Lost rows whose object is listed. */
  back: KnownDocument[];
  /** Objects that no document here names. */
  unknown: ListedObject[];
}

/**
 * Compares the rows of one folder with what is listed in it. Only candidates: both were looked at while the service
 * goes on, so that each is looked at again before anything is done about it.
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
