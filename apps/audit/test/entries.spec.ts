import { randomUUID } from 'node:crypto';
import type { AuditResponse } from '@caredrop/contracts';
import { people, eventually } from '@caredrop/testing';
import { readExport } from '../src/verification/read-export.js';
import { verifyExport } from '../src/verification/verify-export.js';
import { aRecord } from './support/an-entry.js';
import { ana, AuditApp, dora as administrator } from './support/audit-app.js';
import { whileFull } from './support/while-full.js';

const documentId = randomUUID();
const tokenId = randomUUID();
const dora = { kind: 'user' as const, id: people.dora.id, role: 'admin' as const };
let app: AuditApp;

beforeAll(async () => {
  app = await AuditApp.start();
  const records = [
    aRecord({ at: '2026-11-01T08:00:00.000Z', subject: { kind: 'token', id: tokenId } }),
    aRecord({ at: '2026-11-02T23:59:59.999Z', action: 'session.sign_in', actor: dora, subject: null }),
    aRecord({ at: '2026-11-03T00:00:00.000Z', outcome: 'refused', reason: 'conflict' }),
    aRecord({
      at: '2026-11-04T08:00:00.000Z',
      action: 'document.download_zip',
      actor: dora,
      subject: null,
      related: [
        { kind: 'document', id: documentId },
        { kind: 'document', id: randomUUID() },
      ],
      requestId: 'request-of-the-zip',
    }),
    aRecord({
      at: '2026-11-05T08:00:00.000Z',
      action: 'document.upload',
      actor: { kind: 'patient', id: null, role: null },
    }),
  ];
  for (const record of records) await app.chained(record); // One at a time, since the broker does not guarantee an order.
});
afterAll(async () => app.stop());

async function list(query = ''): Promise<AuditResponse> {
  const response = await app.call('GET', `/admin/audit${query}`);
  expect(response.statusCode).toBe(200);
  return response.json<{ data: AuditResponse }>().data;
}

/** Runs `work` while no audit record can be stored. */
const withoutRecords = <T>(work: () => Promise<T>): Promise<T> =>
  whileFull(app.ownerUrl, { table: 'outbox', accepted: `type <> 'audit.recorded'` }, work);
const days = async (query: string): Promise<string[]> =>
  (await list(query)).entries.map(({ at }) => at.slice(8, 10));

/** Leaves out today's entries, which reading the list adds. */
const before = 'until=2026-11-05';

describe('the list of audit entries', () => {
  it('the audit list is sorted newest first, has current names and contains no hashes', async () => {
    const { entries, people: names, nextCursor } = await list(`?${before}`);
    expect(entries.map(({ at }) => at.slice(8, 10))).toEqual(['05', '04', '03', '02', '01']);
    expect(names[people.dora.id]).toEqual({ firstName: 'Dora', lastName: people.dora.lastName });
    expect(nextCursor).toBeNull();
    expect(entries[0]).not.toHaveProperty('hash');
  });

  it.each([
    ['by a person', `?who=${people.dora.id}&${before}`, ['04', '02']],
    ['by patients', '?who=patient', ['05']],
    ['by an action', '?action=session.sign_in', ['02']],
    ['by an outcome', '?outcome=refused', ['03']],
    ['by the link of an entry', `?subject=${tokenId}`, ['01']],
    ['by a document among others', `?subject=${documentId}`, ['04']],
    ['by a document in capitals', `?subject=${documentId.toUpperCase()}`, ['04']],
    ['by a request', '?subject=request-of-the-zip', ['04']],
    ['by days, the first and the last included', '?since=2026-11-02&until=2026-11-03', ['03', '02']],
    ['by several at once', `?who=${people.dora.id}&until=2026-11-03`, ['02']],
    ['by an invalid user id', '?who=Dora', []],
    [
      'by blank values, which are ignored',
      `?who=&action=&outcome=&${before}`,
      ['05', '04', '03', '02', '01'],
    ],
  ])('the audit list can be filtered %s', async (_what, query, expected) => {
    expect(await days(query)).toEqual(expected);
  });

  it('paging through the audit list returns every entry exactly once', async () => {
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: AuditResponse = await list(`?${before}&limit=2&cursor=${cursor}`);
      seen.push(...page.entries.map(({ seq }) => seq));
      cursor = page.nextCursor ?? null;
    }
    expect(seen).toEqual([5, 4, 3, 2, 1]);
  });

  it.each(['?action=door.open', '?outcome=maybe', '?since=yesterday', '?limit=1000', '?cursor=x'])(
    'the invalid audit query %s is refused with 400',
    async (query) => {
      expect((await app.call('GET', `/admin/audit${query}`)).statusCode).toBe(400);
    },
  );

  it('only administrators may list and export audit entries', async () => {
    for (const path of ['/admin/audit', '/admin/audit/export']) {
      expect((await app.call('GET', path, { as: ana })).statusCode).toBe(403);
      expect((await app.call('GET', path, { as: null })).statusCode).toBe(401);
      expect((await app.call('GET', path, { from: 'document' })).statusCode).toBe(403);
    }
  });
});

