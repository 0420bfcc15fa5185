import type { Checkpoint } from '../src/checkpoints/checkpoint.js';
import { refusePowerfulWriter } from '../src/database/refuse-powerful-writer.js';
import { PrismaService } from '../src/database/prisma.service.js';
import { ChainStore } from './support/chain-store.js';
import { asOwner } from './support/test-roles.js';

let store: ChainStore;
let kept: Checkpoint;

beforeEach(async () => {
  store = await ChainStore.start();
  await store.append(10);
  kept = await store.checkpoint();
});
afterEach(async () => store.stop());

const attempts = [
  `UPDATE entries SET outcome = 'failed' WHERE seq = 3`,
  `DELETE FROM entries WHERE seq = 3`,
  `DELETE FROM entries`,
  `TRUNCATE entries`,
  `UPDATE checkpoints SET hash = 'x'`,
  `DELETE FROM checkpoints`,
  `UPDATE segments SET last_seq = 9`,
];

describe('the entries', () => {
  it.each(attempts)('cannot be touched by the service itself: %s', async (sql) => {
    await expect(asOwner(store.roles.writerUrl, sql)).rejects.toThrow('permission denied');
  });

  it.each([
    `INSERT INTO segments VALUES (1, 10, '', '', now(), now(), now(), 'k', 's')`,
    `DROP TRIGGER entries_no_update ON entries`,
    `ALTER TABLE entries DISABLE TRIGGER ALL`,
    `SET session_replication_role = replica`,
    `CREATE TABLE x (y int)`,
  ])('nor can what protects them: %s', async (sql) => {
    await expect(asOwner(store.roles.writerUrl, sql)).rejects.toThrow(/permission denied|must be owner/);
  });

  it.each(attempts)('cannot be touched by their owner by mistake: %s', async (sql) => {
    await expect(asOwner(store.ownerUrl, sql)).rejects.toThrow(/append-only|not in a pruned segment/);
  });

  it('cannot be removed by the retention role without a segment that says so', async () => {
    const { retentionUrl } = store.roles;
    const removal = asOwner(retentionUrl, 'DELETE FROM entries WHERE seq = 1');
    await expect(removal).rejects.toThrow('entry 1 is not in a pruned segment');
    for (const sql of attempts.filter((one) => !one.startsWith('DELETE FROM entries')))
      await expect(asOwner(retentionUrl, sql)).rejects.toThrow('permission denied');
  });

  it('are kept by no service whose role could do more', async () => {
    await expect(refusePowerfulWriter(store.prisma)).resolves.toBeUndefined();
    const owner = new PrismaService(store.ownerUrl, 1);
    await expect(refusePowerfulWriter(owner)).rejects.toThrow('audit cannot start');
    await owner.$disconnect();
  });
});

describe('verify', () => {
  it('finds nothing where nothing was done, in an empty store either', async () => {
    expect(await store.faults(kept)).toEqual([]);
    const empty = await ChainStore.start();
    expect(await empty.faults()).toEqual([]);
    await empty.stop();
  });

  it.each<[string, string, [string, number][]]>([
    ['changed', `UPDATE entries SET outcome = 'failed' WHERE seq = 3`, [['changed', 3]]],
    [
      'given to somebody else',
      `UPDATE entries SET actor_id = gen_random_uuid() WHERE seq = 7`,
      [['changed', 7]],
    ],
    ['dated back', `UPDATE entries SET at = at - interval '1 ms' WHERE seq = 2`, [['changed', 2]]],
    ['removed', `DELETE FROM entries WHERE seq = 4`, [['removed', 4]]],
    ['removed at the front', `DELETE FROM entries WHERE seq <= 2`, [['removed', 1]]],
    ['cut off', `DELETE FROM entries WHERE seq > 8`, [['cut off', 9]]],
  ])('finds an entry that was %s', async (_what, sql, expected) => {
    await store.overpower(sql);
    expect(await store.faults()).toEqual(expected);
  });

  it('finds entries that changed places', async () => {
    await store.overpower(`UPDATE entries SET seq = -1 WHERE seq = 3;
      UPDATE entries SET seq = 3 WHERE seq = 4; UPDATE entries SET seq = 4 WHERE seq = -1`);
    expect((await store.faults()).map(([, seq]) => seq)).toEqual(expect.arrayContaining([3, 4]));
  });

  it('finds a cut-off end, its checkpoints removed as well, by one kept elsewhere', async () => {
    await store.overpower('DELETE FROM entries WHERE seq > 8; DELETE FROM checkpoints');
    expect(await store.faults()).toEqual([]);
    expect(await store.faults(kept)).toEqual([['cut off', 9]]);
  });

  it('finds a chain that was written anew from the start, by a checkpoint kept elsewhere', async () => {
    await store.overpower('DELETE FROM entries; DELETE FROM checkpoints');
    await store.append(12);
    expect(await store.faults()).toEqual([]);
    expect(await store.faults(kept)).toEqual([['rewritten', 10]]);
  });

  it('does not take a checkpoint for one that the key has not signed', async () => {
    await store.overpower(`UPDATE checkpoints SET seq = 5, hash = (SELECT hash FROM entries WHERE seq = 5)`);
    expect(await store.faults()).toEqual([['signature', 5]]);
  });
});
