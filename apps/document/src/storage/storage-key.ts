import { randomBytes } from 'node:crypto';

/** The form of our objects' keys, `documents/<2 hex>/<32 hex>`; anything else in the bucket is not a document. */
const form = /^documents\/([0-9a-f]{2})\/\1[0-9a-f]{30}$/;

/**
 * The parent of our object folders. They are read one by one, so that memory holds only a small part of a
 * large bucket.
 */
export const STORAGE_ROOT = 'documents/';

/** Random, so it reveals nothing about the content. */
export function newStorageKey(): string {
  const key = randomBytes(16).toString('hex');
  return `${STORAGE_ROOT}${key.slice(0, 2)}/${key}`;
}

export const isStorageKey = (text: string): boolean => form.test(text);

export const isStorageFolder = (text: string): boolean => /^documents\/[0-9a-f]{2}\/$/.test(text);
