import type { Config } from '../config.js';
import { keyedMarks } from '../keys/keyed-marks.js';

/** Find the day's emails to an address after the address has been removed. Case does not matter. */
export const addressMarks = (keys: Config['LINK_KEYS'], address: string): Uint8Array<ArrayBuffer>[] =>
  keyedMarks(keys, `caredrop/emailed-address/v1/${address.toLowerCase()}`);
