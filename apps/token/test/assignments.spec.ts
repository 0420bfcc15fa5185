import { randomUUID } from 'node:crypto';
import type { Token, TokenDetails } from '@caredrop/contracts';
import type { ClaimResponse } from '@caredrop/contracts/internal';
import type { Principal } from '@caredrop/service-kit';
import { eventually, lockWaits, people } from '@caredrop/testing';
import { HAND_OVER_BATCH, HandOverLinks } from '../src/assignments/hand-over-links.js';
import { ForgetHandOvers } from '../src/jobs/forget-hand-overs.js';
import { aLink } from './support/a-link.js';
import { ana, ben, dora, openTeams, TokenApp, upload } from './support/token-app.js';

const [reception, billing] = [randomUUID(), randomUUID()];
const inReception = (person: Principal): Principal => ({ ...person, teams: [randomUUID(), reception] });
const [anaHere, benHere] = [inReception(ana), inReception(ben)];
const benCovers: Principal = { ...ben, covers: [randomUUID(), ana.userId] };

let app: TokenApp;
beforeAll(async () => {
  app = await TokenApp.start();
});
afterAll(async () => app.stop());
beforeEach(async () => {
  await app.prisma.outbox.deleteMany();
  app.document.on('/internal/documents/by-token', () => ({ documents: [] }));
  app.notification.on('/internal/sms', () => ({ outcome: 'accepted', status: 'sent' }));
  app.auth.on('/internal/teams/names', openTeams);
  app.auth.on('/internal/users/names', () => ({
    users: [
      ...[people.ana, people.ben, people.dora].map((one) => ({ ...one, disabled: false })),
      { ...people.chloe, disabled: true },
    ],
  }));
});

const archivedTeams = (body: Record<string, unknown>) => ({
  teams: openTeams(body).teams.map((team) => ({ ...team, archived: true })),
});
const noTeams = () => ({ teams: [] });
const away = () => {
  throw new Error('away');
};

const row = (id: string) => app.prisma.token.findUniqueOrThrow({ where: { id } });
const make = async (as: Principal, more: object = {}) =>
  app.call<{ token: Token }>('POST', '/tokens', { as, body: { patientRefId: 'P-1', ...more } });
const forTeam = async () => (await make(anaHere, { teamId: reception })).body.data.token;
const details = (id: string, as: Principal) =>
  app.call<{ token: TokenDetails }>('GET', `/tokens/${id}`, { as });
const assign = (id: string, as: Principal, body: object) =>
  app.call<{ token: Token }>('POST', `/tokens/${id}/assign`, { as, body });

const snooze = (id: string, as: Principal) =>
  app.call('POST', `/tokens/${id}/snooze`, {
    as,
    body: { reason: 'ending', until: new Date(Date.now() + 86_400_000).toISOString() },
  });
const snoozers = async (tokenId: string) =>
  (await app.prisma.tokenSnooze.findMany({ where: { tokenId } })).map(({ userId }) => userId);

