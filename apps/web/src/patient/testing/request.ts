import type { LinkRequest } from '@caredrop/contracts';

/** What the clinic calls a document, in its default language. */
export const inEnglish = (text: string) => [{ language: 'en', direction: 'ltr' as const, text }];

const receivedAt = '2026-11-20T10:00:00.000Z';
type Item = LinkRequest['items'][number];
const item = (text: string, state: Item['state'], optional = false): Item => ({
  label: inEnglish(text),
  optional,
  state,
  receivedAt: state === 'received' ? receivedAt : null,
});

const [card, letter, photo] = ['Insurance card', 'Referral letter', 'Photo of the rash'];

/** Responses of POST /links/request for a request for three documents. */
export const requests = {
  firstSent: {
    items: [item(card, 'received'), item(letter, 'open'), item(photo, 'waiting', true)],
    open: { token: 'next-token', position: 2, count: 3 },
  },
  allSent: { items: [item(card, 'received'), item(letter, 'received'), item(photo, 'received')], open: null },
  lastSkipped: {
    items: [item(card, 'received'), item(letter, 'received'), item(photo, 'skipped', true)],
    open: null,
  },
  ended: { items: [item(card, 'received'), item(letter, 'open'), item(photo, 'waiting')], open: null },
  unproven: { items: [], open: { token: 'next-token', position: 2, count: 3 } },
  none: { items: [], open: null },
} satisfies Record<string, LinkRequest>;
