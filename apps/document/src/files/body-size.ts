import { limits } from '@caredrop/contracts';
import { objectSize } from './segments.js';

/** Bytes allowed for the comment, part headers and boundaries in addition to the file. */
const ENVELOPE_BYTES = 64 * 1024;
export const BODY_BYTES = limits.uploadBytes + ENVELOPE_BYTES;
/** Size of a whole body plus the header and tags that encryption in place adds. */
export const BUFFER_BYTES = objectSize(BODY_BYTES);
