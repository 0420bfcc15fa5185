import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Document } from '@caredrop/contracts';
import type { EventData } from '@caredrop/contracts/events';
import { ledgerRangeResponse } from '@caredrop/contracts/internal';
import { emitInto, OutboxRelay } from '@caredrop/messaging';
import { aPdf, eventually, newKeyRing, people } from '@caredrop/testing';
import { jest } from '@jest/globals';
import { UserNames } from '../src/people/user-names.js';
import { command } from './support/command.js';
import { DocumentService, type Colleague } from './support/document-service.js';
import { upload } from './support/uploads.js';

const reception = randomUUID();
const [ana, ben, chloe, dora] = [people.ana, people.ben, people.chloe, people.dora];
const member: Colleague = { ...ben, teams: [randomUUID(), reception] };
const cover: Colleague = { ...ben, covers: [chloe.id, ana.id] };
const memberOfAnother: Colleague = { ...ben, teams: [randomUUID()] };
const coverOfAnother: Colleague = { ...ben, covers: [chloe.id] };

let service: DocumentService;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'teams-'));
  writeFileSync(path.join(folder, 'KEK_KEYS.json'), newKeyRing(), { mode: 0o600 });
  service = await DocumentService.start({
    ...{ SESSION_CACHE_MS: '1', KEK_KEYS: `file:${path.join(folder, 'KEK_KEYS.json')}` },
  });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

/** Uploads a document through a link of Ana's, by default one made for the reception team. */
async function sent(given: { teamId?: string | null; version?: number } = { teamId: reception, version: 3 }) {
  const link = service.token.newLink({ ownerId: ana.id, ...given });
  const file = { bytes: aPdf(), name: 'letter.pdf', type: 'application/pdf' };
  expect((await upload(service, link, { file })).status).toBe(201);
  return service.prisma.document.findUniqueOrThrow({ where: { tokenId: link.tokenId } });
}

type Assigned = Pick<EventData<'token.assigned'>, 'ownerId' | 'teamId' | 'version'>;
async function assign(tokenId: string, assigned: Assigned): Promise<void> {
  const origin = { source: 'token', correlation: undefined, causationId: null };
  const data = { tokenId, ...assigned, previousOwnerId: ana.id };
  await emitInto(
    service.prisma,
    origin,
    () => undefined,
  )({ type: 'token.assigned', aggregateId: tokenId, aggregateVersion: assigned.version, data });
  service.app.get(OutboxRelay).wake();
}
const nameIsUnavailableOnce = () =>
  jest.spyOn(service.app.get(UserNames), 'find').mockResolvedValueOnce(new Map());
const row = (id: string) => service.prisma.document.findUniqueOrThrow({ where: { id } });
const handled = (eventType: string, aggregateId: string) =>
  service.prisma.outboxEvent.findMany({ where: { type: eventType, aggregateId } });
const get = (url: string, as?: Colleague) =>
  service.call<{ document: Document }>('GET', url, { as: as ?? null });

/** Paths of the file, its thumbnail and its safe copy, as given to this reader. */
async function pathsOf(id: string, as: Colleague): Promise<string[]> {
  const { document } = (await get(`/documents/${id}`, as)).body.data;
  const file = new URL(document.file_url ?? '').pathname.replace('/api', '');
  return [file, `${file}/thumbnail`, `${file}/pages/1`];
}

/** Rotates the key-encryption key, then backs up and restores the database, as an operator does. */
async function rotateAndRestore(key: string): Promise<void> {
  const backup = path.join(folder, `backup-${key}`);
  for (const line of [`keys add ${key}`, `keys use ${key}`, 'keys rewrap', `backup --to ${backup}`])
    expect([line, (await command(service, line)).exitCode]).toEqual([line, 0]);
  await service.app.close();
  const restored = await command(service, `restore --from ${backup} --replace`);
  expect([restored.text, restored.exitCode]).toEqual([expect.any(String), 0]);
  await service.listen();
}