describe('the team of a link', () => {
  it('a link is made for a team of the clinician, and its events name the team', async () => {
    const { id } = await forTeam();
    await app.call('PATCH', `/tokens/${id}`, { as: anaHere, body: { status: 'revoked' } });
    for (const type of ['token.created', 'token.revoked'] as const)
      expect(await app.emitted(type)).toEqual([{ tokenId: id, ownerId: ana.userId, teamId: reception }]);
  });

  it('a link for a team that the clinician does not belong to is refused', async () => {
    const response = await make(anaHere, { teamId: billing });
    expect(response).toMatchObject({ status: 403, body: { code: 'team_not_yours' } });
    expect(await app.emitted('token.created')).toEqual([]);
  });

  it('even an administrator can make links only for teams to which they belong', async () => {
    expect((await make(dora, { teamId: reception })).status).toBe(403);
  });

  it('a link for a team that is archived is refused, and nothing is written', async () => {
    const before = await app.prisma.token.count();
    app.auth.on('/internal/teams/names', archivedTeams);
    expect(await make(anaHere, { teamId: reception })).toMatchObject({
      status: 400,
      body: { code: 'team_unknown' },
    });
    expect(await app.prisma.token.count()).toBe(before);
    expect(await app.emitted('token.created')).toEqual([]);
  });

  it('repeating the call that made a link returns that link, even if its team has since been archived', async () => {
    const call = () =>
      app.call<{ token: Token }>('POST', '/tokens', {
        as: anaHere,
        body: { patientRefId: 'P-1', teamId: reception },
        headers: { 'idempotency-key': 'a key of this test alone' },
      });
    const { id } = (await call()).body.data.token;
    app.auth.on('/internal/teams/names', archivedTeams);
    expect((await call()).body.data.token.id).toBe(id);
  });

  it('a link for a team is not made while auth cannot be reached', async () => {
    const before = await app.prisma.token.count();
    app.auth.on('/internal/teams/names', away);
    expect((await make(anaHere, { teamId: reception })).status).toBe(503);
    expect(await app.prisma.token.count()).toBe(before);
  });

  it('a replacement link keeps the team, and so does a link that asks again', async () => {
    const { id } = await forTeam();
    const response = await app.call<{ token: Token }>('POST', `/tokens/${id}/reissue`, {
      as: anaHere,
      body: { send: false },
    });
    expect(await row(response.body.data.token.id)).toMatchObject({ teamId: reception, ownerId: ana.userId });
    const used = await aLink(app).claimed().confirmed().used().make();
    await app.prisma.token.update({ where: { id: used.id }, data: { teamId: reception } });
    const again = await app.call<{ token: Token }>('POST', `/tokens/${used.id}/ask-again`, {
      as: benHere,
      body: { reason: 'blurred', send: false },
    });
    expect(await row(again.body.data.token.id)).toMatchObject({ teamId: reception, ownerId: ana.userId });
  });

  it('a claim returns the team and the version of the link to the document service', async () => {
    const { token, id } = await forTeam();
    const claimed = (await app.claim(token)) as Extract<ClaimResponse, { outcome: 'claimed' }>;
    expect(claimed.token).toMatchObject({ tokenId: id, teamId: reception, version: 1 });
  });
});

describe('who may work on a link', () => {
  const calls: [string, 'GET' | 'POST' | 'PATCH', string, unknown][] = [
    ['details', 'GET', '', undefined],
    ['revoke', 'PATCH', '', { status: 'revoked' }],
    ['extend', 'POST', '/extend', { days: 9 }],
    ['reissue', 'POST', '/reissue', { send: false }],
    ['text', 'POST', '/send-sms', { phoneNumber: '07700 900123' }],
    ['email', 'POST', '/send-email', { email: 'pat@example.org' }],
    ['snooze', 'POST', '/snooze', { reason: 'ending', until: null }],
    ['reminders', 'GET', '/reminders', undefined],
    ['the sheet', 'GET', '/sheet', undefined],
    ['assign', 'POST', '/assign', { userId: people.ben.id }],
  ];
  const callers: [string, Principal, boolean][] = [
    ['its team', benHere, true],
    ['the cover of its owner', benCovers, true],
    ['an administrator', dora, true],
    ['another team', { ...ben, teams: [billing] }, false],
    ['the cover of another colleague', { ...ben, covers: [people.chloe.id] }, false],
    ['a former member', ben, false],
  ];

  it.each(calls)(
    'the call "%s" is allowed for the team, the cover and administrators; for others the link does not exist',
    async (_what, method, path, body) => {
      for (const [who, as, allowed] of callers) {
        const { id } = await forTeam();
        const response = await app.call(method, `/tokens/${id}${path}`, {
          as,
          ...(body !== undefined && { body }),
        });
        expect([who, response.status < 300]).toEqual([who, allowed]);
        if (!allowed) expect(response).toMatchObject({ status: 404, body: { code: 'token_not_found' } });
      }
    },
  );

  it('viewing a colleague’s link is audited', async () => {
    const { id } = await forTeam();
    await details(id, benHere);
    expect(await app.audited('token.view')).toMatchObject([
      { actor: { id: ben.userId }, subject: { id }, related: [{ kind: 'user', id: ana.userId }] },
    ]);
  });

  it('an export with one link that the caller may not work on is refused as a whole', async () => {
    const [mine, other] = [await forTeam(), await app.create()];
    const call = (tokenIds: string[]) =>
      app.call('POST', '/tokens/exports', { as: benHere, body: { tokenIds } });
    expect((await call([mine.id])).status).toBe(200);
    expect((await call([mine.id, other.id])).status).toBe(404);
  });

  it('a colleague’s link shows its owner and its team', async () => {
    const { id } = await forTeam();
    expect((await details(id, benHere)).body.data.token).toMatchObject({
      ...{ notMine: true, team_id: reception },
      user: { firstName: 'Ana' },
    });
    expect((await details(id, anaHere)).body.data.token).not.toHaveProperty('notMine');
  });
});

