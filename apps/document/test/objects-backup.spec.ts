import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { people } from '@caredrop/testing';
import { command } from './support/command.js';
import { DocumentService } from './support/document-service.js';
import { newStore, unreachableStore } from './support/service-stores.js';
import { upload } from './support/uploads.js';

let service: DocumentService;
let folder: string;

beforeEach(async () => {
  service = await DocumentService.start();
  folder = await mkdtemp(path.join(tmpdir(), 'objects-'));
});
afterEach(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

async function received() {
  const link = service.token.newLink();
  expect((await upload(service, link)).status).toBe(201);
  return service.prisma.document.findFirstOrThrow({ where: { link: link.link } });
}
const at = (name: string) => path.join(folder, name);
const lines = async (name: string) =>
  (await readFile(path.join(at(name), 'objects.jsonl'), 'utf8')).trim().split('\n');
const bytesOf = (target: Record<string, string>, key: string | null) =>
  service.withStore((store) => store.get(key ?? '', 10_000_000), target);

it('a backup copies the ciphertext, and a restore into an empty store restores every byte', async () => {
  const documents = [await received(), await received()];
  expect((await command(service, `objects backup --to ${at('a')}`)).text).toMatch(
    /^objects: 2, 0.0 MiB, of 2/,
  );
  expect(await lines('a')).toHaveLength(3);
  const target = await newStore();
  const checked = await command(service, `objects restore --check --from ${at('a')}`, target);
  expect(checked).toEqual({ exitCode: 0, text: 'objects: 2 in the backup; the restore can begin' });
  const restored = await command(service, `objects restore --from ${at('a')}`, target);
  expect(restored).toEqual({ exitCode: 0, text: expect.stringContaining('objects: 2') });
  for (const { storageKey } of documents) {
    const copy = await readFile(path.join(at('a'), 'objects', storageKey ?? ''));
    expect(copy.includes('%PDF')).toBe(false);
    expect(await bytesOf(target, storageKey)).toEqual(copy);
  }
});

it('a backup hard-links objects of the previous backup and fetches only new ones', async () => {
  const old = await received();
  await command(service, `objects backup --to ${at('a')}`);
  await received();
  await command(service, `objects backup --to ${at('b')} --previous ${at('a')}`);
  const file = (name: string) => stat(path.join(at(name), 'objects', old.storageKey ?? ''));
  expect((await file('b')).ino).toBe((await file('a')).ino);
  expect(await lines('b')).toHaveLength(3);
});

it.each([
  ['changed', (object: Buffer) => object.map((byte, at) => (at === 40 ? byte ^ 1 : byte))],
  ['truncated', (object: Buffer) => object.subarray(1)],
])('an object that is %s in the previous backup is copied from the store', async (_how, damage) => {
  const { storageKey } = await received();
  const file = (name: string) => path.join(at(name), 'objects', storageKey ?? '');
  await command(service, `objects backup --to ${at('a')}`);
  const object = await readFile(file('a'));
  const damaged = Buffer.from(damage(object));
  await writeFile(file('a'), damaged);
  for (const name of ['b', 'a']) {
    expect(await readFile(file('a'))).toEqual(damaged);
    await command(service, `objects backup --to ${at(name)} --previous ${at('a')}`);
    expect(await readFile(file(name))).toEqual(object);
  }
});

it('a backup leaves out the objects of deleted documents', async () => {
  const document = await received();
  await service.call('DELETE', `/upload/file/${document.id}`, { as: people.ana });
  await received();
  await command(service, `objects backup --to ${at('a')}`);
  expect((await lines('a')).join()).not.toContain(document.storageKey);
});

it('a restore refuses a store that is not empty, unless --replace is given', async () => {
  await received();
  await command(service, `objects backup --to ${at('a')}`);
  for (const check of ['', '--check '])
    await expect(command(service, `objects restore ${check}--from ${at('a')}`)).rejects.toThrow(
      'is not empty',
    );
  expect((await command(service, `objects restore --from ${at('a')} --replace`)).exitCode).toBe(0);
});

it('a restore leaves out a damaged object, names it and restores the others', async () => {
  const [bad, good] = [await received(), await received()];
  await command(service, `objects backup --to ${at('a')}`);
  await writeFile(path.join(at('a'), 'objects', bad.storageKey ?? ''), 'damaged');
  const target = await newStore();
  const { text, exitCode } = await command(service, `objects restore --from ${at('a')}`, target);
  expect([exitCode, text]).toEqual([
    2,
    expect.stringContaining(`left out, missing or damaged in the backup: ${bad.storageKey}`),
  ]);
  expect(await bytesOf(target, good.storageKey)).not.toHaveLength(0);
});

describe('a restore of one document', () => {
  const restoreOne = (id: string, more = '') =>
    command(service, `objects restore --from ${at('a')} --document ${id}${more}`);

  it('a restore of one document stores only that document’s object', async () => {
    const [lost, deleted] = [await received(), await received()];
    await command(service, `objects backup --to ${at('a')}`);
    const object = await bytesOf({}, lost.storageKey);
    await service.withStore(async (store) => {
      for (const { storageKey } of [lost, deleted]) await store.delete(storageKey ?? '');
    });
    const restored = await restoreOne(lost.id);
    expect(restored).toEqual({ exitCode: 0, text: `restored: ${lost.storageKey}` });
    expect(await bytesOf({}, lost.storageKey)).toEqual(object);
    await expect(bytesOf({}, deleted.storageKey)).rejects.toThrow('no such object');
  });

  it('a restore of one document overwrites a changed object, which is evidence, only with --replace', async () => {
    const { id, storageKey } = await received();
    await command(service, `objects backup --to ${at('a')}`);
    const object = await bytesOf({}, storageKey);
    const changed = Buffer.from(object.map((byte) => byte ^ 1));
    await service.withStore((store) => store.put(storageKey ?? '', changed));
    await expect(restoreOne(id)).rejects.toThrow(
      `The store contains ${storageKey}: nothing was changed. Copy it if it may be evidence, then use --replace`,
    );
    expect(await bytesOf({}, storageKey)).toEqual(changed);
    expect((await restoreOne(id, ' --replace')).exitCode).toBe(0);
    expect(await bytesOf({}, storageKey)).toEqual(object);
  });

  it('a restore of one document is refused if its object is missing or damaged in the backup, or if the document is unknown', async () => {
    const damaged = await received();
    await command(service, `objects backup --to ${at('a')}`);
    const newer = await received();
    await writeFile(path.join(at('a'), 'objects', damaged.storageKey ?? ''), 'damaged');
    await expect(restoreOne(damaged.id, ' --replace')).rejects.toThrow(
      `${damaged.storageKey} is missing or damaged in the backup`,
    );
    await expect(restoreOne(newer.id, ' --replace')).rejects.toThrow(
      `${newer.storageKey} is missing or damaged in the backup`,
    );
    await expect(restoreOne(damaged.tokenId)).rejects.toThrow('No stored document has this id');
    await expect(restoreOne('all')).rejects.toThrow('Usage');
  });
});

it('a check of a backup names missing and damaged objects, exits with 2 and stores nothing', async () => {
  const [damaged, missing] = [await received(), await received()];
  await received();
  await command(service, `objects backup --to ${at('a')}`);
  await writeFile(path.join(at('a'), 'objects', damaged.storageKey ?? ''), 'damaged');
  await rm(path.join(at('a'), 'objects', missing.storageKey ?? ''));
  const target = await newStore();
  const { text, exitCode } = await command(service, `objects restore --check --from ${at('a')}`, target);
  const [sum, ...named] = text.split('\n');
  expect([exitCode, sum]).toEqual([2, 'objects: 3 in the backup; the restore can begin']);
  expect(named.sort()).toEqual(
    [damaged, missing]
      .map(({ storageKey }) => `would be left out, missing or damaged in the backup: ${storageKey}`)
      .sort(),
  );
  expect((await command(service, `objects restore --from ${at('a')}`, target)).exitCode).toBe(2);
});

it('a failed backup leaves nothing behind, and a truncated manifest is refused', async () => {
  await received();
  await expect(command(service, `objects backup --to ${at('a')}`, unreachableStore())).rejects.toThrow();
  expect(await readdir(at('a')).catch(() => [])).toEqual([]);
  await command(service, `objects backup --to ${at('a')}`);
  const manifest = path.join(at('a'), 'objects.jsonl');
  await writeFile(manifest, `${(await lines('a')).slice(0, -1).join('\n')}\n`);
  await expect(command(service, `objects restore --from ${at('a')}`, await newStore())).rejects.toThrow(
    'is truncated',
  );
});

it('a restore with a truncated manifest stores nothing, so that it can be repeated without --replace', async () => {
  await received();
  await command(service, `objects backup --to ${at('a')}`);
  const manifest = path.join(at('a'), 'objects.jsonl');
  const whole = await readFile(manifest, 'utf8');
  const [object] = await lines('a');
  await writeFile(manifest, `${object}\n`.repeat(20));
  const target = await newStore();
  const restore = () => command(service, `objects restore --from ${at('a')}`, target);
  await expect(restore()).rejects.toThrow('is truncated');
  await writeFile(manifest, whole);
  expect((await restore()).exitCode).toBe(0);
});
