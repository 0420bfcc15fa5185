import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { runCommand } from '../src/cli/run-command.js';
import { PrismaService } from '../src/database/prisma.service.js';
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
});

const run = (command: string) =>
  runCommand(command.split(' '), {
    DATABASE_URL: store.roles.writerUrl,
    OWNER_DATABASE_URL: store.ownerUrl,
    RETENTION_DATABASE_URL: store.roles.retentionUrl,
    AUDIT_SIGNING_KEY: JSON.stringify(store.key),
  });

it('verify says that the chain holds, and which entry does not', async () => {
  expect(await run('verify')).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('The chain holds'),
  });
  await store.overpower('DELETE FROM entries WHERE seq IN (2, 3)');
  const { exitCode, text } = await run('verify');
  expect(exitCode).toBe(1);
  expect(text).toContain('- Entries 2 to 3 were removed');
});

it('a checkpoint in a file shows later that the end was cut off', async () => {
  expect((await run(`checkpoint --out ${file}`)).text).toContain('entry 6');
  expect((await run(`verify --checkpoint ${file}`)).exitCode).toBe(0);
  await store.overpower('DELETE FROM entries WHERE seq > 4; DELETE FROM checkpoints');
  expect((await run('verify')).exitCode).toBe(0);
  expect((await run(`verify --checkpoint ${file}`)).text).toContain('the end was cut off');
});

it('a checkpoint that was changed in its file is not believed', async () => {
  await run(`checkpoint --out ${file}`);
  const changed = (await readFile(file, 'utf8')).replace('"seq": 6', '"seq": 5');
  await writeFile(file, changed);
  expect((await run(`verify --checkpoint ${file}`)).exitCode).toBe(1);
});

it('prune removes what is older than six years, by the role that may', async () => {
  expect((await run('prune')).text).toContain('Pruned entries 1 to 3');
  expect((await run('verify')).text).toContain('entries 1 to 3, the last of 2018-01-01');
  expect((await run('prune')).text).toContain('Nothing to prune');
});

it('key prints what exports are compared with', async () => {
  expect((await run('key')).text).toMatch(/^[0-9a-f]{16}$/);
});

it('migrate makes the tables as their owner and gives the writer its part', async () => {
  await asOwner(store.ownerUrl, `REVOKE ALL ON entries FROM ${new URL(store.roles.writerUrl).username}`);
  await expect(store.prisma.entry.count()).rejects.toThrow();
  await run('migrate');
  const again = new PrismaService(store.roles.writerUrl, 1);
  expect(await again.entry.count()).toBe(6);
  await again.$disconnect();
});

it('says what it can do, and what it lacks', async () => {
  await expect(run('forget')).rejects.toThrow('Usage');
  await expect(runCommand(['verify'], {})).rejects.toThrow('DATABASE_URL is not set');
  await expect(run('verify --file /nowhere.json')).rejects.toThrow('ENOENT');
});