describe('the lists of colleagues’ links', () => {
  const teamId = randomUUID();
  const member: Principal = { ...ben, teams: [randomUUID(), teamId], covers: [randomUUID(), ana.userId] };
  const listed = async (query: string, as = member) => {
    const { data } = (await app.call<{ tokens: Token[] }>('GET', `/tokens${query}`, { as })).body;
    return data.tokens.map(({ id }) => id);
  };
  const attention = async (query: string, as = member) => {
    const url = `/tokens/attention${query}`;
    const { data } = (await app.call<{ tokens: { token: Token }[]; total: number }>('GET', url, { as })).body;
    expect(data.total).toBe(data.tokens.length);
    return data.tokens.map(({ token }) => token.id).sort();
  };
  let mine: string;
  let team: string;
  let covered: string;
  beforeEach(async () => {
    await app.prisma.token.deleteMany();
    const anaHere: Principal = { ...ana, teams: [teamId] };
    mine = (await app.create(ben)).id;
    team = (await make({ ...dora, teams: [teamId] }, { teamId })).body.data.token.id;
    covered = (await make(anaHere, { teamId })).body.data.token.id;
    const strangers = await app.create(dora);
    await app.prisma.token.updateMany({
      where: { id: { in: [mine, team, covered, strangers.id] } },
      data: { problemReason: 'help', problemAt: new Date() },
    });
  });

  it('without a scope a list has only the user’s own links', async () => {
    expect(await listed('')).toEqual([mine]);
    expect(await listed('?scope=mine')).toEqual([mine]);
    expect(await attention('')).toEqual([mine]);
  });

  it('each scope lists its links, filtered, counted and paged like the user’s own', async () => {
    expect(await listed('?scope=team')).toEqual([covered, team]);
    expect(await listed('?scope=covered')).toEqual([covered]);
    expect(await listed('?scope=team&limit=1')).toEqual([covered]);
    expect(await listed('?scope=team&status=used')).toEqual([]);
    const { body } = await app.call<{ stats: object; nextCursor: string }>(
      'GET',
      '/tokens?scope=team&limit=1',
      {
        as: member,
      },
    );
    expect(body.data.stats).toMatchObject({ total: 2, active: 2 });
    expect(await listed(`?scope=team&limit=1&cursor=${body.data.nextCursor}`)).toEqual([team]);
  });

  it('a link of a team and of a covered colleague is counted once among those that need attention', async () => {
    expect(await attention('?scope=team')).toEqual([covered, team].sort());
    expect(await attention('?scope=covered')).toEqual([covered]);
    expect(await attention('?scope=any')).toEqual([mine, team, covered].sort());
  });

  it('without teams and covers the scopes are empty, and the count is that of the user’s own links', async () => {
    for (const scope of ['team', 'covered']) {
      expect(await listed(`?scope=${scope}`, ben)).toEqual([]);
      expect(await attention(`?scope=${scope}`, ben)).toEqual([]);
    }
    expect(await attention('?scope=any', ben)).toEqual([mine]);
  });

  it('reading a list of colleagues’ links is recorded, but reading one’s own list is not', async () => {
    await app.prisma.outbox.deleteMany();
    await listed('');
    expect(await app.audited('token.list_shared')).toEqual([]);
    await listed('?scope=team&search=P-1');
    expect(await app.audited('token.list_shared')).toMatchObject([{ codes: ['search', 'scope', 'rows_2'] }]);
  });
});

