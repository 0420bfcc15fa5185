import { generateKeyPairSync } from 'node:crypto';
import pg from 'pg';
import { createLogger } from '@caredrop/service-kit';
import { eventually } from '@caredrop/testing';
import { register } from 'prom-client';
import { runCommand } from '../src/cli/run-command.js';
import { publicHalf } from '../src/chain/signing.js';
import { checkSigner } from '../src/signer/check-signer.js';
import { SignerMetrics } from '../src/signer/signer-metrics.js';
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

describe('the signer signs only what follows from what it signed before', () => {
  it('goes on from the newest checkpoint, also after a restart', async () => {
    expect(await sign(signer)).toMatchObject({ checkpoint: { seq: 15 }, faults: [] });
    await store.append(1);
    expect(await sign(store.newSigner())).toMatchObject({ checkpoint: { seq: 16 }, faults: [] });
    expect(await store.faults()).toEqual([]);
  });

  it.each<[string, string, [string, number][]]>([
    [
      'a younger entry was changed',
      `UPDATE entries SET outcome = 'failed' WHERE seq = 12`,
      [['changed', 12]],
    ],
    ['a younger entry was removed', `DELETE FROM entries WHERE seq = 12`, [['removed', 12]]],
    ['the signed entry was replaced', `UPDATE entries SET reason = 'x' WHERE seq = 10`, [['rewritten', 10]]],
    ['the end was cut off', `DELETE FROM entries WHERE seq > 8`, [['cut off', 1]]],
    ['everything was removed', `DELETE FROM entries`, [['cut off', 1]]],
    ['the checkpoint was changed', `UPDATE checkpoints SET hash = repeat('0', 64)`, [['signature', 10]]],
  ])('and nothing when %s', async (_what, sql, expected) => {
    await store.overpower(sql);
    expect(await faultsOf(store.newSigner())).toEqual(expected);
    expect(await signedEntries()).toEqual([10]);
  });

  it('and nothing when the entries since the checkpoint were written anew, though their hashes fit', async () => {
    await store.overpower('DELETE FROM entries WHERE seq > 9');
    await store.append(6);
    expect((await faultsOf(store.newSigner()))[0]).toEqual(['rewritten', 10]);
    expect(await signedEntries()).toEqual([10]);
  });

  it('and nothing when its newest checkpoint was removed with the entries behind it', async () => {
    await sign(signer);
    await store.overpower('DELETE FROM entries WHERE seq > 10; DELETE FROM checkpoints WHERE seq > 10');
    await store.append(1);
    expect(await faultsOf(signer)).toEqual([['removed', 15]]);
    expect(await signedEntries()).toEqual([10]);
  });

  it('notices a chain that became shorter without waiting until a checkpoint is due', async () => {
    await store.overpower('DELETE FROM entries WHERE seq > 8');
    expect((await signer.execute()).faults).toHaveLength(1);
  });

  it('believes a checkpoint of the key before, when that is listed', async () => {
    const next = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as never;
    expect(await faultsOf(store.newSigner({ AUDIT_SIGNING_KEY: next }))).toEqual([['signature', 10]]);
    const rotated = store.newSigner({
      AUDIT_SIGNING_KEY: next,
      AUDIT_OLD_KEYS: [publicHalf(store.key) as never],
    });
    expect(await sign(rotated)).toMatchObject({ checkpoint: { seq: 15 }, faults: [] });
  });

  it('goes on after pruning removed the entry of the newest checkpoint', async () => {
    await store.overpower(`INSERT INTO segments SELECT 1, 10, (SELECT prev FROM entries WHERE seq = 1),
      (SELECT hash FROM entries WHERE seq = 10), now(), now(), now(), 'k', 's'; DELETE FROM entries WHERE seq <= 10`);
    expect(await sign(store.newSigner())).toMatchObject({ checkpoint: { seq: 15 }, faults: [] });
  });
});

