import { usableStorage } from '../storage.js';

export const proofPlace = 'caredrop.check';
/** One storage for the page's life, because the one in memory forgets. */
export const proofStorage = usableStorage('sessionStorage');

/**
 * The headers that prove that the date of birth was given in this tab; null when it was not. They are of no use with
 * another link.
 */
export const proofHeaders = () =>
  JSON.parse(proofStorage.getItem(proofPlace) ?? 'null') as Record<string, string> | null;
