import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../files/replace-file.js';
import { addKey, removeKey, useKey, writeKeyRing } from './edit-key-ring.js';
import { KeyRingFile } from './key-ring-file.js';
import type { KeyRingSettings } from './key-ring-settings.js';

/** A step of a rotation (docs/key-rotation.md). */
export type RingChange = { verb: 'add'; keyId?: string } | { verb: 'use' | 'remove'; keyId: string };

/**
 * Changes the ring where it is stored. A file is replaced atomically and keeps its permissions; running services read it
 * within a second. A ring in a variable or in a mounted Secret cannot be written from here: the new value is returned,
 * and the operator stores it there.
 *
 * @param retired ids of keys under which the database rejects rows
 */
export async function changeKeyRing(
  name: string,
  setting: KeyRingSettings | KeyRingFile,
  change: RingChange,
  retired: readonly string[] = [],
  mayWrite: (path: string) => Promise<boolean> = isWritable,
): Promise<string> {
  const before = readSetting(setting);
  const after = apply(before, change, retired);
  const told = describe(name, before, after);
  if (!(setting instanceof KeyRingFile))
    return `${told}\nPut this into ${name} of every replica, and restart the replicas one after the other:\n${writeKeyRing(after)}`;
  if (!(await mayWrite(setting.path)))
    return `${told}\nPut this into ${name} of the Secret that is mounted here; running services pick it up:\n${writeKeyRing(after)}`;
  const { mode } = await stat(setting.path);
  replaceFile(setting.path, `${writeKeyRing(after)}\n`, mode & 0o777);
  return told;
}

/** The ring as it is stored now. */
export const readSetting = (setting: KeyRingSettings | KeyRingFile): KeyRingSettings =>
  setting instanceof KeyRingFile ? setting.readAgain() : setting;

function apply(ring: KeyRingSettings, change: RingChange, retired: readonly string[]): KeyRingSettings {
  if (change.verb === 'add') return addKey(ring, change.keyId, retired);
  return change.verb === 'use' ? useKey(ring, change.keyId, retired) : removeKey(ring, change.keyId);
}

function describe(name: string, before: KeyRingSettings, after: KeyRingSettings): string {
  const added = Object.keys(after.keys).filter((id) => !Object.hasOwn(before.keys, id));
  const removed = Object.keys(before.keys).filter((id) => !Object.hasOwn(after.keys, id));
  if (added.length > 0)
    return `${name}: key ${added.join()} is there; ${after.current} is still the current one`;
  if (removed.length > 0) return `${name}: key ${removed.join()} is gone`;
  return `${name}: ${after.current} is the current key`;
}

/** Kubernetes mounts Secrets read-only. */
function isWritable(path: string): Promise<boolean> {
  return access(dirname(path), constants.W_OK).then(
    () => true,
    () => false,
  );
}
