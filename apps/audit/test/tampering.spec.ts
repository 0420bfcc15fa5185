import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Checkpoint } from '../src/checkpoints/checkpoint.js';
import { GENESIS, type ChainEntry } from '../src/chain/entry.js';
import { linkEntries } from '../src/chain/link-entries.js';
import { checkRole } from '../src/database/check-role.js';
import { rejectPowerfulRole } from '../src/database/reject-powerful-role.js';
import { PrismaService } from '../src/database/prisma.service.js';
import { headOf } from '../src/arrivals/chain-arrivals.js';
import { signCheckpoint } from '../src/checkpoints/checkpoint.js';
import { toRow } from '../src/entries/entry-row.js';
import { keepCheckpoint } from '../src/signer/sign-chain.js';
import { verifyStore } from '../src/verification/verify-store.js';
import { anEntry } from './support/an-entry.js';
import { ChainStore } from './support/chain-store.js';
import { asOwner } from './support/test-roles.js';

let store: ChainStore;
let kept: Checkpoint;
/** The only signing key in the serving process's environment. */
const exportKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });

/** An entry that does not belong to the chain, with a hash that matches its content. */
function outside(seq: number): ChainEntry {
  const [linked] = linkEntries({ seq: seq - 1, hash: GENESIS }, [anEntry()], new Date());
  return linked!;
}

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

