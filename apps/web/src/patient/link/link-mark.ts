import { fingerprint } from '../sending/fingerprint.js';

/** Identifies a link in the browser's storage. The link cannot be recovered from it. */
export const linkMark = (token: string): string => fingerprint(new TextEncoder().encode(token));
