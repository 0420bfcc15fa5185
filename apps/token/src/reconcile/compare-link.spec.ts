import type { LedgerRow } from '@caredrop/contracts/internal';
import { belongsElsewhere, compareLink, isBehindDocument, type LinkState } from './compare-link.js';

const documentId = '11111111-1111-4111-8111-111111111111';
const reviewedAt = '2026-11-22T09:00:00.000Z';
const link = (change: Partial<LinkState> = {}): LinkState => ({
  status: 'used',
  documentId,
  documentState: 'present',
  documentVersion: 1,
  reviewedAt: null,
  reviewVersion: 0,
  ...change,
});
const entry = (change: Partial<LedgerRow> = {}): LedgerRow => ({
  tokenId: '22222222-2222-4222-8222-222222222222',
  claimId: '33333333-3333-4333-8333-333333333333',
  documentId,
  receivedAt: '2026-11-21T10:00:00.000Z',
  document: 'present',
  version: 1,
  ...change,
});

it.each([
  [
    'an open link and no entry',
    link({ status: 'active', documentId: null, documentState: null }),
    undefined,
    'none',
  ],
  [
    'a confirmed link, which will be settled anyway',
    link({ status: 'active', documentState: null }),
    undefined,
    'none',
  ],
  ['a used link with its document', link(), entry(), 'none'],
  ['a document that has since been released', link(), entry({ version: 2 }), 'none'],
  [
    'a deleted document',
    link({ documentState: 'deleted' }),
    entry({ document: 'deleted', version: 0 }),
    'none',
  ],
  [
    'a deleted document that is missing from an older ledger',
    link({ documentState: 'deleted' }),
    undefined,
    'none',
  ],
  ['a document that is already marked as lost', link({ documentState: 'lost' }), undefined, 'none'],
  [
    'an open link with an entry',
    link({ status: 'active', documentId: null, documentState: null }),
    entry(),
    'used',
  ],
  ['an expired link with an entry', link({ status: 'expired' }), entry(), 'used'],
  ['a revoked link with an entry', link({ status: 'revoked' }), entry(), 'used'],
  ['a used link with another document', link({ documentId: entry().tokenId }), entry(), 'used'],
  ['a used link without an entry', link(), undefined, 'lost'],
  ['a used link without an entry or a document state', link({ documentState: null }), undefined, 'lost'],
  ['a deletion that the link has not recorded', link(), entry({ document: 'deleted', version: 0 }), 'state'],
  [
    'a rejection that the link has not recorded',
    link(),
    entry({ document: 'rejected', version: 2 }),
    'state',
  ],
  ['a loss that the link has not recorded', link(), entry({ document: 'lost', version: 2 }), 'state'],
  [
    'a loss that the link has recorded',
    link({ documentState: 'lost', documentVersion: 2 }),
    entry({ document: 'lost', version: 2 }),
    'none',
  ],
  [
    'a lost document with a version earlier than the link’s',
    link({ documentState: 'lost', documentVersion: 4 }),
    entry({ document: 'lost', version: 2 }),
    'state',
  ],
  [
    'a deleted document whose row exists again without its object',
    link({ documentState: 'deleted' }),
    entry({ document: 'lost' }),
    'returned',
  ],
  ['a lost document that exists again', link({ documentState: 'lost' }), entry(), 'state'],
  ['a review that the link has not recorded', link(), entry({ version: 2, reviewedAt }), 'state'],
  [
    'a review that was undone',
    link({ reviewedAt: new Date(reviewedAt) }),
    entry({ reviewedAt: null }),
    'state',
  ],
  ['a review version later than the ledger’s', link({ reviewVersion: 4 }), entry(), 'state'],
  ['a reviewed document', link({ reviewedAt: new Date(reviewedAt) }), entry({ reviewedAt }), 'none'],
  [
    'a reviewed document of a service that does not report reviews',
    link({ reviewedAt: new Date(reviewedAt) }),
    entry(),
    'none',
  ],
  [
    'a reviewed document that is deleted',
    link({ documentState: 'deleted', reviewedAt: new Date(reviewedAt) }),
    entry({ document: 'deleted', version: 0, reviewedAt: null }),
    'none',
  ],
  ['a document version later than the ledger’s', link({ documentVersion: 4 }), entry(), 'state'],
  ['a deleted document that exists again', link({ documentState: 'deleted' }), entry(), 'returned'],
] as const)('compareLink returns the expected difference for %s', (_what, state, row, expected) => {
  expect(compareLink(state, row)).toBe(expected);
});

it.each([
  ['a later version than the link’s', {}, { ownerVersion: 4 }, true],
  ['the version of the link', {}, { ownerVersion: 3 }, false],
  [
    'a later version, with a link that is not marked as used yet',
    { status: 'active' },
    { ownerVersion: 4 },
    false,
  ],
  ['no version, from an earlier version of the document service', {}, {}, false],
  ['a link that was assigned before documents had versions', {}, { ownerVersion: null }, false],
])('isBehindDocument returns the expected result for %s', (_what, state, stored, expected) => {
  expect(isBehindDocument({ ...link(state), version: 3 }, entry(stored))).toBe(expected);
});

it.each([
  ['the same owner and team', { ownerId: 'a', teamId: 't' }, false],
  ['another owner', { ownerId: 'b', teamId: 't' }, true],
  ['another team', { ownerId: 'a', teamId: 'u' }, true],
  ['no team', { ownerId: 'a', teamId: null }, true],
  ['a service that does not report owners', {}, false],
])('belongsElsewhere returns the expected result for %s', (_what, stored, expected) => {
  expect(belongsElsewhere({ ownerId: 'a', teamId: 't' }, entry(stored))).toBe(expected);
});