describe('protection of the entries', () => {
  it.each(attempts)('the writer role may not run the statement: %s', async (sql) => {
    await expect(asOwner(store.roles.writerUrl, sql)).rejects.toThrow('permission denied');
  });

  it.each([
    `INSERT INTO segments VALUES (1, 10, '', '', now(), now(), now(), 'k', 's')`,
    `INSERT INTO checkpoints VALUES (10, '', now(), 'k', 's')`,
    `DROP TRIGGER entries_no_update ON entries`,
    `DROP TABLE checkpoints`,
    `CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    `SET ROLE postgres`,
    `ALTER TABLE entries DISABLE TRIGGER ALL`,
    `SET session_replication_role = replica`,
    `CREATE TABLE x (y int)`,
  ])('the writer role may not weaken the protection of the entries: %s', async (sql) => {
    await expect(asOwner(store.roles.writerUrl, sql)).rejects.toThrow(/permission denied|must be owner/);
  });

  it.each([
    ...attempts,
    `INSERT INTO entries SELECT * FROM entries WHERE seq = 1`,
    `INSERT INTO arrivals (id, source, record) VALUES (gen_random_uuid(), 'token', '{}')`,
    `INSERT INTO segments VALUES (1, 10, '', '', now(), now(), now(), 'k', 's')`,
    `INSERT INTO outbox (id, type, aggregate_id, envelope) VALUES (gen_random_uuid(), 't', gen_random_uuid(), '{}')`,
    `ALTER TABLE entries DISABLE TRIGGER ALL`,
    `CREATE TABLE x (y int)`,
  ])('the signer role may not run the statement: %s', async (sql) => {
    await expect(asOwner(store.roles.signerUrl, sql)).rejects.toThrow(/permission denied|must be owner/);
  });

  it('neither the writer nor the signer can become the owner of the entries', async () => {
    const owner = `caredrop_test_owner_${randomUUID().slice(0, 8)}`;
    await asOwner(store.ownerUrl, `CREATE ROLE ${owner}; ALTER TABLE entries OWNER TO ${owner}`);
    for (const url of [store.roles.writerUrl, store.roles.signerUrl])
      for (const sql of [
        `SET ROLE ${owner}`,
        `GRANT ${owner} TO CURRENT_USER`,
        `ALTER TABLE entries OWNER TO CURRENT_USER`,
      ])
        await expect(asOwner(url, sql)).rejects.toThrow(/permission denied|must be owner/);
    await asOwner(store.ownerUrl, `ALTER TABLE entries OWNER TO CURRENT_USER; DROP ROLE ${owner}`);
  });

  it('no entry can be added before the first one', async () => {
    for (const seq of [0, -1])
      await expect(store.prisma.entry.create({ data: toRow(outside(seq)) })).rejects.toThrow(
        'entries_seq_positive',
      );
  });

  it.each(attempts)('triggers stop the owner of the entries from running: %s', async (sql) => {
    await expect(asOwner(store.ownerUrl, sql)).rejects.toThrow(/append-only|not in a pruned segment/);
  });

  it('the retention role can remove entries only within a pruned segment', async () => {
    const { retentionUrl } = store.roles;
    const removal = asOwner(retentionUrl, 'DELETE FROM entries WHERE seq = 1');
    await expect(removal).rejects.toThrow('entry 1 is not in a pruned segment');
    for (const sql of attempts.filter((one) => !one.startsWith('DELETE FROM entries')))
      await expect(asOwner(retentionUrl, sql)).rejects.toThrow('permission denied');
  });

  it('the service and the signer do not start with a role that has more privileges than theirs', async () => {
    await expect(rejectPowerfulRole(store.prisma, 'writer')).resolves.toBeUndefined();
    await expect(rejectPowerfulRole(store.signer, 'signer')).resolves.toBeUndefined();
    const owner = new PrismaService(store.ownerUrl, 1);
    for (const role of ['writer', 'signer'] as const)
      await expect(rejectPowerfulRole(owner, role)).rejects.toThrow('audit cannot start');
    await owner.$disconnect();
    // Each process is given the role of the other.
    await expect(rejectPowerfulRole(store.signer, 'writer')).rejects.toThrow('audit cannot start');
    await expect(rejectPowerfulRole(store.prisma, 'signer')).rejects.toThrow('audit cannot start');
  });

  it.each(['writer', 'signer'] as const)(
    'doctor reports a %s that is the owner of the tables',
    async (role) => {
      const stateOf = async (url: string) =>
        (await checkRole(role, url)[0]?.run())?.map(({ state }) => state);
      expect(await stateOf(store.roles[`${role}Url`])).toEqual(['ok']);
      expect(await stateOf(store.ownerUrl)).toEqual(['failed']);
    },
  );
});

describe('a database role with one privilege too many', () => {
  const change = ['UPDATE', 'DELETE', 'TRUNCATE'];
  const any = ['INSERT', ...change];

  it.each([
    ['writer', { entries: change, checkpoints: any, segments: any }],
    ['signer', { entries: any, arrivals: any, checkpoints: change, segments: any }],
  ] as const)('the %s does not start if its role has one privilege too many', async (role, tables) => {
    const [prisma, url] =
      role === 'writer' ? [store.prisma, store.roles.writerUrl] : [store.signer, store.roles.signerUrl];
    const name = new URL(url).username;
    for (const [table, rights] of Object.entries(tables))
      for (const right of rights) {
        await asOwner(store.ownerUrl, `GRANT ${right} ON ${table} TO ${name}`);
        await expect(rejectPowerfulRole(prisma, role)).rejects.toThrow('audit cannot start');
        await asOwner(store.ownerUrl, `REVOKE ${right} ON ${table} FROM ${name}`);
      }
    await expect(rejectPowerfulRole(prisma, role)).resolves.toBeUndefined();
  });
});

describe('verification', () => {
  it('verify accepts an untouched chain and an empty store', async () => {
    expect(await store.faults(kept)).toEqual([]);
    const empty = await ChainStore.start();
    expect(await empty.faults()).toEqual([]);
    await empty.stop();
  });

  it.each<[string, string, [string, number][]]>([
    ['changed', `UPDATE entries SET outcome = 'failed' WHERE seq = 3`, [['changed', 3]]],
    [
      'assigned to another actor',
      `UPDATE entries SET actor_id = gen_random_uuid() WHERE seq = 7`,
      [['changed', 7]],
    ],
    ['backdated', `UPDATE entries SET at = at - interval '1 ms' WHERE seq = 2`, [['changed', 2]]],
    ['removed', `DELETE FROM entries WHERE seq = 4`, [['removed', 4]]],
    ['removed at the front', `DELETE FROM entries WHERE seq <= 2`, [['removed', 1]]],
    ['cut off', `DELETE FROM entries WHERE seq > 8`, [['cut off', 9]]],
  ])('verify finds an entry that was %s', async (_what, sql, expected) => {
    await store.overpower(sql);
    expect(await store.faults()).toEqual(expected);
  });

  it('verify finds entries before the first one', async () => {
    await asOwner(store.ownerUrl, 'ALTER TABLE entries DROP CONSTRAINT IF EXISTS entries_seq_positive');
    for (const seq of [-5, 0]) await store.prisma.entry.create({ data: toRow(outside(seq)) });
    expect(await store.faults()).toEqual([
      ['outside', -5],
      ['outside', 0],
    ]);
  });

  it('verify finds swapped entries', async () => {
    await store.overpower(`UPDATE entries SET seq = 100 WHERE seq = 3;
      UPDATE entries SET seq = 3 WHERE seq = 4; UPDATE entries SET seq = 4 WHERE seq = 100`);
    expect((await store.faults()).map(([, seq]) => seq)).toEqual(expect.arrayContaining([3, 4]));
  });

  it('verify uses a checkpoint stored elsewhere to detect that the end was cut off together with its checkpoints', async () => {
    await store.overpower('DELETE FROM entries WHERE seq > 8; DELETE FROM checkpoints');
    expect(await store.faults()).toEqual([]);
    expect(await store.faults(kept)).toEqual([['cut off', 9]]);
  });

  it('verify detects that the last 10 entries were replaced using the secrets of the serving process', async () => {
    await store.append(15);
    const signed = await store.checkpoint();
    // The first step already needs the owner's rights: the writer cannot remove entries.
    await expect(asOwner(store.roles.writerUrl, 'DELETE FROM entries WHERE seq > 15')).rejects.toThrow();
    await store.overpower('DELETE FROM entries WHERE seq > 15');
    await store.append(10); // Linked and hashed as the service does, which needs no key.
    const forged = signCheckpoint(
      exportKey,
      { seq: 25, hash: (await headOf(store.prisma)).hash },
      new Date(),
    );
    await expect(keepCheckpoint(store.prisma, forged)).rejects.toThrow('permission denied');
    expect(await store.faults()).toEqual([['rewritten', 25]]);
    // The checkpoint row is gone (the running signer would notice); verifying with a copy kept elsewhere still
    // reports entry 25.
    await store.overpower('DELETE FROM checkpoints WHERE seq > 10');
    expect(await store.faults(signed)).toEqual([['rewritten', 25]]);
    // A signature by the serving process's own key is not accepted.
    const { seq, hash, madeAt, keyId, signature } = forged;
    await store.overpower(
      `INSERT INTO checkpoints VALUES (${seq}, '${hash}', '${madeAt}', '${keyId}', '${signature}')`,
    );
    expect(await store.faults()).toEqual([['signature', 25]]);
  });

  it('verify uses a checkpoint stored elsewhere to detect a chain rewritten from the start', async () => {
    await store.overpower('DELETE FROM entries; DELETE FROM checkpoints');
    await store.append(12);
    expect(await store.faults()).toEqual([]);
    expect(await store.faults(kept)).toEqual([['rewritten', 10]]);
  });

  it('verify uses an earlier checkpoint stored elsewhere to report an entry that was replaced and signed again', async () => {
    await store.overpower('DELETE FROM entries WHERE seq = 10; DELETE FROM checkpoints');
    await store.append(1);
    await store.checkpoint();
    expect(await store.faults()).toEqual([]);
    expect(await store.faults(kept)).toEqual([['rewritten', 10]]);
  });

  it('verify reports that the first record of a service is missing', async () => {
    const second = { ...anEntry(), sequence: { stream: randomUUID(), number: 2 } };
    await store.write([second], new Date(Date.now() - 3_600_000));
    expect(await store.faults()).toEqual([['missing', 0]]);
  });

  it('a checkpoint without a valid signature proves no entries', async () => {
    await store.overpower(`UPDATE checkpoints SET made_at = made_at + interval '1 ms'`);
    const { reach, faults } = await verifyStore(store.prisma, [store.key]);
    expect(faults.map(({ kind }) => kind)).toEqual(['signature']);
    expect(reach).toMatchObject({ checkpoint: null, unproved: 10 });
  });

  it('verify rejects a checkpoint that the key has not signed', async () => {
    await store.overpower(`UPDATE checkpoints SET seq = 5, hash = (SELECT hash FROM entries WHERE seq = 5)`);
    expect(await store.faults()).toEqual([['signature', 5]]);
  });
});
