import { randomUUID } from 'node:crypto';
import type { AuditResponse } from '@caredrop/contracts';
import { people } from '@caredrop/testing';
import { aRecord } from './support/an-entry.js';
import { AuditApp } from './support/audit-app.js';

const [tokenId, documentId, deletedId, otherId] = [1, 2, 3, 4].map(() => randomUUID()) as [
  string,
  string,
  string,
  string,
];
const patient = { kind: 'patient' as const, id: null, role: null };
const day = (date: number) => `2026-11-0${String(date)}T08:00:00.000Z`;
const found = (ids: string[], more = false) => ({ ids, more });
let app: AuditApp;

beforeAll(async () => {
  app = await AuditApp.start();
  const about = (kind: 'token' | 'document' | 'user', id: string) => ({ subject: { kind, id }, related: [] });
  const records = [
    aRecord({ at: day(1), ...about('token', tokenId) }),
    aRecord({ at: day(2), action: 'document.upload', actor: patient, ...about('document', documentId) }),
    aRecord({ at: day(3), action: 'document.delete', ...about('document', deletedId) }),
    aRecord({
      at: day(4),
      action: 'document.delete_bulk',
      subject: null,
      related: [{ kind: 'document', id: deletedId }],
    }),
    aRecord({ at: day(5), action: 'user.disable', ...about('user', people.dora.id) }),
    aRecord({ at: day(6), actor: patient, ...about('token', otherId) }),
  ];
  for (const record of records) await app.chained(record);
});
afterAll(async () => app.stop());
beforeEach(() => {
  Object.assign(app.peers.responses, {
    '/internal/tokens/names': { tokens: [{ id: tokenId, reference: 'PT-20418' }] },
    '/internal/documents/names': {
      documents: [
        { id: documentId, reference: 'PT-20418', fileName: 'letter.pdf' },
        { id: deletedId, reference: 'PT-20418', fileName: null },
      ],
    },
    '/internal/tokens/search': found([tokenId]),
    '/internal/users/search': found([]),
    '/internal/documents/of-tokens': { documentIds: [documentId, deletedId] },
  });
});

async function list(query = ''): Promise<AuditResponse> {
  const response = await app.call('GET', `/admin/audit${query}`);
  expect(response.statusCode).toBe(200);
  return response.json<{ data: AuditResponse }>().data;
}
const days = ({ entries }: AuditResponse) => entries.map(({ at }) => Number(at.slice(8, 10)));

describe('names in the audit', () => {
  it('the links and documents of entries are named, deleted documents by their reference', async () => {
    expect((await list()).subjects).toEqual({
      [tokenId]: { reference: 'PT-20418', fileName: null },
      [documentId]: { reference: 'PT-20418', fileName: 'letter.pdf' },
      [deletedId]: { reference: 'PT-20418', fileName: null },
    });
  });

  it('entries are listed without the names that an unavailable service would have supplied', async () => {
    delete app.peers.responses['/internal/documents/names'];
    const response = await list();
    expect(response.entries).toHaveLength(6);
    expect(response.subjects).toEqual({ [tokenId]: { reference: 'PT-20418', fileName: null } });
  });
});

describe('the search of the audit', () => {
  it('a search for a reference finds entries about its link and documents, including deleted ones and bulk actions', async () => {
    const response = await list('?search=20418');
    expect(days(response)).toEqual([4, 3, 2, 1]);
    expect(response.searchCut).toBe(false);
  });

  it('a search for a name finds what a person did and what was done to their account', async () => {
    Object.assign(app.peers.responses, {
      '/internal/tokens/search': found([]),
      '/internal/users/search': found([people.dora.id]),
    });
    expect(days(await list('?search=Dora'))).toEqual([5]);
    Object.assign(app.peers.responses, { '/internal/users/search': found([people.ana.id]) });
    expect(days(await list('?search=Ana'))).toEqual([5, 4, 3, 1]);
  });

  it('a search can be combined with other filters', async () => {
    expect(days(await list('?search=20418&action=document.delete'))).toEqual([3]);
  });

  it('a search that matches nothing returns no entries', async () => {
    Object.assign(app.peers.responses, { '/internal/tokens/search': found([]) });
    expect(days(await list('?search=nothing'))).toEqual([]);
  });

  it('a search with too many matches says so, and cannot be exported', async () => {
    Object.assign(app.peers.responses, { '/internal/tokens/search': found([tokenId], true) });
    expect((await list('?search=PT')).searchCut).toBe(true);
    const file = await app.call('GET', '/admin/audit/export?format=json&search=PT');
    expect([file.statusCode, file.json<{ code: string }>().code]).toEqual([400, 'audit_search_wide']);
  });

  it('a search fails instead of returning nothing while a service does not respond', async () => {
    delete app.peers.responses['/internal/tokens/search'];
    expect((await app.call('GET', '/admin/audit?search=20418')).statusCode).toBe(503);
  });

  it('an export of a search contains only its matches and is not marked as contiguous', async () => {
    const file = await app.call('GET', '/admin/audit/export?format=json&search=20418');
    const exported = file.json<{ contiguous: boolean; entries: { at: string }[] }>();
    expect(exported.contiguous).toBe(false);
    expect(exported.entries.map(({ at }) => Number(at.slice(8, 10)))).toEqual([1, 2, 3, 4]);
  });
});

describe('names of teams in the audit', () => {
  it('teams are named both as subjects of entries and as recipients of links', async () => {
    const [made, receiving] = [randomUUID(), randomUUID()];
    const at = '2026-10-01T08:00:00.000Z';
    await app.chained(
      aRecord({ at, action: 'team.created', subject: { kind: 'team', id: made }, related: [] }),
    );
    await app.chained(
      aRecord({
        at,
        action: 'user.hand_over_links',
        subject: { kind: 'user', id: randomUUID() },
        related: [{ kind: 'team', id: receiving }],
      }),
    );
    app.peers.responses['/internal/teams/names'] = {
      teams: [
        { id: made, name: 'Cardiology' },
        { id: receiving, name: 'Allergy' },
      ],
    };
    expect((await list()).teams).toEqual({ [made]: 'Cardiology', [receiving]: 'Allergy' });
    delete app.peers.responses['/internal/teams/names'];
    expect((await list()).teams).toEqual({});
  });
});