describe('access to a document', () => {
  const calls = [
    ['GET', (id: string) => `/documents/${id}`, undefined],
    ['POST', (id: string) => `/documents/${id}/review`, { state: 'reviewed', from: 'new' }],
    ['POST', (id: string) => `/documents/${id}/snooze`, { reason: 'new_document', until: null }],
    ['DELETE', (id: string) => `/upload/file/${id}`, undefined],
    ['DELETE', () => '/upload/files/bulk', 'ids'],
  ] as const;
  const callers: [Colleague, boolean][] = [
    [member, true],
    [cover, true],
    [memberOfAnother, false],
    [coverOfAnother, false],
    [ben, false],
    [dora, true],
  ];

  it.each(calls)(
    '%s: the team, the covering colleague and administrators have access, and others get 404',
    async (method, url, body) => {
      for (const [as, allowed] of callers) {
        const { id } = await sent();
        const json = body === 'ids' ? { documentIds: [id] } : body;
        const { status } = await service.call(method, url(id), { as, ...(json && { json }) });
        expect([as.teams, as.covers, status]).toEqual([as.teams, as.covers, allowed ? 200 : 404]);
      }
    },
  );

  it('a document without a team is visible to the covering colleague, but not to a member of a team', async () => {
    const { id } = await sent({ teamId: null });
    expect((await get(`/documents/${id}`, member)).status).toBe(404);
    expect((await get(`/documents/${id}`, cover)).status).toBe(200);
  });

  it('the file, its thumbnail and its safe copy become unavailable as soon as a reader leaves the team or the cover ends', async () => {
    const { id } = await sent();
    for (const reader of [member, cover]) {
      const paths = await pathsOf(id, reader);
      for (const file of paths) expect([file, (await get(file)).status]).toEqual([file, 200]);
      service.auth.sessions.set(service.sessionOf(reader), ben);
      for (const file of paths)
        await eventually(async () => expect([file, (await get(file)).status]).toEqual([file, 404]));
    }
  });

  it('a selection with one document of another team is refused as a whole', async () => {
    const [own, other] = [await sent(), await sent({ teamId: randomUUID() })];
    const json = { documentIds: [own.id, other.id] };
    expect((await service.call('DELETE', '/upload/files/bulk', { as: member, json })).status).toBe(404);
    expect((await get(`/documents/${own.id}`, member)).status).toBe(200);
  });

  it('a colleague’s document shows its owner and team', async () => {
    const { id } = await sent();
    const { document } = (await get(`/documents/${id}`, member)).body.data;
    expect(document).toMatchObject({ not_mine: true, team_id: reception, user: { firstName: 'Ana' } });
    expect((await get(`/documents/${id}`, ana)).body.data.document).not.toHaveProperty('not_mine');
  });

  it('a document is marked as seen for each person separately', async () => {
    const { id } = await sent();
    await get(`/documents/${id}`, member);
    const { uploads } = (await service.call<{ uploads: Document[] }>('GET', '/documents', { as: ana })).body
      .data;
    expect(uploads.find((one) => one.id === id)).toMatchObject({ seen: false });
  });
});

describe('the lists of colleagues’ documents', () => {
  const teamId = randomUUID();
  const both: Colleague = { ...ben, teams: [randomUUID(), teamId], covers: [chloe.id, randomUUID()] };
  const listed = async (query: string, as = both) => {
    const response = await service.call<{ uploads: Document[] }>('GET', `/documents${query}`, { as });
    return response.body.data.uploads.map(({ id }) => id);
  };
  const attention = async (query: string, as = both) => {
    const url = `/documents/attention${query}`;
    type Answered = { documents: { document: Document }[]; total: number };
    const { data } = (await service.call<Answered>('GET', url, { as })).body;
    expect(data.total).toBe(data.documents.length);
    return data.documents.map(({ document }) => document.id);
  };
  const of = async (owner: Colleague, team: string | null) => {
    const { id } = await sent({ teamId: team });
    await service.prisma.document.update({ where: { id }, data: { ownerId: owner.id, sealedFor: ana.id } });
    return id;
  };

  it('each scope lists its own documents, and all scopes together count each document once', async () => {
    const mine = await of(ben, null);
    const team = await of(dora, teamId);
    const covered = await of(chloe, teamId);
    expect(await listed('')).toEqual([mine]);
    expect(await listed('?scope=team')).toEqual([covered, team]);
    expect(await listed('?scope=covered')).toContain(covered);
    expect(await listed('?scope=covered')).not.toContain(team);
    expect(await listed('?scope=team&search=letter&limit=1')).toEqual([covered]);
    expect(await listed('?scope=team', ben)).toEqual([]);
    expect(await attention('?scope=team')).toEqual([team, covered]);
    expect(await attention('')).toEqual([mine]);
    const any = await attention('?scope=any');
    expect(any.filter((id) => [mine, team, covered].includes(id))).toEqual([mine, team, covered]);
    expect(await attention('?scope=any', ben)).toEqual([mine]);
  });
});

