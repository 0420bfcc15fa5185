/** Injection token for the {@link ObjectStore}. */
export const OBJECT_STORE = Symbol('object store');

/**
 * Stores ciphertext. Keys are random and reveal nothing about the content; they consist of segments of a-z, 0-9
 * and -, separated by /.
 */
export interface ObjectStore {
  /**
   * Called once, when the service or a command starts. Throws `CannotStart` when the store cannot work until an
   * operator changes something. `isFirstUse` decides whether an empty folder is a new store or the mount point of one
   * that is not mounted.
   */
  prepare(isFirstUse: () => Promise<boolean>): Promise<void>;
  /**
   * Whether the store is a folder that is empty or missing, and becomes a store only when `prepare` is called. Throws
   * {@link StorageUnavailable}, or `CannotStart` if `prepare` could not use that folder.
   */
  isNew(): Promise<boolean>;
  /**
   * Throws {@link StorageUnavailable} if the object might not have been stored, {@link StorageFull} if there is no
   * space.
   */
  put(key: string, object: Buffer): Promise<void>;
  /**
   * Reads an object of at most `part` bytes, or a range of one. A longer object is cut short; a range returns
   * fewer bytes when the object ends earlier. Throws {@link ObjectMissing}, or {@link StorageUnavailable}.
   */
  get(key: string, part: number | ObjectRange): Promise<Buffer>;
  /** Deleting an object that does not exist succeeds. Throws {@link StorageUnavailable}. */
  delete(key: string): Promise<void>;
  /** Whether the object exists now. Throws {@link StorageUnavailable}. */
  exists(key: string): Promise<boolean>;
  /**
   * Lists every object whose key has this prefix, in any order, a page at a time. Throws {@link
   * StorageUnavailable}.
   */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Non-empty prefixes directly below `parent`. Throws {@link StorageUnavailable}. */
  folders(parent: string): AsyncIterable<string>;
  /** Throws {@link StorageUnavailable} when the service's readiness probe should fail. */
  assertReady(): Promise<void>;
  /** Removes temporary files of unfinished writes that are at least `minAgeMs` old. Returns how many were removed. */
  removeLeftovers(minAgeMs: number): Promise<number>;
  onApplicationShutdown(): void;
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

/** The store did not respond, or responded unexpectedly. */
export class StorageUnavailable extends Error {
  constructor(operation: string, options: ErrorOptions) {
    super(`Object store: ${operation} failed`, options);
    this.name = 'StorageUnavailable';
  }
}

/** The store responds but has no space: the next write would fail as well. */
export class StorageFull extends StorageUnavailable {
  constructor(options: ErrorOptions) {
    super('put', options);
    this.name = 'StorageFull';
  }
}

/** The store responds but has no such object. */
export class ObjectMissing extends Error {
  constructor() {
    super('Object store: no such object');
    this.name = 'ObjectMissing';
  }
}
