import { generateKeyPairSync } from 'node:crypto';
import pg from 'pg';
import { createLogger } from '@caredrop/service-kit';
import { eventually } from '@caredrop/testing';
import { register } from 'prom-client';
import { runCommand } from '../src/cli/run-command.js';
import { publicHalf } from '../src/chain/signing.js';
import { readCheckpoints } from '../src/checkpoints/read-checkpoints.js';
import { unsignedAge } from '../src/checkpoints/unsigned-age.js';
import { checkSigner } from '../src/signer/check-signer.js';
import { SignerMetrics } from '../src/signer/metrics.js';
import type { SignChain } from '../src/signer/sign-chain.js';
import { SigningWorker } from '../src/signer/signing-worker.js';
import { ChainStore } from './support/chain-store.js';

let store: ChainStore;
let signer: SignChain;
beforeEach(async () => {
  store = await ChainStore.start();
  signer = store.newSigner();
  await store.append(10);
  await sign(signer);
  await store.append(5);
});
afterEach(async () => store.stop());

const sign = (by: SignChain) => by.execute(new Date(), { now: true });
const signedEntries = async (): Promise<number[]> =>
  (await store.prisma.checkpoint.findMany({ orderBy: { madeAt: 'asc' } })).map(({ seq }) => Number(seq));
const faultsOf = async (by: SignChain): Promise<[string, number][]> =>
  (await sign(by)).faults.map(({ kind, seq }) => [kind, seq]);

describe('signing the chain', () => {
  it('the signer continues from the newest checkpoint, even after a restart', async () => {
    expect(await sign(signer)).toMatchObject({ checkpoint: { seq: 15 }, faults: [] });
    await store.append(1);
    expect(await sign(store.newSigner())).toMatchObject({ checkpoint: { seq: 16 }, faults: [] });
    expect(await store.faults()).toEqual([]);
  });

  it.each<[string, string, [string, number][]]>([
    ['a newer entry was changed', `UPDATE entries SET outcome = 'failed' WHERE seq = 12`, [['changed', 12]]],
    ['a newer entry was removed', `DELETE FROM entries WHERE seq = 12`, [['removed', 12]]],
    ['the signed entry was replaced', `UPDATE entries SET reason = 'x' WHERE seq = 10`, [['rewritten', 10]]],
    [
      'the hash of the signed entry was replaced',
      `UPDATE entries SET hash = repeat('0', 64) WHERE seq = 10`,
      [['rewritten', 10]],
    ],
    ['the end was cut off', `DELETE FROM entries WHERE seq > 8`, [['cut off', 9]]],
    ['everything was removed', `DELETE FROM entries`, [['cut off', 1]]],
    ['the checkpoint was changed', `UPDATE checkpoints SET hash = repeat('0', 64)`, [['signature', 10]]],
  ])('no checkpoint is signed when %s', async (_what, sql, expected) => {
    await store.overpower(sql);
    expect(await faultsOf(store.newSigner())).toEqual(expected);
    expect(await signedEntries()).toEqual([10]);
  });

  it('no checkpoint is signed when the last signed entry and those after it were rewritten with valid hashes', async () => {
    await store.overpower('DELETE FROM entries WHERE seq > 9');
    await store.append(6);
    expect((await faultsOf(store.newSigner()))[0]).toEqual(['rewritten', 10]);
    expect(await signedEntries()).toEqual([10]);
  });

  it('no checkpoint is signed when the newest one was removed together with its entries', async () => {
    await sign(signer);
    await store.overpower('DELETE FROM entries WHERE seq > 10; DELETE FROM checkpoints WHERE seq > 10');
    await store.append(1);
    expect(await faultsOf(signer)).toEqual([['removed', 15]]);
    expect(await signedEntries()).toEqual([10]);
  });

  it.each(['hash = repeat(md5(hash), 2)', `made_at = made_at + interval '1 ms'`, `signature = 'x'`])(
    'the running signer reports that its newest checkpoint was changed: %s',
    async (change) => {
      await store.overpower(`UPDATE checkpoints SET ${change}`);
      expect(await faultsOf(signer)).toEqual([['removed', 10]]);
    },
  );

  it('a shortened audit chain is reported before the next checkpoint is due', async () => {
    await store.overpower('DELETE FROM entries WHERE seq > 8');
    expect((await signer.execute()).faults).toHaveLength(1);
  });

  it('a checkpoint signed with the previous key is accepted only when that key is listed', async () => {
    const next = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as never;
    expect(await faultsOf(store.newSigner({ AUDIT_SIGNING_KEY: next }))).toEqual([['signature', 10]]);
    const rotated = store.newSigner({
      AUDIT_SIGNING_KEY: next,
      AUDIT_OLD_KEYS: [publicHalf(store.key) as never],
    });
    expect(await sign(rotated)).toMatchObject({ checkpoint: { seq: 15 }, faults: [] });
  });

  it('the signer continues after the entry of the newest checkpoint was pruned', async () => {
    await store.overpower(`INSERT INTO segments SELECT 1, 10, (SELECT prev FROM entries WHERE seq = 1),
      (SELECT hash FROM entries WHERE seq = 10), now(), now(), now(), 'k', 's'; DELETE FROM entries WHERE seq <= 10`);
    expect(await sign(store.newSigner())).toMatchObject({ checkpoint: { seq: 15 }, faults: [] });
  });
});

