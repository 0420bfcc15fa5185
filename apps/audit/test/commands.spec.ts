import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { randomUUID } from 'node:crypto';
import type { Env } from '@caredrop/service-kit';
import { jest } from '@jest/globals';
import { keyIdOf } from '../src/chain/signing.js';
import { runCommand } from '../src/cli/run-command.js';
import { PrismaService } from '../src/database/prisma.service.js';
import { EXPORT_FORMAT } from '../src/exports/proof.js';
import { writeExport, writers } from '../src/exports/write-export.js';
import { allOf } from './support/all-of.js';
import { ChainStore } from './support/chain-store.js';
import { asOwner } from './support/test-roles.js';

let store: ChainStore;
const file = path.join(tmpdir(), `checkpoint-${randomUUID()}.json`);

beforeEach(async () => {
  store = await ChainStore.start();
  await store.append(3, new Date('2018-01-01'));
  await store.checkpoint();
  await store.append(3);
});
afterEach(async () => {
  await store.stop();
  await rm(file, { force: true });
  jest.restoreAllMocks();
});

const run = (command: string, env: Env = {}) =>
  runCommand(command.split(' '), {
    DATABASE_URL: store.roles.writerUrl,
    OWNER_DATABASE_URL: store.ownerUrl,
    SIGNER_DATABASE_URL: store.roles.signerUrl,
    SIGNER_ROLE: new URL(store.roles.signerUrl).username,
    RETENTION_DATABASE_URL: store.roles.retentionUrl,
    AUDIT_SIGNING_KEY: JSON.stringify(store.key),
    ...env,
  });

/** The SQL that psql runs for deploy/postgres/next-role.sql when the second role does not exist yet. */
function nextRole(variables: Record<'owner' | 'next' | 'password', string>): string {
  const script = readFileSync(new URL('../../../deploy/postgres/next-role.sql', import.meta.url), 'utf8');
  const statements = script.split('\n').filter((line) => !line.includes('\\'));
  return Object.entries(variables).reduce(
    (text, [name, value]) => text.replaceAll(`:"${name}"`, value).replaceAll(`:'${name}'`, `'${value}'`),
    statements.join('\n'),
  );
}

it('verify reports how far the chain is proved, and names removed entries', async () => {
  const { exitCode, text } = await run('verify');
  expect(exitCode).toBe(0);
  expect(text).toContain('Proved up to entry 3 by the checkpoint of ');
  expect(text).toMatch(/signed by key [0-9a-f]{16} and kept in this database/);
  expect(text).toMatch(/3 newer entries \(since 20\d\d-.*Z\) are backed by the database alone/);
  await store.overpower('DELETE FROM entries WHERE seq IN (2, 3)');
  const broken = await run('verify');
  expect(broken.exitCode).toBe(1);
  expect(broken.text).toContain('- Entries 2 to 3 were removed');
  expect(broken.text).not.toContain('Proved');
});

it('verify makes no claim about entries removed after the last checkpoint', async () => {
  await store.overpower('DELETE FROM entries WHERE seq > 3');
  const { exitCode, text } = await run('verify');
  expect(exitCode).toBe(0);
  expect(text).toContain('Proved up to entry 3 ');
  expect(text).toContain(
    'Only a checkpoint kept elsewhere shows whether entries after 3 were removed together with their checkpoints',
  );
  expect(text).not.toContain('cut off');
});

it('verify exits with 3 when no checkpoint is recent enough or none exists', async () => {
  await store.checkpoint();
  await store.append(1, new Date(Date.now() - 3_600_000));
  expect(await run('verify')).toMatchObject({
    exitCode: 3,
    text: expect.stringContaining('THE PROOF IS OLD'),
  });
  await store.checkpoint();
  expect(await run('verify')).toMatchObject({ exitCode: 0 });
  await store.overpower('DELETE FROM checkpoints');
  expect(await run('verify')).toMatchObject({
    exitCode: 3,
    text: expect.stringContaining('No checkpoint matches: all 7 entries are backed by the database alone'),
  });
});

it('verify uses a checkpoint saved in a file to detect that the end of the chain was removed', async () => {
  expect((await run(`checkpoint --out ${file}`)).text).toContain('entry 6');
  const { exitCode, text } = await run(`verify --checkpoints ${file}`);
  expect(exitCode).toBe(0);
  expect(text).toContain('and kept elsewhere');
  expect(text).not.toContain('Only a checkpoint kept elsewhere shows');
  await store.overpower('DELETE FROM entries WHERE seq > 4; DELETE FROM checkpoints');
  expect((await run('verify')).exitCode).not.toBe(1);
  expect((await run(`verify --checkpoints ${file}`)).text).toContain('the end was cut off');
});

it('verify reads checkpoints from log lines and refuses a file without any', async () => {
  const checkpoint = await store.checkpoint();
  const lines = [
    'audit-1 | starting',
    `audit-1 | ${JSON.stringify({ level: 30, checkpoint })}`,
    '{"level":30}',
  ];
  await writeFile(file, lines.join('\n'));
  expect((await run(`verify --checkpoints ${file}`)).text).toContain('Proved up to entry 6');
  await writeFile(file, 'nothing of the kind');
  await expect(run(`verify --checkpoints ${file}`)).rejects.toThrow('The file contains no checkpoint');
});

