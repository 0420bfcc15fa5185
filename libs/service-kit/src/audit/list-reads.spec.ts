import { randomUUID } from 'node:crypto';
import type { AuditRecord } from '@caredrop/contracts';
import { people, type Person } from '@caredrop/testing';
import { requestContext } from '../context/request-context.js';
import { createLogger } from '../logging/logger.js';
import { ListReads } from './list-reads.js';
import { toRecord, type AuditEvent } from './record-audit-event.js';

const logger = createLogger('test', 'silent');
const { dora, ana } = people;

function recording(write?: (event: AuditEvent) => Promise<unknown>) {
  const entries: AuditRecord[] = [];
  const keep = (event: AuditEvent): Promise<unknown> => Promise.resolve(entries.push(toRecord(event)));
  return { entries, lists: new ListReads({ write: write ?? keep, logger }) };
}

const as = <T>({ id, role, firstName, lastName }: Person, work: () => T): T => {
  const principal = {
    userId: id,
    role,
    sessionId: randomUUID(),
    firstName,
    lastName,
    recentProof: false,
    teams: [],
    covers: [],
  };
  const rest = { publicOrigin: null, caller: 'gateway', clientAddress: '198.51.100.7' };
  return requestContext.run({ requestId: randomUUID(), principal, ...rest }, work);
};
const list = (lists: ListReads, query: Record<string, unknown> = {}, rows = 3, who: Person = dora) =>
  as(who, () => lists.record('document.list_all', query, rows));

test('the audit entry of a list names the user, the filters without values, and the number of rows', async () => {
  const { entries, lists } = recording();
  await list(lists, { patientRefId: 'Knee 7', limit: undefined }, 12);
  expect(entries).toMatchObject([
    { action: 'document.list_all', actor: { id: dora.id }, codes: ['patientRefId', 'rows_12'], count: 1 },
  ]);
  expect(JSON.stringify(entries)).not.toContain('Knee');
});

test('repeated reads of a list are counted and written as one entry at the flush', async () => {
  const { entries, lists } = recording();
  for (let time = 0; time < 40; time += 1) await list(lists);
  expect(entries.map(({ count }) => count)).toEqual([1]);
  await lists.flush();
  expect(entries).toMatchObject([{ count: 1 }, { count: 39, actor: { id: dora.id }, from: '198.51.100.7' }]);
  await list(lists);
  expect(entries).toHaveLength(3);
});

test.each<[string, (lists: ListReads) => Promise<void>]>([
  ['another page', (lists) => list(lists, { cursor: 'two' })],
  ['another value of a filter', (lists) => list(lists, { patientRefId: 'Q' })],
  ['another person', (lists) => list(lists, { patientRefId: 'P' }, 3, ana)],
])('a list read is recorded separately for %s', async (_what, another) => {
  const { entries, lists } = recording();
  await list(lists, { patientRefId: 'P' });
  await another(lists);
  expect(entries).toHaveLength(2);
});

test('a list is refused when its entry cannot be written, even to a concurrent reader', async () => {
  let tries = 0;
  const { lists } = recording(() => {
    tries += 1;
    return Promise.reject(new Error('database away'));
  });
  const both = await Promise.allSettled([list(lists), list(lists)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(list(lists)).rejects.toThrow('database away');
  expect(tries).toBe(2);
});

test('a repeat that waits for the entry of the first read is counted even if the window closes first', async () => {
  const counts: (number | undefined)[] = [];
  const first = Promise.withResolvers<unknown>();
  const { lists } = recording(({ count }) => {
    counts.push(count);
    return count === undefined ? first.promise : Promise.resolve();
  });
  const both = [list(lists), list(lists)];
  const flushed = lists.flush();
  first.resolve(undefined);
  await Promise.all([...both, flushed]);
  expect(counts).toEqual([undefined, 1]);
});

test('a repeat is not counted if the window closes and then the entry of the first read fails', async () => {
  let tries = 0;
  const first = Promise.withResolvers<unknown>();
  const { lists } = recording(() => {
    tries += 1;
    return first.promise;
  });
  const both = Promise.allSettled([list(lists), list(lists)]);
  const flushed = lists.flush();
  first.reject(new Error('database away'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await flushed;
  expect(tries).toBe(1);
});

test('stopping the recorder writes the counted list reads, and later reads are no longer counted', async () => {
  const { entries, lists } = recording();
  await list(lists);
  await list(lists);
  await lists.stop();
  await list(lists);
  expect(entries.map(({ count }) => count)).toEqual([1, 1, 1]);
});
