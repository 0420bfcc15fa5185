import { hash, randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 43;
const PREFIX = 8;
const form = /^[A-Za-z0-9]{43}$/;

/**
 * A link's value: 43 letters and digits, 256 random bits. Contains no character that would make a phone cut off the
 * link.
 */
export function makeTokenValue(): string {
  let value = '';
  while (value.length < LENGTH) {
    // Bytes from 248 up are dropped, since they would favour the first letters of the alphabet.
    for (const byte of randomBytes(LENGTH))
      if (byte < 248 && value.length < LENGTH) value += ALPHABET[byte % 62];
  }
  return value;
}

/** The hash by which a link is found. Only this, the first characters and a sealed copy are stored. */
export const hashTokenValue = (value: string): Buffer => hash('sha256', value, 'buffer');

/** The part that is stored in plain text and searched; the other 35 characters (208 bits) are stored only sealed. */
export const tokenPrefix = (value: string): string => value.slice(0, PREFIX);

export const isTokenValue = (text: string): boolean => form.test(text);

/** The link a patient opens. */
export const linkFor = (origin: string, value: string): string => `${origin}/upload?token=${value}`;

/** Matches a link with this value, on any origin, without its scheme or origin, or reduced to the value. */
export const anyLinkWith = (value: string): RegExp =>
  new RegExp(`(?:(?:(?:https?://)?[\\w.-]+(?::\\d+)?)?/upload\\?token=)?${value}`, 'g');

/** Parsed search input: a whole link or value, or part of one. */
export type TokenSearch = { hash: Buffer } | { prefix: string | null; text: string };

/** Parses a pasted link, a whole value, the visible start of one, or a patient reference. */
export function readSearch(text: string): TokenSearch {
  const value = /[?&]token=([A-Za-z0-9]+)/.exec(text)?.[1] ?? text;
  if (isTokenValue(value)) return { hash: hashTokenValue(value) };
  const prefix = /^[A-Za-z0-9]{1,42}$/.test(value) ? tokenPrefix(value) : null;
  return { prefix, text };
}
