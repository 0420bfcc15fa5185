import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Document } from '@caredrop/contracts';
import { aPdf, eventually } from '@caredrop/testing';
import { ApiClient } from '../support/api.js';
import { OwnStack, tool } from '../support/own-stack.js';

const folders: string[] = [];
/** Below the system's temporary folder, because user postgres must be able to traverse it. */
function aFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `caredrop-drill-${name}-`));
  folders.push(folder);
  return folder;
}
const [first, withoutKeys, second] = [aFolder('first'), aFolder('no-keys'), aFolder('second')];
const backup = path.join(aFolder('backup'), 'today');
const keys = path.join(aFolder('safe'), 'keys.sealed');
const account = { email: 'drill@clinic.example', password: 'a drill in november' };
const sealed = { KEYS_PASSPHRASE: 'kept in another building' };
let running: OwnStack | undefined;

afterAll(async () => {
  await running?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Starts without demo data: the drill creates what it needs. */
async function startEmpty(home: string): Promise<ApiClient> {
  writeFileSync(path.join(home, 'demo-seeded'), '');
  running = await OwnStack.start(home);
  return new ApiClient(running.run.url);
}

const hashes = new Map<string, string>();
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Sends a document through a link and remembers its hash by the link's id. */
async function send(api: ApiClient, link: { id: string; token: string }): Promise<void> {
  const bytes = aPdf({ text: `drill ${randomUUID()}` });
  const response = await api.upload(link.token, { bytes, name: 'drill.pdf', type: 'application/pdf' });
  expect(response.status).toBe(201);
  hashes.set(link.id, hashOf(bytes));
}

async function hashOfStored({ file_url }: Document): Promise<string> {
  const response = await fetch(file_url ?? '');
  expect(response.status).toBe(200);
  return hashOf(new Uint8Array(await response.arrayBuffer()));
}

async function done(home: string, line: string, code = 0, env = {}): Promise<string> {
  const ended = await tool(home, line, env);
  if (ended.code !== code) throw new Error(`${line} ended with ${ended.code}:\n${ended.output}`);
  return ended.output;
}

/** Waits until the store of this home contains exactly this many objects, so that deleted ones are gone. */
async function objectsLeft(home: string, count: number): Promise<void> {
  const files = () => readdirSync(path.join(home, 'objects'), { recursive: true, encoding: 'utf8' });
  const objects = () => files().filter((name) => /^documents.[0-9a-f]{2}.[0-9a-f]{32}$/.test(name));
  await eventually(() => expect(objects()).toHaveLength(count), 60_000);
}

it('after a restore and a reconcile every document of the backup is intact or marked as lost', async () => {
  const began = Date.now();
  const before = await startEmpty(first);
  await done(
    first,
    `admin create-user --email ${account.email} --first Drew --last Ill --role admin --password ${account.password.replaceAll(' ', '-')}`,
  );
  const credentials = { ...account, password: account.password.replaceAll(' ', '-') };
  await before.signIn(credentials);
  const [whole, between, deleted, tooLate] = await Promise.all(
    [1, 2, 3, 4].map((n) => before.createToken(`D-${n}`)),
  );
  if (!whole || !between || !deleted || !tooLate) throw new Error('four links were not made');
  await send(before, whole);
  await send(before, deleted);
  await eventually(async () => expect((await before.token(deleted.id)).uploads).toHaveLength(1));

  await done(first, `audit checkpoint --out ${path.join(first, 'checkpoint.json')}`);

  // The parts are backed up one after the other (links, documents, objects) while changes continue.
  await done(first, `backup --to ${backup} --only auth,token,notification,audit`);
  await send(before, between);
  const unknown = await before.createToken('D-5');
  await send(before, unknown);
  await done(first, `backup --to ${backup} --only document`);
  const doomed = (await before.documents()).find((document) => document.token_id === deleted.id);
  await before.delete(`/upload/file/${doomed?.id}`);
  await objectsLeft(first, 3);
  await done(first, `backup --to ${backup} --only objects`);
  await send(before, tooLate);
  await done(first, `keys export --to ${keys}`, 0, sealed);

  // Simulates the disaster.
  await running?.stop();
  rmSync(first, { recursive: true });
  const lostAt = Date.now();

  // Nothing is changed without the keys.
  expect(await done(withoutKeys, `restore --from ${backup}`, 1)).toContain('and this is another key');
  await done(second, `keys import --from ${keys}`, 0, sealed);
  expect(await done(second, `restore --from ${backup}`)).toContain('recovery point');
  const after = await startEmpty(second);
  const told = await done(second, 'reconcile --verify', 2);
  expect(told).toContain(`lost, marked as lost: 1\n  ${doomed?.id}`);
  expect(told).toContain(`links in the ledger that are unknown here: 1\n  ${unknown.id}`);
  expect(told).toMatch(/read and verified +3/);

  // Everything in the documents' backup exists, byte by byte, and missing objects are reported.
  await after.signIn(credentials);
  const documents = await after.documents();
  expect(documents.map(({ token_id }) => token_id).sort()).toEqual(
    [whole.id, between.id, deleted.id, unknown.id].sort(),
  );
  for (const document of documents) {
    if (document.token_id === deleted.id) expect(document).toMatchObject({ lost: true, file_url: null });
    else expect(await hashOfStored(document)).toBe(hashes.get(document.token_id));
  }
  // A link is used when its document exists, and open when its document was too late for the backup.
  expect(await after.token(between.id)).toMatchObject({
    status: 'used',
    uploads: [{ token_id: between.id }],
  });
  await send(after, tooLate);
  expect(
    (await after.upload(between.token, { bytes: aPdf(), name: 'x.pdf', type: 'application/pdf' })).status,
  ).toBe(410);
  // Running it again changes nothing, and still reports what cannot be repaired.
  const again = await done(second, 'reconcile --republish 2026-01-01T00:00:00Z', 2);
  expect(again).toMatch(/events republished: [1-9]/);
  expect(again).not.toContain('marked as');
  // The audit is still signed with the same key.
  expect(await done(second, 'audit verify')).toMatch(/Proved up to entry [1-9]/);
  // A stack that contains data is not overwritten by mistake.
  await running?.stop();
  expect(await done(second, `restore --from ${backup}`, 1)).toContain('it contains data');
  process.stdout.write(
    `drill: ${seconds(began, lostAt)} s until the loss, ${seconds(lostAt, Date.now())} s from loss to verified restore\n`,
  );
}, 900_000); // It starts two stacks and runs a dozen commands.

const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(0);