describe('concurrent signers', () => {
  it('two concurrent signers write one checkpoint', async () => {
    const other = store.newSigner();
    const late = new Date(Date.now() + 6 * 60_000);
    await Promise.all([signer.execute(late), other.execute(late)]);
    await signer.execute(late);
    await other.execute(late);
    expect(await signedEntries()).toEqual([10, 15]);
  });

  it('a signer does nothing while another holds the lock', async () => {
    const first = new pg.Client({ connectionString: store.roles.signerUrl });
    await first.connect();
    await first.query('BEGIN; SELECT pg_advisory_xact_lock(728371201)');
    expect(await sign(signer)).toEqual({ faults: [] });
    await first.query('COMMIT');
    await first.end();
    expect(await sign(signer)).toMatchObject({ checkpoint: { seq: 15 } });
  });
});

describe('a signer whose connection is cut', () => {
  it('a signer whose connection is cut signs nothing and leaves no lock', async () => {
    const owner = new pg.Client({ connectionString: store.ownerUrl });
    await owner.connect();
    await owner.query('BEGIN; LOCK TABLE entries IN ACCESS EXCLUSIVE MODE');
    const begun = sign(signer).catch((error: unknown) => error);
    const role = new URL(store.roles.signerUrl).username;
    await eventually(async () => {
      const { rows } = await owner.query<{ ended: boolean }>(
        `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity WHERE usename = $1 AND wait_event_type = 'Lock'`,
        [role],
      );
      expect(rows).toHaveLength(1);
    });
    await owner.query('COMMIT');
    await owner.end();
    expect(await begun).toBeInstanceOf(Error);
    expect(await signedEntries()).toEqual([10]);
    expect(await sign(store.newSigner())).toMatchObject({ checkpoint: { seq: 15 } });
  });
});

