import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRing, Sealed } from '@caredrop/service-kit';
import type { Token } from '../generated/prisma/client.js';

/** The columns that hold a check; all are null once it is removed. */
export type StoredCheck = Pick<Token, 'checkKeyId' | 'checkKeySealed' | 'checkHash' | 'checkInitials'>;

const boundTo = (tokenId: string) => `patient check of ${tokenId}`;

/**
 * A new check. Each has a random key, which is sealed with LINK_KEYS: the hash reveals nothing without those
 * keys, survives their rotation, and can be copied to the link that replaces this one, although the date
 * itself is not stored.
 */
export function storeCheck(
  ring: KeyRing,
  tokenId: string,
  given: { birth_date: string; initials: string },
): StoredCheck {
  const key = randomBytes(32);
  return {
    ...sealKey(ring, key, tokenId),
    checkHash: new Uint8Array(hashOf(key, given.birth_date)),
    checkInitials: given.initials,
  };
}

/** Copies a check to another link. Null when it is no longer stored. */
export function copyCheck(
  ring: KeyRing,
  from: StoredCheck & Pick<Token, 'id'>,
  tokenId: string,
): StoredCheck | null {
  const key = openCheckKey(ring, from);
  if (!key) return null;
  const { checkHash, checkInitials } = from;
  return { ...sealKey(ring, key, tokenId), checkHash, checkInitials };
}

/** The key of a check; null when the check is no longer stored. Throws `CannotOpen`. */
export function openCheckKey(
  ring: KeyRing,
  { id, checkKeyId: keyId, checkKeySealed: bytes }: Pick<Token, 'id' | 'checkKeyId' | 'checkKeySealed'>,
): Buffer | null {
  return keyId !== null && bytes !== null ? ring.open({ keyId, bytes }, boundTo(id)) : null;
}

/** Compares in constant time. */
export function isBirthDate(key: Buffer, checkHash: Uint8Array, birthDate: string): boolean {
  return timingSafeEqual(hashOf(key, birthDate), checkHash);
}

export const rewrapCheckKey = (ring: KeyRing, sealed: Sealed, tokenId: string): Sealed =>
  ring.seal(ring.open(sealed, boundTo(tokenId)), boundTo(tokenId));

function sealKey(ring: KeyRing, key: Buffer, tokenId: string) {
  const { keyId, bytes } = ring.seal(key, boundTo(tokenId));
  return { checkKeyId: keyId, checkKeySealed: new Uint8Array(bytes) };
}

const hashOf = (key: Buffer, birthDate: string): Buffer =>
  createHmac('sha256', key).update(`caredrop/birth-date/v1/${birthDate}`).digest();
