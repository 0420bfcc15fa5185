import type { Config } from '../config.js';
import { keyedMarks } from '../keys/keyed-marks.js';

/**
 * Keyed hashes by which the day's emails to an address are found after the address itself has been removed. Ignores
 * case.
 */
export const addressMarks = (keys: Config['LINK_KEYS'], address: string): Uint8Array<ArrayBuffer>[] =>
  keyedMarks(keys, `caredrop/emailed-address/v1/${address.toLowerCase()}`);
