import type { LinkRequest } from '@caredrop/contracts';

/** The clinic's name for a document, in its default language. */
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

/** The data of responses to POST /api/links/request, for a request for three documents. */
export const requests = {
  firstSent: {
    items: [item(card, 'received'), item(letter, 'open'), item(photo, 'waiting', true)],
    left: 2,
    open: { token: 'next-token', position: 2, count: 3 },
  },
  allSent: {
    items: [item(card, 'received'), item(letter, 'received'), item(photo, 'received')],
    left: 0,
    open: null,
  },
  lastSkipped: {
    items: [item(card, 'received'), item(letter, 'received'), item(photo, 'skipped', true)],
    left: 0,
    open: null,
  },
  ended: {
    items: [item(card, 'received'), item(letter, 'open'), item(photo, 'waiting')],
    left: 2,
    open: null,
  },
  unproven: { items: [], left: 2, open: { token: 'next-token', position: 2, count: 3 } },
  /** The clinic has made another link for the rest. */
  elsewhere: { items: [], left: 2, open: null },
  none: { items: [], left: 0, open: null },
} satisfies Record<string, LinkRequest>;
