import { limits } from '@caredrop/contracts';
import { CIPHER_OVERHEAD } from './document-cipher.js';

/** Bytes for the comment, part headers and boundaries beside the file. */
const ENVELOPE_BYTES = 64 * 1024;
export const BODY_BYTES = limits.uploadBytes + ENVELOPE_BYTES;
/** Size of a whole body, and of the tag that follows a file that is encrypted in place. */
export const BUFFER_BYTES = BODY_BYTES + CIPHER_OVERHEAD;