describe('a document whose link was assigned', () => {
  afterEach(() => jest.restoreAllMocks());

  it('the events of an upload contain the team of its link', async () => {
    const { id, tokenId } = await sent();
    const [completed] = await handled('upload.completed', id);
    expect(completed?.envelope).toMatchObject({ data: { tokenId, ownerId: ana.id, teamId: reception } });
  });

  it('the document belongs to the new owner, and no longer to the old one', async () => {
    const { id, tokenId } = await sent({ teamId: reception, version: 3 });
    await assign(tokenId, { ownerId: chloe.id, version: 4 });
    await eventually(async () =>
      expect(await row(id)).toMatchObject({ ownerId: chloe.id, teamId: null, ownerFirstName: 'Chloe' }),
    );
    expect((await get(`/documents/${id}`, chloe)).status).toBe(200);
    for (const former of [ana, member, cover]) {
      if (former !== cover) expect((await get(`/documents/${id}`, former)).status).toBe(404);
    }
    const [told] = await handled('document.assigned', id);
    expect(told?.envelope).toMatchObject({
      aggregateVersion: 2,
      data: { documentId: id, ownerId: chloe.id, previousOwnerId: ana.id, previousTeamId: reception },
    });
  });

  it('the new owner of a document sees it although they had snoozed it, and other snoozes stay', async () => {
    const { id, tokenId } = await sent({ teamId: reception, version: 3 });
    const until = new Date(Date.now() + 86_400_000);
    await service.prisma.documentSnooze.createMany({
      data: [ana, ben].map((person) => ({ documentId: id, userId: person.id, until })),
    });
    const snoozers = async () =>
      (await service.prisma.documentSnooze.findMany({ where: { documentId: id } })).map(
        ({ userId }) => userId,
      );
    await assign(tokenId, { ownerId: ana.id, version: 4 });
    await eventually(async () => expect((await row(id)).ownerVersion).toBe(4));
    expect(await snoozers()).toHaveLength(2);
    await assign(tokenId, { ownerId: ben.id, version: 5 });
    await eventually(async () => expect((await row(id)).ownerId).toBe(ben.id));
    expect(await snoozers()).toEqual([ana.id]);
  });

  it('the newest assignment wins, whatever the order and number of events', async () => {
    const { id, tokenId } = await sent({ version: 3 });
    await assign(tokenId, { ownerId: chloe.id, teamId: reception, version: 6 });
    await eventually(async () => expect((await row(id)).ownerVersion).toBe(6));
    await assign(tokenId, { ownerId: ben.id, version: 5 });
    await assign(tokenId, { ownerId: ben.id, version: 6 });
    const last = await sent();
    await assign(last.tokenId, { ownerId: ben.id, version: 9 });
    await eventually(async () => expect((await row(last.id)).ownerId).toBe(ben.id));
    expect(await row(id)).toMatchObject({ ownerId: chloe.id, teamId: reception, ownerVersion: 6 });
    expect(await handled('document.assigned', id)).toHaveLength(1);
  });

  it('an assignment to another team while the owner’s name is unavailable keeps the name', async () => {
    const { id, tokenId } = await sent({ version: 3 });
    nameIsUnavailableOnce();
    await assign(tokenId, { ownerId: ana.id, teamId: reception, version: 4 });
    await eventually(async () => expect((await row(id)).teamId).toBe(reception));
    expect(await row(id)).toMatchObject({ ownerFirstName: 'Ana', ownerLastName: 'Silva' });
  });

  it('an assignment to another owner whose name is unavailable is handled again until it is available', async () => {
    const { id, tokenId } = await sent({ version: 3 });
    const find = nameIsUnavailableOnce();
    await assign(tokenId, { ownerId: chloe.id, version: 4 });
    await eventually(async () => expect((await row(id)).ownerId).toBe(chloe.id));
    expect(await row(id)).toMatchObject({ ownerFirstName: 'Chloe', ownerVersion: 4 });
    expect(find).toHaveBeenCalledTimes(2);
    expect(await handled('document.assigned', id)).toHaveLength(1);
  });

  it('an assignment that is not newer than the claim of the upload changes nothing', async () => {
    const { id, tokenId } = await sent({ teamId: reception, version: 7 });
    await assign(tokenId, { ownerId: ben.id, version: 7 });
    const last = await sent();
    await assign(last.tokenId, { ownerId: ben.id, version: 9 });
    await eventually(async () => expect((await row(last.id)).ownerId).toBe(ben.id));
    expect(await row(id)).toMatchObject({ ownerId: ana.id, teamId: reception });
  });

  it('file, thumbnail and safe copy stay readable after the document changes hands and keys are rotated', async () => {
    const { id, tokenId } = await sent({ version: 1 });
    for (const [version, owner] of [ben, chloe].entries()) {
      await assign(tokenId, { ownerId: owner.id, version: version + 2 });
      await eventually(async () => expect((await row(id)).ownerId).toBe(owner.id));
      await rotateAndRestore(`hand${version}`);
      const [file = '', ...pictures] = await pathsOf(id, owner);
      expect((await get(file)).bytes).toEqual(aPdf());
      for (const picture of pictures) expect((await get(picture)).headers['content-type']).toMatch(/^image/);
    }
    expect(await command(service, 'reconcile --dry-run --verify')).toMatchObject({ exitCode: 0 });
    expect((await row(id)).sealedFor).toBe(ana.id);
  });

  it('the ledger reports the document’s owner and team, so that the token service can compare them', async () => {
    const { tokenId } = await sent({ teamId: reception, version: 3 });
    const json = { after: null, upTo: null };
    const { body } = await service.call('POST', '/internal/ledger/range', { caller: 'token', json });
    const entry = ledgerRangeResponse.parse(body.data).entries.find((one) => one.tokenId === tokenId);
    expect(entry).toMatchObject({ ownerId: ana.id, teamId: reception, ownerVersion: 3 });
  });
});
