import { rm } from 'node:fs/promises';
import type S3rver from 's3rver';

const parts = ['object', 'object.md5', 'metadata.json'] as const;

/**
 * Makes s3rver keep the folder of a deleted object, as S3 has no folders. By itself, s3rver removes an empty one: if
 * another object is being stored in it at that moment, the error ends the process.
 */
export function keepFolders({ store }: S3rver): void {
  store.deleteObject = async (bucket, key) => {
    await Promise.all(parts.map((part) => rm(store.getResourcePath(bucket, key, part), { force: true })));
  };
}