describe('the signer process', () => {
  const lines: { msg: string; faults?: string[] }[] = [];
  let worker: SigningWorker;
  beforeEach(() => {
    lines.length = 0;
    const logger = createLogger('audit-signer', 'info', {
      write: (line: string) => lines.push(JSON.parse(line)),
    });
    worker = new SigningWorker(signer, new SignerMetrics(store.signer), { SIGNER_POLL_MS: 20 }, logger);
  });
  afterEach(() => worker.beforeApplicationShutdown());

  const metric = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name} (.*)$`, 'm').exec(await register.metrics())?.[1]);

  it('the signer raises an alarm while the chain is changed and resumes once it is restored', async () => {
    await store.overpower(`UPDATE entries SET count = 2 WHERE seq = 12`);
    signer = store.newSigner({ CHECKPOINT_EVERY_MS: 1 });
    worker = new SigningWorker(
      signer,
      new SignerMetrics(store.signer),
      { SIGNER_POLL_MS: 20 },
      worker['logger'],
    );
    worker.onApplicationBootstrap();
    await eventually(async () => expect(await metric('audit_chain_changed')).toBe(1));
    expect(lines.filter(({ msg }) => msg.includes('was changed; signing has stopped'))).toEqual([
      expect.objectContaining({ level: 'fatal', faults: [expect.stringContaining('Entry 12 ')] }),
    ]);
    expect(await signedEntries()).toEqual([10]);
    await store.overpower(`UPDATE entries SET count = 1 WHERE seq = 12`);
    await eventually(async () => expect(await signedEntries()).toEqual([10, 15]));
    expect(await metric('audit_chain_changed')).toBe(0);
    expect(await metric('audit_checkpoint_age_seconds')).toBeLessThan(60);
  });

  it('failed rounds are counted while the database refuses connections, and signing resumes afterwards', async () => {
    const role = new URL(store.roles.signerUrl).username;
    await store.overpower(`ALTER ROLE ${role} NOLOGIN;
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`);
    const before = await metric('audit_signing_failures_total');
    worker.onApplicationBootstrap();
    await eventually(async () =>
      expect(await metric('audit_signing_failures_total')).toBeGreaterThan(before + 1),
    );
    await store.overpower(`ALTER ROLE ${role} LOGIN`);
    await store.append(1000);
    await eventually(async () => expect(await signedEntries()).toEqual([10, 1015]));
  });
});

describe('the signer commands', () => {
  const run = (command: string) =>
    runCommand(command.split(' '), {
      SIGNER_DATABASE_URL: store.roles.signerUrl,
      AUDIT_SIGNING_KEY: JSON.stringify(store.key),
      PORT: '0',
    });

  it('checkpoint signs a changed chain only with --accept-changes, and verify still reports it', async () => {
    await store.overpower(`UPDATE entries SET count = 2 WHERE seq = 12`);
    expect(await run('checkpoint')).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(/Nothing was signed.*Entry 12 .* was changed/s),
    });
    expect(await run('checkpoint --accept-changes')).toMatchObject({ exitCode: 0 });
    await store.append(1);
    expect(await sign(signer)).toMatchObject({ checkpoint: { seq: 16 }, faults: [] });
    expect(await run('verify')).toMatchObject({ exitCode: 1, text: expect.stringContaining('Entry 12 ') });
  });

  it('signing continues from the accepted end after the end was cut off, and verify still reports the cut', async () => {
    await sign(signer);
    await store.overpower('DELETE FROM entries WHERE seq > 8');
    expect(await run('checkpoint --accept-changes')).toMatchObject({ exitCode: 0 });
    await store.append(1, new Date(Date.now() - 3_600_000));
    expect(await unsignedAge(store.prisma)).toBeGreaterThan(3_590);
    expect(await sign(signer)).toMatchObject({ checkpoint: { seq: 9 }, faults: [] });
    expect(await unsignedAge(store.prisma)).toBe(0);
    expect(await run('verify')).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('signed entry 15: the end was cut off'),
    });
  });

  it('signing continues after every entry was removed and the empty chain was accepted', async () => {
    await store.overpower('DELETE FROM entries');
    const { text } = await run('checkpoint --accept-changes');
    expect(readCheckpoints(text)).toMatchObject([{ seq: 0 }]);
    await store.append(2);
    expect(await sign(signer)).toMatchObject({ checkpoint: { seq: 2 }, faults: [] });
    expect(await store.faults(...readCheckpoints(text))).toEqual([['cut off', 3]]);
  });

  it('a checkpoint with a time in the future does not stop the signer, and verify reports it', async () => {
    await store.overpower(`INSERT INTO checkpoints VALUES (99, 'x', now() + interval '1 year', 'k', 's')`);
    expect(await sign(signer)).toMatchObject({ checkpoint: { seq: 15 }, faults: [] });
    expect(await unsignedAge(store.prisma)).toBe(0);
    expect(await store.faults()).toContainEqual(['signature', 99]);
  });

  it('doctor reports a changed chain and excessive privileges', async () => {
    expect((await run('doctor')).exitCode).toBe(0);
    await store.overpower(`UPDATE entries SET count = 2 WHERE seq = 12`);
    expect(await run('doctor')).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(/failed +Audit chain: Entry 12 .*signing has stopped/),
    });
    await store.overpower(`UPDATE entries SET count = 1 WHERE seq = 12`);
    await store.overpower(`GRANT DELETE ON checkpoints TO ${new URL(store.roles.signerUrl).username}`);
    const { text } = await run('doctor');
    expect(text).toMatch(/failed +Audit signer: has privileges that it must not have/);
  });

  it('doctor reports entries that have not been signed for 11 minutes', async () => {
    await sign(signer);
    await store.append(1, new Date(Date.now() - 11 * 60_000));
    expect(await run('doctor')).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('entries have not been signed for 11 minutes'),
    });
  });

  it('the doctor check fails when the database is unreachable', async () => {
    const [check] = checkSigner({
      SIGNER_DATABASE_URL: 'postgres://signer@127.0.0.1:1/audit',
      AUDIT_SIGNING_KEY: store.key as never,
      AUDIT_OLD_KEYS: [],
    });
    await expect(check?.run()).rejects.toThrow();
  });
});