describe('assigning a link', () => {
  it('assigning a link to a colleague also writes the event, the audit entry and the version', async () => {
    const { id } = await forTeam();
    const response = await assign(id, benHere, { userId: ben.userId });
    expect(response).toMatchObject({
      status: 200,
      body: { data: { token: { user: { firstName: 'Ben' } } } },
    });
    expect(await row(id)).toMatchObject({
      ownerId: ben.userId,
      ownerFirstName: 'Ben',
      teamId: reception,
      version: 2,
    });
    expect(await app.emitted('token.assigned')).toEqual([
      {
        ...{ tokenId: id, ownerId: ben.userId, teamId: reception, version: 2 },
        ...{ previousOwnerId: ana.userId, previousTeamId: reception },
      },
    ]);
    expect(await app.audited('token.assigned')).toMatchObject([
      { outcome: 'success', actor: { id: ben.userId }, subject: { id }, codes: ['owner'] },
    ]);
    const [entry] = await app.audited('token.assigned');
    expect(entry?.related).toEqual([
      { kind: 'user', id: ana.userId },
      { kind: 'user', id: ben.userId },
      { kind: 'team', id: reception },
    ]);
  });

  it('a link can be assigned to a team and removed from it again', async () => {
    const { id } = await app.create();
    expect((await details(id, benHere)).status).toBe(404);
    await assign(id, anaHere, { teamId: reception });
    expect((await details(id, benHere)).status).toBe(200);
    await assign(id, benHere, { teamId: null });
    expect((await details(id, benHere)).status).toBe(404);
    const codes = (await app.audited('token.assigned')).map((entry) => entry.codes);
    expect(codes).toEqual([['team'], ['no_team']]);
  });

  it('repeating an assignment changes and records nothing', async () => {
    const { id } = await forTeam();
    for (let time = 0; time < 3; time += 1)
      expect((await assign(id, benHere, { userId: ben.userId, teamId: reception })).status).toBe(200);
    expect((await row(id)).version).toBe(2);
    expect(await app.emitted('token.assigned')).toHaveLength(1);
    expect(await app.audited('token.assigned')).toHaveLength(1);
  });

  it('the new owner of a link sees it although they had snoozed it, and other snoozes stay', async () => {
    const { id } = await forTeam();
    for (const person of [anaHere, benHere]) await snooze(id, person);
    await assign(id, anaHere, { teamId: null, userId: ana.userId });
    expect(await snoozers(id)).toHaveLength(2);
    await assign(id, anaHere, { userId: ben.userId });
    expect(await snoozers(id)).toEqual([ana.userId]);
  });

  it.each([
    ['a disabled colleague', { userId: people.chloe.id }, 400, 'colleague_unknown'],
    ['an unknown colleague', { userId: randomUUID() }, 400, 'colleague_unknown'],
    ['a team that is not the caller’s', { teamId: billing }, 403, 'team_not_yours'],
    ['no one', {}, 400, 'assign_nothing'],
  ])('a link cannot be assigned to %s', async (_who, body, status, code) => {
    const { id } = await forTeam();
    expect(await assign(id, anaHere, body)).toMatchObject({ status, body: { code } });
    expect(await row(id)).toMatchObject({ ownerId: ana.userId, teamId: reception, version: 1 });
    expect(await app.emitted('token.assigned')).toEqual([]);
  });

  it('an administrator can assign any link to any team', async () => {
    const { id } = await app.create();
    expect((await assign(id, dora, { teamId: billing })).status).toBe(200);
  });

  it.each([
    ['does not exist', noTeams],
    ['is archived', archivedTeams],
  ])('a link cannot be assigned to a team that %s, not even by an administrator', async (_which, teams) => {
    const { id } = await app.create();
    app.auth.on('/internal/teams/names', teams);
    for (const [as, teamId] of [
      [dora, billing],
      [anaHere, reception],
    ] as const)
      expect(await assign(id, as, { teamId })).toMatchObject({ status: 400, body: { code: 'team_unknown' } });
    expect(await row(id)).toMatchObject({ teamId: null, version: 1 });
    expect(await app.audited('token.assigned')).toMatchObject([
      { outcome: 'refused', reason: 'team_unknown' },
      { outcome: 'refused', reason: 'team_unknown' },
    ]);
  });

  it('a link keeps a team that has since been archived, and can be removed from it', async () => {
    const { id } = await forTeam();
    app.auth.on('/internal/teams/names', archivedTeams);
    expect((await assign(id, benHere, { userId: ben.userId, teamId: reception })).status).toBe(200);
    expect(await row(id)).toMatchObject({ ownerId: ben.userId, teamId: reception });
    expect((await assign(id, benHere, { teamId: null })).status).toBe(200);
  });

  it('nothing is assigned while the auth service cannot say whether a team exists', async () => {
    const { id } = await app.create();
    app.auth.on('/internal/teams/names', away);
    expect((await assign(id, dora, { userId: ben.userId, teamId: billing })).status).toBe(503);
    expect(await row(id)).toMatchObject({ ownerId: ana.userId, teamId: null, version: 1 });
    expect(await app.emitted('token.assigned')).toEqual([]);
  });

  it('nothing is assigned while the auth service cannot say whether a colleague exists', async () => {
    const { id } = await forTeam();
    app.auth.on('/internal/users/names', away);
    expect((await assign(id, benHere, { userId: ben.userId })).status).toBe(503);
    expect((await row(id)).ownerId).toBe(ana.userId);
  });

  it('an assignment is refused if a concurrent one has ended its caller’s access to the link', async () => {
    const { id } = await app.create();
    const both = [
      assign(id, ana, { userId: ben.userId }),
      assign(id, { ...ben, covers: [ana.userId] }, { userId: dora.userId }),
    ];
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    const { ownerId, version } = await row(id);
    // Ben’s assignment succeeds even after Ana’s; Ana’s fails after Ben’s.
    expect(statuses.filter((status) => status === 200)).toHaveLength(version - 1);
    expect(await app.emitted('token.assigned')).toHaveLength(version - 1);
    expect([ben.userId, dora.userId]).toContain(ownerId);
  });

  it('when two assignments by one owner queue for the same lock, the first succeeds and the second is refused', async () => {
    const { id } = await app.create();
    let responses: ReturnType<typeof assign>[] = [];
    const inLine = (count: number) =>
      eventually(async () => expect(await lockWaits(app.prisma)).toHaveLength(count));
    await app.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM tokens WHERE id = ${id}::uuid FOR UPDATE`;
      responses = [assign(id, ana, { userId: ben.userId })];
      await inLine(1);
      responses.push(assign(id, ana, { userId: dora.userId }));
      await inLine(2);
    });
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 404]);
    expect(await row(id)).toMatchObject({ ownerId: ben.userId, version: 2 });
    expect(await app.emitted('token.assigned')).toMatchObject([{ ownerId: ben.userId }]);
    expect(await app.audited('token.assigned')).toMatchObject([
      { outcome: 'success' },
      { outcome: 'refused', reason: 'token_not_found' },
    ]);
  });

  it('a link can be assigned to a colleague whose own link has the same creation key', async () => {
    const key = { 'idempotency-key': 'the same key of two browsers' };
    const [first] = await Promise.all(
      [ana, ben].map((as) =>
        app.call<{ token: Token }>('POST', '/tokens', { as, body: { patientRefId: 'P-1' }, headers: key }),
      ),
    );
    const id = first?.body.data.token.id ?? '';
    expect((await assign(id, ana, { userId: ben.userId })).status).toBe(200);
  });
});

describe('a link that is assigned during an upload', () => {
  const completed = async (claimId: string, tokenId: string, given: object): Promise<string> => {
    const data = { claimId, tokenId, ...upload(), scan: 'clean' as const, ...given };
    await app.publish('document', {
      ...{ type: 'upload.completed', aggregateId: data.documentId, aggregateVersion: 1 },
      data: data as never,
    });
    return data.documentId;
  };

  it('the assignment is published again when the document was committed for the former owner', async () => {
    const { id, token } = await forTeam();
    const claimId = randomUUID();
    await app.claim(token, claimId);
    await assign(id, anaHere, { userId: ben.userId });
    await app.step(claimId, 'confirm', upload());
    const documentId = await completed(claimId, id, { ownerId: ana.userId, teamId: reception });
    await eventually(async () => expect(await app.emitted('token.assigned')).toHaveLength(2));
    const [first, second] = (await app.emitted('token.assigned')) as { version: number }[];
    expect(first).not.toHaveProperty('arrivedDocumentId');
    expect(second).toMatchObject({
      ...{ ownerId: ben.userId, teamId: reception, previousOwnerId: ana.userId },
      arrivedDocumentId: documentId,
    });
    expect(second?.version).toBeGreaterThan(first?.version ?? 0);
  });

  it('a document that is still being scanned is not announced by the assignment', async () => {
    const { id, token } = await forTeam();
    const claimId = randomUUID();
    await app.claim(token, claimId);
    await assign(id, anaHere, { userId: ben.userId });
    const { receivedAt } = upload();
    await app.step(claimId, 'confirm', upload());
    await completed(claimId, id, { ownerId: ana.userId, teamId: reception, scan: 'pending', receivedAt });
    await eventually(async () => expect(await app.emitted('token.assigned')).toHaveLength(2));
    const [, second] = await app.emitted('token.assigned');
    expect(second).not.toHaveProperty('arrivedDocumentId');
    expect(second).toHaveProperty('assignedAt', receivedAt);
  });

  it('a document stored without a team causes another event with the team, and a matching document causes none', async () => {
    for (const [given, published] of [
      [{ ownerId: ana.userId }, 1],
      [{ ownerId: ana.userId, teamId: reception }, 0],
    ] as const) {
      await app.prisma.outbox.deleteMany();
      const { id, token } = await forTeam();
      const claimId = randomUUID();
      await app.claim(token, claimId);
      await app.step(claimId, 'confirm', upload());
      await completed(claimId, id, given);
      await eventually(async () => expect((await row(id)).status).toBe('used'));
      expect(await app.emitted('token.assigned')).toHaveLength(published);
    }
  });
});

describe('the links of a disabled user', () => {
  const handOver = async (given: { toUserId?: string; toTeamId?: string }, userId = ana.userId) => {
    const data = { userId, toUserId: null, toTeamId: null, ...given };
    await app.publish('auth', {
      type: 'user.links_handed_over',
      aggregateId: userId,
      aggregateVersion: 1,
      data,
    });
    await eventually(async () =>
      expect(await app.prisma.linkHandOver.count({ where: { endedAt: null } })).toBe(1),
    );
  };
  const moveAll = async () => {
    for (let more = true; more;) more = await app.get(HandOverLinks).execute();
  };
  beforeEach(async () => {
    await app.prisma.token.deleteMany();
    await app.prisma.linkHandOver.deleteMany();
  });

  const owned = (id: string) => row(id).then(({ ownerId, teamId }) => [ownerId, teamId]);

  it('active links, recently expired links and links with unreviewed documents are moved; others stay', async () => {
    const open = await app.create();
    const expired = await aLink(app).expired().make();
    const longExpired = await aLink(app).expired().make();
    await app.age(longExpired.id, 'expires_at', 400 * 86_400);
    await app.prisma.token.update({ where: { id: longExpired.id }, data: { status: 'expired' } });
    const unreviewed = await aLink(app).claimed().confirmed().used().make();
    const reviewed = await aLink(app).claimed().confirmed().used().make();
    const deleted = await aLink(app).claimed().confirmed().used().make();
    const others = await app.create(dora);
    await app.prisma.token.update({ where: { id: reviewed.id }, data: { reviewedAt: new Date() } });
    await app.prisma.token.update({ where: { id: deleted.id }, data: { documentState: 'deleted' } });
    const revoked = await app.create();
    await app.call('PATCH', `/tokens/${revoked.id}`, { as: ana, body: { status: 'revoked' } });
    const replaced = await aLink(app).expired().make();
    await app.prisma.token.update({
      where: { id: replaced.id },
      data: { replacedBy: open.id, status: 'expired' },
    });
    await handOver({ toUserId: ben.userId });
    await moveAll();
    for (const { id } of [open, expired, unreviewed]) expect(await owned(id)).toEqual([ben.userId, null]);
    for (const { id } of [longExpired, reviewed, deleted, revoked, replaced])
      expect(await owned(id)).toEqual([ana.userId, null]);
    expect(await owned(others.id)).toEqual([dora.userId, null]);
    expect(await app.emitted('token.assigned')).toHaveLength(3);
    expect(await app.audited('token.assigned')).toMatchObject(
      Array.from({ length: 3 }, () => ({ actor: { kind: 'system' }, codes: ['owner', 'all_at_once'] })),
    );
  });

  it('a skipped link is moved while its patient’s report is open and it has not been replaced', async () => {
    const skipped = { status: 'revoked', skippedAt: new Date() };
    const report = { problemReason: 'other', problemAt: new Date() };
    const [open, closed, replaced] = [await app.create(), await app.create(), await app.create()];
    const update = (id: string, data: object) => app.prisma.token.update({ where: { id }, data });
    await update(open.id, { ...skipped, ...report });
    await update(closed.id, skipped);
    await update(replaced.id, { ...skipped, ...report, replacedBy: randomUUID() });
    await handOver({ toUserId: ben.userId });
    await moveAll();
    expect(await owned(open.id)).toEqual([ben.userId, null]);
    for (const { id } of [closed, replaced]) expect(await owned(id)).toEqual([ana.userId, null]);
  });

  it('a hand-over to a team keeps the owner, and one to a colleague and a team changes both', async () => {
    const [first, second] = [await app.create(), await app.create(dora)];
    await handOver({ toTeamId: reception });
    await moveAll();
    expect(await owned(first.id)).toEqual([ana.userId, reception]);
    await handOver({ toUserId: ben.userId, toTeamId: billing }, dora.userId);
    await moveAll();
    expect(await owned(second.id)).toEqual([ben.userId, billing]);
  });

  it('links that have another team keep that team, whether a team or a colleague takes over', async () => {
    const [forTeams, forBoth] = [await make(anaHere, { teamId: reception }), await make(anaHere)];
    const [ofTeam, ofNone] = [forTeams.body.data.token.id, forBoth.body.data.token.id];
    await handOver({ toTeamId: billing });
    await moveAll();
    expect([await owned(ofTeam), await owned(ofNone)]).toEqual([
      [ana.userId, reception],
      [ana.userId, billing],
    ]);
    await handOver({ toUserId: ben.userId, toTeamId: billing });
    await moveAll();
    expect(await owned(ofTeam)).toEqual([ben.userId, reception]);
  });

  it('messages that a disabled user scheduled become the colleague’s, except those that may have been handed over', async () => {
    const schedule = async (senderId: string, deliveryId: string | null = null) => {
      const { id: tokenId } = await app.create();
      const at = new Date(Date.now() + 86_400_000);
      const times = { chosenAt: at, sendAt: at, nextTryAt: at };
      const data = { tokenId, channel: 'sms', senderId, recipient: '+447700900123', deliveryId, ...times };
      await app.prisma.scheduledSend.create({ data });
      return async () => (await app.prisma.scheduledSend.findFirstOrThrow({ where: { tokenId } })).senderId;
    };
    const senders = [
      await schedule(ana.userId),
      await schedule(dora.userId),
      await schedule(ana.userId, randomUUID()),
    ];
    await handOver({ toUserId: ben.userId });
    await moveAll();
    expect(await Promise.all(senders.map((sender) => sender()))).toEqual([
      ben.userId,
      dora.userId,
      ana.userId,
    ]);
  });

  it('the colleague who takes over the links of a disabled user sees those that they had snoozed', async () => {
    const [moved, kept] = [await forTeam(), (await make(benHere)).body.data.token];
    for (const { id } of [moved, kept]) await snooze(id, benHere);
    await handOver({ toUserId: ben.userId });
    await moveAll();
    expect([await snoozers(moved.id), await snoozers(kept.id)]).toEqual([[], [ben.userId]]);
  });

  it('links are not moved to a colleague who was deleted before the hand-over, and the failure is audited', async () => {
    const { id } = await app.create();
    const gone = randomUUID();
    await handOver({ toUserId: gone });
    await moveAll();
    expect(await row(id)).toMatchObject({ ownerId: ana.userId, teamId: null, version: 1 });
    expect(await app.emitted('token.assigned')).toEqual([]);
    expect(await app.audited('token.assigned')).toMatchObject([
      {
        ...{
          outcome: 'failed',
          reason: 'colleague_unknown',
          actor: { kind: 'system' },
          codes: ['all_at_once'],
        },
        subject: { kind: 'user', id: ana.userId },
        related: [{ kind: 'user', id: gone }],
      },
    ]);
  });

  it('the team takes over the links if the colleague was deleted before the hand-over', async () => {
    const { id } = await app.create();
    await handOver({ toUserId: randomUUID(), toTeamId: reception });
    await moveAll();
    expect(await owned(id)).toEqual([ana.userId, reception]);
    expect(await app.audited('token.assigned')).toMatchObject([
      { outcome: 'success', codes: ['team', 'all_at_once'] },
    ]);
  });

  it('a hand-over is deleted 14 days after it has ended, and one that has not ended stays', async () => {
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    const ended = [null, days(13.9), days(14)];
    const start = { userId: ana.userId, askedAt: days(20), reachedAt: days(20), reachedId: randomUUID() };
    await app.prisma.linkHandOver.createMany({
      data: ended.map((endedAt) => ({ ...start, eventId: randomUUID(), endedAt })),
    });
    expect(await app.get(ForgetHandOvers).execute()).toBe(1);
    const kept = await app.prisma.linkHandOver.findMany({
      orderBy: { endedAt: { sort: 'asc', nulls: 'first' } },
    });
    expect(kept.map(({ endedAt }) => endedAt)).toEqual(ended.slice(0, 2));
  });

  it('links that the system makes during a hand-over are moved too while the account is disabled', async () => {
    const before = await app.create();
    await handOver({ toUserId: ben.userId });
    const [first, second] = [await app.create(), await app.create()];
    const createdAt = (seconds: number) => ({ createdAt: new Date(Date.now() + seconds * 1000) });
    await app.prisma.token.update({ where: { id: first.id }, data: createdAt(5) });
    await app.prisma.token.update({ where: { id: second.id }, data: { ...createdAt(9), status: 'revoked' } });
    app.auth.on('/internal/users/names', () => ({
      users: [
        { ...people.ana, disabled: true },
        { ...people.ben, disabled: false },
      ],
    }));
    await app.get(HandOverLinks).execute();
    // A document that arrives during the first batch opens the next link.
    await app.prisma.token.update({ where: { id: second.id }, data: { status: 'active' } });
    await moveAll();
    for (const { id } of [before, first, second]) expect(await owned(id)).toEqual([ben.userId, null]);
    expect(await app.emitted('token.assigned')).toHaveLength(3);
  });

  it('a second hand-over moves no link twice, and links made after the event keep an owner who is enabled again', async () => {
    const first = await app.create();
    const event = { type: 'user.links_handed_over', aggregateId: ana.userId, aggregateVersion: 1 } as const;
    const data = { userId: ana.userId, toUserId: ben.userId, toTeamId: null };
    for (let time = 0; time < 2; time += 1) await app.publish('auth', { ...event, data });
    await eventually(async () => expect(await app.prisma.linkHandOver.count()).toBe(2));
    const later = await app.create();
    await app.prisma.token.update({
      where: { id: later.id },
      data: { createdAt: new Date(Date.now() + 5000) },
    });
    await moveAll();
    expect(await owned(first.id)).toEqual([ben.userId, null]);
    expect(await owned(later.id)).toEqual([ana.userId, null]);
    expect(await app.emitted('token.assigned')).toHaveLength(1);
  });

  it('a replica waits for the next run while another one moves the links', async () => {
    await app.create();
    await handOver({ toUserId: ben.userId });
    await app.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM link_hand_overs FOR UPDATE`;
      expect(await app.get(HandOverLinks).execute()).toBe(false);
    });
    expect(await app.get(HandOverLinks).execute()).toBe(true);
  });

  it('several replicas move a thousand links in batches, each link once, and a batch that fails loses none', async () => {
    await app.prisma.$executeRaw`
      INSERT INTO tokens (id, owner_id, owner_first_name, owner_last_name, link_hash, link_prefix, link_key_id, link_sealed,
        patient_ref_id, created_at, expires_at)
      SELECT gen_random_uuid(), ${ana.userId}::uuid, 'A', 'B', sha256(n::text::bytea), 'abcdefgh', 'k1', '', 'P', now() - (n / 3) * interval '1 ms' - interval '1 s',
        now() + interval '9 days' FROM generate_series(1, 1000) AS n`;
    await handOver({ toUserId: ben.userId });
    const job = app.get(HandOverLinks);
    await job.execute();
    expect(await app.prisma.token.count({ where: { ownerId: ben.userId } })).toBe(HAND_OVER_BATCH);
    // The transaction of a process that dies between two statements is rolled back.
    const failing = app.prisma.$executeRaw`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'killed'; END $$`;
    await failing;
    await app.prisma
      .$executeRaw`CREATE TRIGGER fail BEFORE UPDATE ON link_hand_overs EXECUTE FUNCTION fail()`;
    await expect(job.execute()).rejects.toThrow('killed');
    await app.prisma.$executeRaw`DROP TRIGGER fail ON link_hand_overs`;
    expect(await app.prisma.token.count({ where: { ownerId: ben.userId } })).toBe(HAND_OVER_BATCH);
    await Promise.all([moveAll(), moveAll(), moveAll()]);
    await moveAll();
    expect(await app.prisma.token.count({ where: { ownerId: ben.userId } })).toBe(1_000);
    const [{ events, links } = { events: 0, links: 0 }] = await app.prisma.$queryRaw<
      { events: number; links: number }[]
    >`
      SELECT count(*)::int AS events, count(DISTINCT aggregate_id)::int AS links FROM outbox WHERE type = 'token.assigned'`;
    expect([events, links]).toEqual([1_000, 1_000]);
  });
});
