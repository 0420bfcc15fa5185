import { randomUUID } from 'node:crypto';
import type { Token } from '@caredrop/contracts';
import { upload, type TokenApp } from './token-app.js';

/** A test's link, with the claim that its states refer to and the upload that confirmed it. */
export interface MadeLink extends Token {
  claimId: string;
  sent: ReturnType<typeof upload>;
}

/**
 * A link in named states, which are applied in the order in which they are called: `await
 * aLink(app).claimed().leaseEnded().make()`. Throws when a state cannot be reached.
 */
export function aLink(app: TokenApp) {
  const states: ((link: MadeLink) => Promise<unknown>)[] = [];
  const builder = {
    claimed: (idempotencyHash: string | null = null) =>
      add(async (link) => {
        const { outcome } = await app.claim(link.token, link.claimId, idempotencyHash);
        if (outcome !== 'claimed') throw new Error(`claiming the link returned ${outcome}`);
      }),
    confirmed: () =>
      add(async (link) => {
        const outcome = await app.step(link.claimId, 'confirm', link.sent);
        if (outcome !== 'confirmed') throw new Error(`confirming the claim returned ${outcome}`);
      }),
    used: () =>
      add(async (link) => {
        if (!(await app.complete(link.claimId, link.sent))) throw new Error('the link is not used');
      }),
    /** The lease of its claim has ended. */
    leaseEnded: () => add((link) => app.age(link.id, 'lease_until')),
    /** The claim has lasted longer than allowed. */
    claimTooOld: () => add((link) => app.age(link.id, 'claim_started_at', 901)),
    /** The claim was confirmed a minute ago and should be settled. */
    overdue: () => add((link) => app.age(link.id, 'confirmed_at', 60)),
    expired: () => add((link) => app.age(link.id, 'expires_at')),
    async make(): Promise<MadeLink> {
      const link = { ...(await app.create()), claimId: randomUUID(), sent: upload() };
      for (const state of states) await state(link);
      return link;
    },
  };
  const add = (state: (link: MadeLink) => Promise<unknown>): typeof builder => {
    states.push(state);
    return builder;
  };
  return builder;
}
