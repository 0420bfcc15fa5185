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
  };

  it('a document shows the current name of its clinician, or the name at upload when auth gives none', () => {
    expect(toDocument(row, { firstName: 'Anna', lastName: 'Li' }, null).user).toEqual({
      firstName: 'Anna',
      lastName: 'Li',
    });
    expect(toDocument(row, undefined, null).user).toEqual({ firstName: 'Ana', lastName: 'Silva' });
  });

  it('a document has a file URL only when it is ready to be read', () => {
    expect(toDocument(row, undefined, 'https://x/y').file_url).toBe('https://x/y');
    expect(toDocument({ ...row, state: 'checking' }, undefined, 'https://x/y').file_url).toBeNull();
  });

  it('a document is returned with millisecond timestamps and the link status used', () => {
    expect(toDocument(row, undefined, null)).toMatchObject({
      created_at: '2026-11-21T10:00:00.123Z',
      tokens: { token: 'abc', status: 'used', created_at: '2026-11-21T10:00:00.123Z' },
    });
  });
});
