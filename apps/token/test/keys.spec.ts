import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@caredrop/testing';
import { runCommand } from '../src/cli/run-command.js';
import { aCheckedLink } from './support/a-checked-link.js';
import { TokenApp } from './support/token-app.js';

let app: TokenApp;
let folder: string;
let file: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'links-'));
  file = path.join(folder, 'LINK_KEYS.json');
  writeFileSync(
    file,
    JSON.stringify({ current: 'k1', keys: { k1: Buffer.alloc(32, 7).toString('base64') } }),
  );
  app = await TokenApp.start({ LINK_KEYS: `file:${file}`, PATIENT_CHECK: 'on' });
});
afterEach(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

const keys = (...words: string[]) => runCommand(['keys', ...words], app.env, () => undefined);
const usedKeys = async () =>
  (await app.prisma.token.findMany({ distinct: ['linkKeyId'] })).map(({ linkKeyId }) => linkKeyId);

it('no concurrent request fails while the link keys are rotated', async () => {
  const first = await Promise.all([app.create(), app.create(), app.create()]);
  let ended = false;
  let turns = 0;
  const traffic = (async () => {
    while (!ended) {
      const token = await app.create();
      for (const { id, token: value } of [...first, token]) expect((await app.listed(id)).token).toBe(value);
      expect((await app.validate(token.token)).status).toBe(200);
      turns += 1;
    }
  })();
  const more = (n: number) => eventually(() => expect(turns).toBeGreaterThanOrEqual(n));
  await more(2);
  await keys('add');
  await keys('use', 'k2');
  await more(turns + 2);
  await eventually(async () => {
    await keys('rewrap');
    await keys('retire', 'k1');
  });
  await more(turns + 2);
  ended = true;
  await traffic;
  expect(await usedKeys()).toEqual(['k2']);
  expect(Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { keys: object }).keys)).toEqual(['k2']);
  expect((await keys('status')).text).toMatch(/^LINK_KEYS k2: current, \d+ links$/);
});

it('the command "keys retire" refuses the current key and a key that a link needs', async () => {
  await app.create();
  await expect(keys('retire', 'k1')).rejects.toThrow('is the current key');
  await keys('add');
  await keys('use', 'k2');
  await expect(keys('retire', 'k1')).rejects.toThrow('Key k1 is in use by 1 links');
});

it('the database refuses a link encrypted under a retired key', async () => {
  const token = await app.create();
  await keys('add');
  await keys('use', 'k2');
  await keys('rewrap');
  await keys('retire', 'k1');
  const row = await app.prisma.token.findUniqueOrThrow({ where: { id: token.id } });
  const stale = { ...row, id: crypto.randomUUID(), linkHash: new Uint8Array(32), linkKeyId: 'k1' };
  await expect(app.prisma.token.create({ data: stale })).rejects.toThrow('key k1 is retired');
});

it('a restore is refused without the key of patient checks, or with another key under its id', async () => {
  await aCheckedLink(app);
  await keys('add');
  await keys('use', 'k2');
  await app.prisma.token.updateMany({ data: { linkKeyId: 'k2' } });
  const to = path.join(folder, 'backup');
  await runCommand(['backup', '--to', to], app.env, () => undefined);
  const restoreWith = async (change: (ring: Record<string, string>) => void) => {
    const ring = JSON.parse(readFileSync(file, 'utf8')) as { keys: Record<string, string> };
    change(ring.keys);
    const env = { ...app.env, LINK_KEYS: JSON.stringify(ring) };
    await runCommand(['restore', '--from', to, '--replace'], env, () => undefined);
  };
  await expect(restoreWith((ring) => delete ring.k1)).rejects.toThrow(
    'tokens.check_key_id needs key k1, which is missing',
  );
  const other = Buffer.alloc(32, 9).toString('base64');
  await expect(restoreWith((ring) => (ring.k1 = other))).rejects.toThrow(
    'tokens.check_key_id needs key k1, and this is another key',
  );
});