describe('two signers at once', () => {
  it('sign once', async () => {
    const other = store.newSigner();
    const late = new Date(Date.now() + 6 * 60_000);
    await Promise.all([signer.execute(late), other.execute(late)]);
    await signer.execute(late);
    await other.execute(late);
    expect(await signedEntries()).toEqual([10, 15]);
  });

  it('leave it to the one that has begun', async () => {
    const first = new pg.Client({ connectionString: store.roles.signerUrl });
    await first.connect();
    await first.query('BEGIN; SELECT pg_advisory_xact_lock(728371201)');
    expect(await sign(signer)).toEqual({ faults: [] });
    await first.query('COMMIT');
    await first.end();
    expect(await sign(signer)).toMatchObject({ checkpoint: { seq: 15 } });
  });
});

describe('a signer whose connection is cut in the middle', () => {
  it('has signed nothing, and leaves no lock to the next one', async () => {
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

describe('the process of the signer', () => {
  const lines: { msg: string; faults?: string[] }[] = [];
  let worker: SigningWorker;
  beforeEach(() => {
    lines.length = 0;
    const logger = createLogger('audit-signer', 'info', {
      write: (line: string) => lines.push(JSON.parse(line)),
    });
    worker = new SigningWorker(signer, new SignerMetrics(store.signer), { SIGNER_POLL_MS: 20 }, logger);
  });
  afterEach(() => worker.onApplicationShutdown());

  const metric = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name} (.*)$`, 'm').exec(await register.metrics())?.[1]);

  it('alarms while the chain is changed, and signs on once it is as it was', async () => {
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
    expect(lines.filter(({ msg }) => msg.includes('was changed; nothing more is signed'))).toEqual([
      expect.objectContaining({ level: 'fatal', faults: [expect.stringContaining('Entry 12 ')] }),
    ]);
    expect(await signedEntries()).toEqual([10]);
    await store.overpower(`UPDATE entries SET count = 1 WHERE seq = 12`);
    await eventually(async () => expect(await signedEntries()).toEqual([10, 15]));
    expect(await metric('audit_chain_changed')).toBe(0);
    expect(await metric('audit_checkpoint_age_seconds')).toBeLessThan(60);
  });

  it('counts rounds that fail while the database refuses it, and signs when it is back', async () => {
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

describe('the commands of the signer', () => {
  const run = (command: string) =>
    runCommand(command.split(' '), {
      SIGNER_DATABASE_URL: store.roles.signerUrl,
      AUDIT_SIGNING_KEY: JSON.stringify(store.key),
      PORT: '0',
    });

  it('checkpoint signs nothing that was changed, until an operator accepts it; verify still reports it', async () => {
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

  it('doctor reports a changed chain and a role that may do too much', async () => {
    expect((await run('doctor')).exitCode).toBe(0);
    await store.overpower(`UPDATE entries SET count = 2 WHERE seq = 12`);
    expect(await run('doctor')).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(/wrong +Audit chain: Entry 12 .*nothing more is signed/),
    });
    await store.overpower(`UPDATE entries SET count = 1 WHERE seq = 12`);
    await store.overpower(`GRANT DELETE ON checkpoints TO ${new URL(store.roles.signerUrl).username}`);
    const { text } = await run('doctor');
    expect(text).toMatch(/wrong +Audit signer: may change what was written/);
  });

  it('doctor reports that the newest checkpoint is older than twice the interval', async () => {
    await sign(signer);
    await store.append(1, new Date(Date.now() - 11 * 60_000));
    expect(await run('doctor')).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('entries have not been signed for 11 minutes'),
    });
  });

  it('doctor says that the database does not answer', async () => {
    const [check] = checkSigner({
      SIGNER_DATABASE_URL: 'postgres://signer@127.0.0.1:1/audit',
      AUDIT_SIGNING_KEY: store.key as never,
      AUDIT_OLD_KEYS: [],
    });
    await expect(check?.run()).rejects.toThrow();
  });
});