it('verify reads checkpoints and exports from standard input for the file name -', async () => {
  const checkpoint = await store.checkpoint();
  const stdin = jest.spyOn(process, 'stdin', 'get');
  const give = (text: string) => stdin.mockReturnValue(Readable.from([text]) as typeof process.stdin);
  give(`audit-1 | ${JSON.stringify({ level: 30, checkpoint })}\n`);
  const { exitCode, text } = await run('verify --checkpoints -');
  expect(exitCode).toBe(0);
  expect(text).toContain('and kept elsewhere');
  give('not an export');
  await expect(run('verify --file -')).rejects.toThrow("This is not a complete export of Caredrop's audit");
});

it('verify rejects a checkpoint that was changed in its file', async () => {
  await run(`checkpoint --out ${file}`);
  const changed = (await readFile(file, 'utf8')).replace('"seq": 6', '"seq": 5');
  await writeFile(file, changed);
  expect((await run(`verify --checkpoint ${file}`)).exitCode).toBe(1);
});

it('verify --file rejects an export that was signed by a key other than --key', async () => {
  const madeAt = new Date().toISOString();
  const head = { format: EXPORT_FORMAT, madeAt, filter: {}, contiguous: true } as const;
  async function* named() {
    for (const entry of await store.entries()) yield { ...entry, actorName: '', subjectName: '' };
  }
  await writeFile(file, (await allOf(writeExport(writers.json, head, named(), store.key))).join(''));
  const ours = keyIdOf(store.key);
  expect(await run(`verify --file ${file} --key ${ours}`)).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('Nothing in it was changed'),
  });
  expect(await run(`verify --file ${file} --key 0123456789abcdef`)).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining(`It is signed by key ${ours}, not by 0123456789abcdef`),
  });
  await writeFile(file, (await readFile(file, 'utf8')).replace('token.revoke', 'token.create'));
  expect(await run(`verify --file ${file} --key ${ours}`)).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('Entry 1 (token.create'),
  });
});

it('prune removes entries older than six years, and a second run finds nothing', async () => {
  expect((await run('prune')).text).toContain('Pruned entries 1 to 3');
  expect((await run('verify')).text).toContain('entries 1 to 3, the last from 2018-01-01');
  expect((await run('prune')).text).toContain('Nothing to prune');
});

it('the key command prints the id of the checkpoint key', async () => {
  expect((await run('key')).text).toMatch(/^checkpoints [0-9a-f]{16}$/);
});

it('migrate restores the privileges of the writer role', async () => {
  await asOwner(store.ownerUrl, `REVOKE ALL ON entries FROM ${new URL(store.roles.writerUrl).username}`);
  await expect(store.prisma.entry.count()).rejects.toThrow();
  await run('migrate');
  const again = new PrismaService(store.roles.writerUrl, 1);
  expect(await again.entry.count()).toBe(6);
  await again.$disconnect();
});

it('migrate revokes the right of the writer role to add checkpoints', async () => {
  const writer = new URL(store.roles.writerUrl).username;
  await asOwner(store.ownerUrl, `GRANT INSERT ON checkpoints TO ${writer}`);
  await run('migrate');
  const insert = `INSERT INTO checkpoints VALUES (10, '', now(), 'k', 's')`;
  await expect(asOwner(store.roles.writerUrl, insert)).rejects.toThrow('permission denied');
});

it('migrate grants the privileges of the writer role to the role that a second login role acts as', async () => {
  const owner = new URL(store.roles.writerUrl).username;
  const next = `${owner}_2`;
  await asOwner(store.ownerUrl, nextRole({ owner, next, password: 'test' }));
  // The writer of a new or restored database has no privileges.
  const database = new URL(store.ownerUrl).pathname.slice(1);
  await asOwner(store.ownerUrl, `DROP OWNED BY ${owner}; REVOKE ALL ON DATABASE "${database}" FROM PUBLIC`);
  const nextUrl = Object.assign(new URL(store.roles.writerUrl), { username: next }).href;
  await run('migrate', { DATABASE_URL: nextUrl });
  const writer = new PrismaService(nextUrl, 1);
  await expect(writer.entry.count()).resolves.toBe(6);
  await writer.$disconnect();
  await asOwner(store.ownerUrl, `DROP OWNED BY ${next}; DROP ROLE ${next}`);
});

it('migrate names a role that does not exist', async () => {
  const env = {
    DATABASE_URL: 'postgres://nobody_of_this_name@localhost/x',
    OWNER_DATABASE_URL: store.ownerUrl,
  };
  await expect(runCommand(['migrate'], env)).rejects.toThrow('The role nobody_of_this_name does not exist');
});

it('an unknown command, a missing setting and a missing file are reported', async () => {
  await expect(run('forget')).rejects.toThrow('Usage');
  await expect(runCommand(['verify'], {})).rejects.toThrow('SIGNER_DATABASE_URL is not set');
  await expect(run('verify --file /nowhere.json')).rejects.toThrow('ENOENT');
});
