import type { Config } from '../config.js';
import { keyedMarks } from '../keys/keyed-marks.js';

/**
 * Keyed hashes of an address, ignoring case. They find the day's emails to it after the address itself has been
 * removed.
 */
export const addressMarks = (keys: Config['LINK_KEYS'], address: string): Uint8Array<ArrayBuffer>[] =>
  keyedMarks(keys, `caredrop/emailed-address/v1/${address.toLowerCase()}`);