describe('the entry about reading the audit list', () => {
  it('reading the list is itself audited, with the names of the filters and the number of rows', async () => {
    const response = await app.call('GET', '/admin/audit?who=patient&until=2026-11-06');
    const requestId = String(response.headers['x-request-id']);
    await eventually(async () => {
      const read = (await list(`?subject=${requestId}`)).entries;
      expect(read).toMatchObject([
        {
          action: 'audit.list',
          actor: { kind: 'user', id: people.dora.id },
          from: '203.0.113.9',
          codes: ['who', 'until', 'rows_1'],
        },
      ]);
    });
  });

  it('a list is not shown if its own entry cannot be stored', async () => {
    const response = await withoutRecords(() => app.call('GET', '/admin/audit?who=patient&until=2026-11-07'));
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('entries');
  });
});

describe('audit exports', () => {
  it.each(['json', 'csv'])('an audit export as %s needs a fresh proof; the list does not', async (format) => {
    const as = { ...administrator, recentProof: false };
    const refused = await app.call('GET', `/admin/audit/export?format=${format}`, { as });
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'proof_required' }]);
    expect((await app.call('GET', '/admin/audit', { as })).statusCode).toBe(200);
  });

  it.each(['json', 'csv'])('an audit export as %s is a complete download that verifies', async (format) => {
    const response = await app.call('GET', `/admin/audit/export?format=${format}`);
    expect(response.headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="audit-.*\\.${format}"$`),
    );
    expect(response.headers['cache-control']).toBe('private, no-store');
    const { proof, faults } = verifyExport(readExport(response.body));
    expect(faults).toEqual([]);
    expect(proof).toMatchObject({ contiguous: true, first: 1 });
    expect(response.body).toContain('Dora');
  });

  it('an audit export of some days is contiguous, and one filtered by user is not', async () => {
    const some = readExport(
      (await app.call('GET', '/admin/audit/export?since=2026-11-02&until=2026-11-04')).body,
    );
    expect(some.entries.map(({ at }) => at.slice(8, 10))).toEqual(['02', '03', '04']);
    expect(verifyExport(some)).toMatchObject({ faults: [], proof: { contiguous: true, first: 2 } });
    const filtered = readExport((await app.call('GET', `/admin/audit/export?who=${people.dora.id}`)).body);
    expect(verifyExport(filtered)).toMatchObject({ faults: [], proof: { contiguous: false } });
    expect(filtered.entries.every(({ actor }) => actor.id === people.dora.id)).toBe(true);
  });

  it('an audit export of a period without entries verifies and is empty', async () => {
    const none = readExport(
      (await app.call('GET', '/admin/audit/export?since=2001-01-01&until=2001-01-02')).body,
    );
    expect(verifyExport(none)).toMatchObject({ faults: [], proof: { count: 0 } });
  });

  it('an audit export is itself audited with user, address, format and filters', async () => {
    const requestId = (await app.call('GET', '/admin/audit/export?format=csv&who=patient')).headers[
      'x-request-id'
    ];
    await eventually(async () => {
      const [entry] = (await list(`?subject=${String(requestId)}`)).entries;
      expect(entry).toMatchObject({
        action: 'audit.export',
        actor: { kind: 'user', id: people.dora.id },
        from: '203.0.113.9',
        codes: ['csv', 'who'],
      });
    });
  });

  it('an export fails if its own entry cannot be stored', async () => {
    const response = await withoutRecords(() => app.call('GET', '/admin/audit/export'));
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('entries');
  });
});
