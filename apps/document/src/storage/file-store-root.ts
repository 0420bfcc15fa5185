import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { CannotStart } from '@caredrop/service-kit';
import { codeOf, isThere, makeFolder, syncFolder, writeDurably, type Owner } from './durable-files.js';
import { STORAGE_ROOT } from './storage-key.js';

const USABLE = constants.R_OK | constants.W_OK | constants.X_OK;

const unusable = (error: unknown): CannotStart =>
  new CannotStart(`The folder in STORE_URL cannot be used (${codeOf(error) ?? 'unknown error'})`);

const MARKER_TEXT =
  'Objects of Caredrop, format 1. Do not delete this file: without it the store is unavailable.\n';

/**
 * The folder of a file store. Its marker file distinguishes a store without objects from an empty mount
 * point. Names that begin with a dot cannot be keys.
 */
export class FileStoreRoot {
  /**
   * Folder for unfinished writes, in the same file system as the objects, so that a rename completes them.
   */
  readonly incoming: string;
  private readonly marker: string;

  readonly folder: string;

  constructor(folder: string) {
    this.folder = path.resolve(folder);
    this.incoming = path.join(this.folder, '.incoming');
    this.marker = path.join(this.folder, '.caredrop-store');
  }

  /**
   * The owner for new files: a root process gives them to the owner of the folder, so that the service can
   * read them later.
   */
  owner(): Promise<Owner> {
    return ownerOf(this.folder);
  }

  isMounted(): Promise<boolean> {
    return isThere(this.marker);
  }

  /** Whether `prepare` would turn an empty or missing folder into a store. */
  async isNew(): Promise<boolean> {
    return !(await this.isMounted()) && !(await isThere(path.join(this.folder, STORAGE_ROOT)));
  }

  /**
   * Throws `CannotStart` if `prepare` could not use the folder, or its nearest existing parent. Changes nothing, unlike
   * `prepare`.
   */
  async checkUsable(): Promise<void> {
    try {
      let folder = this.folder;
      while (!(await isThere(folder))) folder = path.dirname(folder);
      await access(folder, USABLE);
    } catch (error) {
      throw unusable(error);
    }
  }

  /** Throws `CannotStart` if the folder cannot be used, or looks like a mount point whose disk is not mounted. */
  async prepare(isFirstUse: () => Promise<boolean>): Promise<void> {
    try {
      if (!(await this.isMounted())) await this.create(isFirstUse);
      await makeFolder(this.incoming, await this.owner());
      await access(this.folder, USABLE);
    } catch (error) {
      throw error instanceof CannotStart ? error : unusable(error);
    }
  }

  /** A folder with objects but without a marker was moved or copied here, and is a store as well. */
  private async create(isFirstUse: () => Promise<boolean>): Promise<void> {
    if ((await this.isNew()) && !(await isFirstUse()))
      throw new CannotStart(
        'The folder in STORE_URL contains no objects, but documents have been stored before: mount its disk, ' +
          'or correct STORE_URL (docs/runbooks/uploads-failing.md)',
      );
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeDurably(this.marker, Buffer.from(MARKER_TEXT), await this.owner()).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error; // another replica was faster
    });
    await syncFolder(this.folder);
    await syncFolder(path.dirname(this.folder));
  }
}

async function ownerOf(folder: string): Promise<Owner> {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = await stat(folder);
  return uid === 0 ? undefined : { uid, gid };
}
