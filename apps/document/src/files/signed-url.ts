import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

/** What a `file_url` permits: this session may read this document until `expiresAt`. */
export interface SignedUrl {
  documentId: string;
  sessionId: string;
  expiresAt: Date;
}

/** The signing keys; see service-kit's KeyRing. */
export interface SigningKeys {
  currentKeyId: string;
  secret(keyId: string): KeyObject | undefined;
}

const LENGTH = 16 + 16 + 4;
/** 128 bits of the HMAC: infeasible to guess, and the URL stays short. */
const SIGNATURE = 16;
const PURPOSE = 'caredrop/file-url/v1';

/**
 * Encodes `<key id>.<document, session, expiry in seconds>.<HMAC-SHA256, truncated>`, base64url each. The
 * same input gives the same text, so that a preview whose expiry is rounded does not reload.
 */
export function signFileUrl(signedUrl: SignedUrl, keys: SigningKeys): string {
  const key = keys.secret(keys.currentKeyId);
  if (!key) throw new Error('The current key is not in the key ring');
  const head = `${Buffer.from(keys.currentKeyId).toString('base64url')}.${pack(signedUrl).toString('base64url')}`;
  return `${head}.${sign(head, key).toString('base64url')}`;
}

/** The signed URL in `text`; null when we did not sign it or it has expired at `now`. */
export function verifyFileUrl(text: string, keys: SigningKeys, now: Date): SignedUrl | null {
  const [keyId, body, signature, ...rest] = text.split('.');
  if (!keyId || !body || !signature || rest.length > 0) return null;
  const key = keys.secret(Buffer.from(keyId, 'base64url').toString());
  if (!key || !sameBytes(sign(`${keyId}.${body}`, key), Buffer.from(signature, 'base64url'))) return null;
  const signedUrl = unpack(Buffer.from(body, 'base64url'));
  return signedUrl && signedUrl.expiresAt > now ? signedUrl : null;
}

/**
 * Expires `lifetimeMs` after the last whole step: between `lifetimeMs - stepMs` and `lifetimeMs` from now. A step is at
 * most a third of the lifetime, so that at least two thirds are left.
 */
export function roundedExpiry(now: Date, lifetimeMs: number, stepMs: number): Date {
  const step = Math.min(stepMs, lifetimeMs / 3);
  return new Date(Math.floor(now.getTime() / step) * step + lifetimeMs);
}

function sign(text: string, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(`${PURPOSE}:${text}`).digest().subarray(0, SIGNATURE);
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

function pack({ documentId, sessionId, expiresAt }: SignedUrl): Buffer {
  const time = Buffer.alloc(4);
  time.writeUInt32BE(Math.floor(expiresAt.getTime() / 1000));
  return Buffer.concat([uuidBytes(documentId), uuidBytes(sessionId), time]);
}

function unpack(bytes: Buffer): SignedUrl | null {
  if (bytes.length !== LENGTH) return null;
  return {
    documentId: uuidText(bytes.subarray(0, 16)),
    sessionId: uuidText(bytes.subarray(16, 32)),
    expiresAt: new Date(bytes.readUInt32BE(32) * 1000),
  };
}

const uuidBytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidText = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
