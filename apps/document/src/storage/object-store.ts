/** Injection token of the {@link ObjectStore}. */
export const OBJECT_STORE = Symbol('object store');

/** Stores ciphertext. Keys are random and reveal nothing about the content. */
export interface ObjectStore {
  /**
   * Throws {@link StorageUnavailable} if the object might not have been stored, {@link StorageFull} if there is no
   * space.
   */
  put(key: string, object: Buffer): Promise<void>;
  /**
   * Reads the first `part` bytes of an object, or those of a range. Returns fewer bytes when the object ends
   * before. Throws {@link ObjectMissing}, or {@link StorageUnavailable}.
   */
  get(key: string, part: number | ObjectRange): Promise<Buffer>;
  /** Deleting an object that does not exist succeeds. Throws {@link StorageUnavailable}. */
  delete(key: string): Promise<void>;
  /** Whether the object exists now. Throws {@link StorageUnavailable}. */
  exists(key: string): Promise<boolean>;
  /**
   * Every object whose key has this prefix, in any order, a page at a time. Throws {@link
   * StorageUnavailable}.
   */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Non-empty prefixes directly below `parent`. Throws {@link StorageUnavailable}. */
  folders(parent: string): AsyncIterable<string>;
}

/** A part of an object, in bytes. `length` is at least 1. */
export interface ObjectRange {
  offset: number;
  length: number;
}

export interface ListedObject {
  key: string;
  bytes: number;
  storedAt: Date;
}

/** The store did not respond, or not as expected. */
export class StorageUnavailable extends Error {
  constructor(operation: string, options: ErrorOptions) {
    super(`Object store: ${operation} failed`, options);
    this.name = 'StorageUnavailable';
  }
}

/** The store responds, and has no space: the next write would fail as well. */
export class StorageFull extends StorageUnavailable {
  constructor(options: ErrorOptions) {
    super('put', options);
    this.name = 'StorageFull';
  }
}

/** The store responds, and has no such object. */
export class ObjectMissing extends Error {
  constructor() {
    super('Object store: no such object');
    this.name = 'ObjectMissing';
  }
}
