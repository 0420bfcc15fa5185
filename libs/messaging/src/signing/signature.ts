import {
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';

/** Message header with the Ed25519 signature of the body, base64. */
export const SIGNATURE_HEADER = 'x-caredrop-signature';

/**
 * Signed as a prefix of the body, so that a signature made with the same key for another purpose cannot be
 * used for an event.
 */
const CONTEXT = Buffer.from('caredrop event v1\n');

const signed = (body: Uint8Array) => Buffer.concat([CONTEXT, body]);

/** Signs message bodies with a service's own key. */
export class EventSigner {
  private readonly key: KeyObject;

  constructor(privateKey: JsonWebKey) {
    this.key = createPrivateKey({ key: privateKey, format: 'jwk' });
  }

  /** The headers for a message with this body. */
  headersFor(body: Uint8Array): Record<string, string> {
    return { [SIGNATURE_HEADER]: sign(null, signed(body), this.key).toString('base64') };
  }
}

export const readPublicKey = (jwk: JsonWebKey): KeyObject => createPublicKey({ key: jwk, format: 'jwk' });

/** Whether one of the keys made this signature. */
export function isSignedBy(keys: readonly KeyObject[], body: Uint8Array, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  return keys.some((key) => verify(null, signed(body), key, bytes));
}
