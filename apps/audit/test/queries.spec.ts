import { EntriesQueries } from '../src/entries/entries.queries.js';
import { anEntry } from './support/an-entry.js';
import { allOf } from './support/all-of.js';
import { ChainStore } from './support/chain-store.js';

let store: ChainStore;
let queries: EntriesQueries;
beforeEach(async () => {
  store = await ChainStore.start();
  queries = new EntriesQueries(store.prisma);
});
afterEach(async () => store.stop());

it('pages of entries with the same time neither repeat nor omit an entry', async () => {
  await store.append(5);
  const seen: number[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page = await queries.page({ limit: 2, ...(cursor && { cursor }) });
    seen.push(...page.entries.map(({ seq }) => seq));
    cursor = page.nextCursor ?? undefined;
  }
  expect(seen).toEqual([5, 4, 3, 2, 1]);
});

it.each([
  ['of everything', {}],
  ['of one action', { action: 'token.revoke' as const }],
])('an export %s ends with the entries that existed when it began', async (_what, filter) => {
  await store.append(1000);
  const batches = queries.batches(filter);
  expect((await batches.next()).value).toHaveLength(1000);
  await store.append(1);
  expect(await allOf(batches)).toEqual([]);
});

it('an export can contain more entries than one batch', async () => {
  await store.append(1000);
  await store.write([anEntry({ action: 'token.create' }), anEntry()]);
  const batches = await allOf(queries.batches({ action: 'token.revoke' }));
  expect(batches.flat().map(({ seq }) => seq)).toEqual([
    ...Array.from({ length: 1000 }, (_, n) => n + 1),
    1002,
  ]);
});
