import { proofHeaders, proofPlace, proofStorage } from '../check/patient-proof.js';
import type { OpenLink } from './request-state.js';

/** Leaves or reloads the page; tests replace it. */
export const leave = {
  /** Replaces this page in the history, so that Back does not return to a used link. */
  to: (address: string) => window.location.replace(address),
  reload: () => window.location.reload(),
};

/** Opens the page of the next link, which does not repeat a passed patient check. */
export function goOn({ token, proof }: Pick<OpenLink, 'token' | 'proof'>): void {
  const headers = proofHeaders();
  if (headers && proof)
    proofStorage.setItem(proofPlace, JSON.stringify({ ...headers, 'X-Patient-Proof': proof }));
  leave.to(`/upload?token=${encodeURIComponent(token)}`);
}
