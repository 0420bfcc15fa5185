import { usableStorage } from '../storage.js';

export const proofPlace = 'caredrop.check';
/** Created once: where storage is denied, a second call would return an empty one. */
export const proofStorage = usableStorage('sessionStorage');

/**
 * The headers that prove that the date of birth was entered in this tab; null when it was not. They do not work
 * with another link.
 */
export const proofHeaders = () =>
  JSON.parse(proofStorage.getItem(proofPlace) ?? 'null') as Record<string, string> | null;
