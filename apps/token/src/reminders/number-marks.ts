import type { Config } from '../config.js';
import { keyedMarks } from '../keys/keyed-marks.js';

/**
 * Keyed hashes of a phone number, the one with the current key first. They find the last day's reminders to a number
 * after the number itself has been removed. Hashes with older keys find rows written before a rotation.
 */
export const numberMarks = (keys: Config['LINK_KEYS'], phoneNumber: string): Uint8Array<ArrayBuffer>[] =>
  keyedMarks(keys, `caredrop/reminded-number/v1/${phoneNumber}`);
