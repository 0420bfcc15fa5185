const databaseName = 'caredrop.kept';
/** Link mark → `KeptLink`. */
export const linkStore = 'links';
/** [link mark, part] → `KeptPart`. */
export const partStore = 'parts';

/** The encryption key of one link's parts. Not extractable. */
export interface KeptLink {
  key: CryptoKey;
  /** Milliseconds since 1970. */
  savedAt: number;
}

export interface KeptPart {
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

export const settle = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database failed.'));
  });

/** Opens the database; fails if the browser has no IndexedDB, as in some private windows. */
export function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(linkStore);
    request.result.createObjectStore(partStore);
  };
  return settle(request);
}

/** Runs `work` in one transaction over both stores; resolves after its commit. */
export function write(
  database: IDBDatabase,
  work: (links: IDBObjectStore, parts: IDBObjectStore) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction([linkStore, partStore], 'readwrite');
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The database failed.'));
    work(transaction.objectStore(linkStore), transaction.objectStore(partStore));
  });
}

export const read = <Result>(database: IDBDatabase, store: string, key: IDBValidKey) =>
  settle(database.transaction(store).objectStore(store).get(key) as IDBRequest<Result | undefined>);

/** The key range of one link's parts; in IndexedDB an array sorts after every string. */
export const partsOf = (mark: string) => IDBKeyRange.bound([mark], [mark, []]);
