/** Injection token of the {@link ObjectStore}. */
export const OBJECT_STORE = Symbol('object store');

/** Where ciphertext lies. Keys are random and say nothing about what they hold. */
export interface ObjectStore {
  /** Throws {@link StorageUnavailable} when it is not known to be stored, {@link StorageFull} when there is no room. */
  put(key: string, object: Buffer): Promise<void>;
  /** Throws {@link ObjectMissing}, or {@link StorageUnavailable}. Never more than `maxBytes` are read. */
  get(key: string, maxBytes: number): Promise<Buffer>;
  /** Deleting what is not there is a success. Throws {@link StorageUnavailable}. */
  delete(key: string): Promise<void>;
  /** Whether there is such an object, now. Throws {@link StorageUnavailable}. */
  exists(key: string): Promise<boolean>;
  /** Everything whose key begins so, in any order, a page at a time. Throws {@link StorageUnavailable}. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** The folders right below one, `documents/` and the like, in which anything lies. Throws {@link StorageUnavailable}. */
  folders(parent: string): AsyncIterable<string>;
}

export interface ListedObject {
  key: string;
  bytes: number;
  storedAt: Date;
}

/** The store did not answer, or not as agreed. */
export class StorageUnavailable extends Error {
  constructor(operation: string, options: ErrorOptions) {
    super(`Object store: ${operation} failed`, options);
    this.name = 'StorageUnavailable';
  }
}

/** The store answers, and has no room: the next write will fare the same. */
export class StorageFull extends StorageUnavailable {
  constructor(options: ErrorOptions) {
    super('put', options);
    this.name = 'StorageFull';
  }
}

/** The store answers, and has no such object. */
export class ObjectMissing extends Error {
  constructor() {
    super('Object store: no such object');
    this.name = 'ObjectMissing';
  }
}
