import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { syncToDisk } from '@caredrop/service-kit/replace-file';

/** How s3rver, the store of earlier versions, names an object's content and what it adds beside it. */
const CONTENT = '._S3rver_object';
const ADDITIONS = ['._S3rver_object.md5', '._S3rver_metadata.json'];
const STORED = /^([^/]+)\/(documents\/[0-9a-f]{2})\/([0-9a-f]{32})\._S3rver_/;

/**
 * Moves objects that an earlier version stored below `<folder>/<bucket>` to where the document service looks for
 * them: `<folder>/<key>`. May be killed at any point and repeated. Returns the number of objects moved.
 */
export function moveS3rverObjects(folder: string, bucket: string): number {
  const buckets = bucketsIn(folder, bucket);
  if (buckets.length === 0) return 0;
  // Created even if there are no objects: the folder shows that the store was in use.
  makeFolder(path.join(folder, 'documents'));
  return buckets.map((bucket) => moveBucket(folder, bucket)).reduce((sum, moved) => sum + moved, 0);
}

/** s3rver creates its bucket's folder at start; a folder with another name is a bucket only if it holds documents. */
function bucketsIn(folder: string, bucket: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return entries
    .map(({ name }) => name)
    .filter((name) => name === bucket || existsSync(path.join(folder, name, 'documents')));
}

function moveBucket(folder: string, bucket: string): number {
  let moved = 0;
  for (const file of filesBelow(folder, bucket)) {
    const [, , shard = '', name = ''] = STORED.exec(file) ?? [];
    if (name === '' || !file.endsWith(CONTENT)) continue;
    moveObject(path.join(folder, file), path.join(folder, shard), name);
    moved += 1;
  }
  for (const file of filesBelow(folder, bucket))
    if (isAddition(folder, file)) rmSync(path.join(folder, file));
  removeEmptyFolders(path.join(folder, bucket));
  return moved;
}

/** Syncs the object before it is moved, because s3rver does not wait for the disk. */
function moveObject(from: string, toFolder: string, name: string): void {
  syncToDisk(from);
  makeFolder(toFolder);
  renameSync(from, path.join(toFolder, name));
  syncToDisk(toFolder);
}

const filesBelow = (folder: string, bucket: string): string[] =>
  readdirSync(path.join(folder, bucket), { recursive: true, encoding: 'utf8' }).map(
    (name) => `${bucket}/${name}`,
  );

/** Whether a file belonged to an object that has been moved. */
function isAddition(folder: string, file: string): boolean {
  const ending = ADDITIONS.find((one) => file.endsWith(one));
  return (
    ending !== undefined &&
    STORED.test(file) &&
    !existsSync(path.join(folder, file.slice(0, -ending.length) + CONTENT))
  );
}

/** Removes only empty folders: files that are not ours stay where they are. */
function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(path.join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  syncToDisk(path.dirname(folder));
}
