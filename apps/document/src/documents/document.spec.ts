import type { Person } from '@caredrop/contracts';
import { startOfRange, toDocument } from './document.js';

describe('startOfRange', () => {
  const now = new Date('2026-11-21T00:30:00.000Z');

  it.each([
    ['today', '2026-11-21T00:00:00.000Z'],
    ['week', '2026-11-14T00:30:00.000Z'],
    ['month', '2026-10-22T00:30:00.000Z'],
    ['year', '2025-11-21T00:30:00.000Z'],
  ] as const)('the date range %s begins at %s', (range, start) => {
    expect(startOfRange(range, now).toISOString()).toBe(start);
  });
});

describe('toDocument', () => {
  const time = new Date('2026-11-21T10:00:00.123Z');
  const row = {
    id: 'd',
    tokenId: 't',
    ownerId: 'o',
    teamId: null,
    ownerFirstName: 'Ana',
    ownerLastName: 'Silva',
    patientRefId: 'P-1',
    link: 'abc',
    tokenCreatedAt: time,
    tokenExpiresAt: time,
    fileName: 'a.pdf',
    fileType: 'application/pdf',
    fileSize: 3,
    comment: null,
    state: 'ready' as const,
    createdAt: time,
    reviewState: 'new' as const,
    reviewedAt: null,
    reviewedBy: null,
    reviewerFirstName: null,
    reviewerLastName: null,
    askedAgainAt: null,
    askedAgainBy: null,
    requestId: null,
    requestItem: null,
  };
  const shown = (change: Partial<Parameters<typeof toDocument>[1]> = {}) => ({
    names: new Map<string, Person>(),
    fileUrl: null,
    seen: false,
    readerId: null,
    ...change,
  });
  const reviewed = {
    ...row,
    reviewState: 'reviewed' as const,
    reviewedAt: time,
    reviewedBy: 'r',
    reviewerFirstName: 'Ben',
    reviewerLastName: 'Okafor',
  };

  it('a review shows the reviewer’s current name, or the name at the time of the review when auth returns none', () => {
    const at = '2026-11-21T10:00:00.123Z';
    const named = shown({ names: new Map([['r', { firstName: 'Bernard', lastName: 'Okafor' }]]) });
    expect(toDocument(reviewed, named).review).toEqual({
      state: 'reviewed',
      by: { firstName: 'Bernard', lastName: 'Okafor' },
      at,
    });
    expect(toDocument(reviewed, shown()).review.by).toEqual({ firstName: 'Ben', lastName: 'Okafor' });
  });

  it('a document shows the current name of its clinician, or the name at upload when auth returns none', () => {
    expect(
      toDocument(row, shown({ names: new Map([['o', { firstName: 'Anna', lastName: 'Li' }]]) })).user,
    ).toEqual({
      firstName: 'Anna',
      lastName: 'Li',
    });
    expect(toDocument(row, shown()).user).toEqual({ firstName: 'Ana', lastName: 'Silva' });
  });

  it('a document has a file URL only when it is ready to be read', () => {
    expect(toDocument(row, shown({ fileUrl: 'https://x/y' })).file_url).toBe('https://x/y');
    for (const state of ['checking', 'lost'] as const)
      expect(toDocument({ ...row, state }, shown({ fileUrl: 'https://x/y' })).file_url).toBeNull();
  });

  it('a document is returned with millisecond timestamps and the link status used', () => {
    expect(toDocument(row, shown())).toMatchObject({
      created_at: '2026-11-21T10:00:00.123Z',
      tokens: { token: 'abc', status: 'used', created_at: '2026-11-21T10:00:00.123Z' },
    });
  });
});
