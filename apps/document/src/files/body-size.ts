import { limits } from '@caredrop/contracts';
import { objectSize } from './segments.js';

/** Bytes for the comment, part headers and boundaries beside the file. */
const ENVELOPE_BYTES = 64 * 1024;
export const BODY_BYTES = limits.uploadBytes + ENVELOPE_BYTES;
/** Size of a whole body, and the tags of a file that is encrypted in place. */
export const BUFFER_BYTES = objectSize(BODY_BYTES);
