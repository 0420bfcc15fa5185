import { randomBytes } from 'node:crypto';
import type { KeyRingSettings } from './key-ring-settings.js';

/**
 * Adds a new key that is not used yet; every replica must know it before it becomes the current one.
 *
 * @param retired ids of keys under which the database rejects rows
 */
export function addKey(
  ring: KeyRingSettings,
  keyId?: string,
  retired: readonly string[] = [],
): KeyRingSettings {
  const id = keyId ?? nextKeyId([...Object.keys(ring.keys), ...retired]);
  rejectRetired(id, retired);
  if (Object.hasOwn(ring.keys, id)) throw new Error(`The key ring already has a key ${id}`);
  return { current: ring.current, keys: { ...ring.keys, [id]: randomBytes(32) } };
}

/** Makes this key the current one. Throws if it is unknown or retired. */
export function useKey(
  ring: KeyRingSettings,
  keyId: string,
  retired: readonly string[] = [],
): KeyRingSettings {
  requireKnown(ring, keyId);
  rejectRetired(keyId, retired);
  return { current: keyId, keys: ring.keys };
}

/** Removes a key permanently. Throws if it is the current one or unknown. */
export function removeKey(ring: KeyRingSettings, keyId: string): KeyRingSettings {
  requireKnown(ring, keyId);
  if (keyId === ring.current)
    throw new Error(`Key ${keyId} is the current key: make another key current first`);
  const keys = new Map(Object.entries(ring.keys));
  keys.delete(keyId);
  return { current: ring.current, keys: Object.fromEntries(keys) };
}

/** Writes the ring in the format of the setting. */
export function writeKeyRing({ current, keys }: KeyRingSettings): string {
  const texts: Record<string, string> = {};
  for (const [id, key] of Object.entries(keys)) texts[id] = key.toString('base64');
  return JSON.stringify({ current, keys: texts });
}

/** The next id in the series k1, k2, …: one more than the highest number that is or was in use. */
function nextKeyId(keyIds: string[]): string {
  const numbers = keyIds.map((id) => Number(/^k(\d+)$/.exec(id)?.[1] ?? 0));
  return `k${Math.max(0, ...numbers) + 1}`;
}

function requireKnown(ring: KeyRingSettings, keyId: string): void {
  if (!Object.hasOwn(ring.keys, keyId))
    throw new Error(`The key ring has no key ${keyId}; it has ${Object.keys(ring.keys).join(', ')}`);
}

function rejectRetired(keyId: string, retired: readonly string[]): void {
  if (retired.includes(keyId))
    throw new Error(`Key ${keyId} is retired: the database rejects rows that are sealed under it`);
}
