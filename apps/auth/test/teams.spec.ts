import { randomUUID } from 'node:crypto';
import type { Team } from '@caredrop/contracts';
import { people, type Person } from '@caredrop/testing';
import type { Principal } from '@caredrop/service-kit';
import { AuthApp, dora, principalOf } from './support/auth-app.js';

const { ana, ben, chloe } = people;
let auth: AuthApp;

beforeAll(async () => {
  auth = await AuthApp.start();
});
afterAll(() => auth.stop());
beforeEach(async () => {
  await auth.prisma.$executeRaw`TRUNCATE users, teams, outbox CASCADE`;
  await auth.add(ana, ben, chloe, people.dora);
});

const create = (name: string, as: Principal = dora) =>
  auth.call('POST', '/admin/teams', { as, body: { name } });
async function made(name = 'Cardiology'): Promise<string> {
  return ((await create(name)).body.data?.team as Team).id;
}
const rename = (id: string, name: string) =>
  auth.call('PATCH', `/admin/teams/${id}`, { as: dora, body: { name } });
const archive = (id: string) => auth.call('POST', `/admin/teams/${id}/archive`, { as: dora });
const add = (id: string, userId: string) =>
  auth.call('POST', `/admin/teams/${id}/members`, { as: dora, body: { userId } });
const remove = (id: string, userId: string) =>
  auth.call('DELETE', `/admin/teams/${id}/members/${userId}`, { as: dora });
const watch = (person: Person, id: string, watching: boolean) =>
  auth.call('PATCH', `/teams/${id}/watching`, { as: principalOf(person), body: { watching } });

const listed = async (as: Principal, url: string) =>
  (await auth.call('GET', url, { as })).body.data?.teams as Team[];
const all = () => listed(dora, '/admin/teams');
const own = (person: Person) => listed(principalOf(person), '/teams');

/** The user's teams, as the session check returns them. */
async function checked(sessionId: string): Promise<string[]> {
  const body = { sessionId, activity: false };
  const { data } = (await auth.call('POST', '/internal/sessions/check', { body })).body;
  return (data?.user as { teams: string[] }).teams;
}

const audited = async () => {
  const rows = await auth.prisma.$queryRaw<{ data: { action: string; related: { id: string }[] } }[]>`
    SELECT envelope->'data' AS data FROM outbox WHERE type = 'audit.recorded' ORDER BY created_at`;
  return rows.map(({ data }) => [data.action, ...data.related.map(({ id }) => id)]);
};

describe('the teams of the clinic', () => {
  it('teams that an administrator makes are listed by name with their members', async () => {
    const id = await made('Cardiology');
    await made('Allergy');
    await add(id, ben.id);
    await add(id, ana.id);
    expect(await all()).toMatchObject([
      { name: 'Allergy', members: [], watchers: 0 },
      { id, name: 'Cardiology', archived: false, watchers: 2 },
    ]);
    const [, { members } = { members: [] }] = await all();
    expect(members).toEqual([
      { id: ben.id, firstName: 'Ben', lastName: 'Okoro', watching: true, active: true },
      { id: ana.id, firstName: 'Ana', lastName: 'Silva', watching: true, active: true },
    ]);
  });

  it.each([
    ['empty', ' ', 'team_name_required'],
    ['too long', 'n'.repeat(61), 'too_long'],
    ['made of control characters', '\0', 'team_name_required'],
  ])('a name that is %s is refused', async (_how, name, code) => {
    expect(await create(name)).toMatchObject({ status: 400, body: { code } });
  });

  it('a team name is unique, ignoring case, until the team is archived', async () => {
    const [first, second] = [await made('Cardiology'), await made('Allergy')];
    const taken = { status: 409, body: { code: 'team_name_taken' } };
    expect(await create('CARDIOLOGY ')).toMatchObject(taken);
    expect(await rename(second, 'cardiology')).toMatchObject(taken);
    expect((await rename(first, 'CARDIOLOGY')).body.data?.team).toMatchObject({ name: 'CARDIOLOGY' });
    await archive(first);
    expect((await create('Cardiology')).status).toBe(201);
  });

  it('concurrent requests for teams of the same name create only one team', async () => {
    const made = await Promise.all([create('Cardiology'), create('cardiology'), create('Cardiology')]);
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await all()).toHaveLength(1);
  });

  it('a clinic has at most 200 teams, not counting archived ones', async () => {
    const id = await made();
    await auth.prisma.$executeRaw`
      INSERT INTO teams (id, name) SELECT gen_random_uuid(), n::text FROM generate_series(1, 199) AS n`;
    expect(await create('One more')).toMatchObject({ status: 409, body: { code: 'teams_full' } });
    await archive(id);
    expect((await create('One more')).status).toBe(201);
  });

  it('an archived team is no longer offered, and its members keep access', async () => {
    const id = await made();
    await add(id, ana.id);
    const { sessionId } = await auth.signIn(ana);
    expect((await archive(id)).status).toBe(200);
    expect(await all()).toEqual([]);
    expect(await own(ana)).toMatchObject([{ id, archived: true }]);
    expect(await checked(sessionId)).toEqual([id]);
    for (const response of [await archive(id), await rename(id, 'Other'), await add(id, ben.id)])
      expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('every change to an unknown team is refused', async () => {
    for (const id of [randomUUID(), 'no-id'])
      for (const response of [
        await rename(id, 'Other'),
        await archive(id),
        await add(id, ana.id),
        await remove(id, ana.id),
        await watch(ana, id, false),
      ])
        expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('only administrators can change teams', async () => {
    const id = await made();
    await add(id, ana.id);
    const as = principalOf(ana);
    for (const response of [
      await auth.call('GET', '/admin/teams', { as }),
      await create('Other', as),
      await auth.call('PATCH', `/admin/teams/${id}`, { as, body: { name: 'Other' } }),
      await auth.call('POST', `/admin/teams/${id}/archive`, { as }),
      await auth.call('POST', `/admin/teams/${id}/members`, { as, body: { userId: ben.id } }),
      await auth.call('DELETE', `/admin/teams/${id}/members/${ana.id}`, { as }),
    ])
      expect(response.status).toBe(403);
  });

  it('every change to a team is emitted with a higher version and audited with the member concerned', async () => {
    const id = await made();
    await rename(id, 'Heart');
    await add(id, ana.id);
    await watch(ana, id, false);
    await remove(id, ana.id);
    await archive(id);
    const changes = (await auth.events()).map(({ envelope }) => envelope);
    const userId = ana.id;
    expect(changes.map(({ data }) => data)).toEqual([
      { teamId: id },
      { teamId: id },
      { teamId: id, userId, added: true },
      { teamId: id, userId },
      { teamId: id, userId },
      { teamId: id },
    ]);
    expect(changes.map(({ aggregateVersion }) => aggregateVersion)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(await audited()).toEqual([
      ['team.created'],
      ['team.renamed'],
      ['team.member_added', ana.id],
      ['user.change_preferences', id],
      ['team.member_removed', ana.id],
      ['team.archived'],
    ]);
  });

  it('other services can look up the names of teams, and whether they are archived', async () => {
    const id = await made();
    const named = async () => {
      const call = { from: 'audit', body: { ids: [id, randomUUID()] } } as const;
      return (await auth.call('POST', '/internal/teams/names', call)).body.data;
    };
    expect(await named()).toEqual({ teams: [{ id, name: 'Cardiology', archived: false }] });
    await archive(id);
    expect(await named()).toEqual({ teams: [{ id, name: 'Cardiology', archived: true }] });
  });
});

describe('the members of a team', () => {
  it('the session check names the teams of a user, and no team once the user has been removed', async () => {
    const [id, other] = [await made(), await made('Allergy')];
    const { sessionId } = await auth.signIn(ana);
    expect(await checked(sessionId)).toEqual([]);
    await add(id, ana.id);
    await add(other, ben.id);
    expect(await checked(sessionId)).toEqual([id]);
    expect(await own(ana)).toMatchObject([{ id }]);
    expect((await remove(id, ana.id)).body.data?.team).toMatchObject({ members: [] });
    expect(await checked(sessionId)).toEqual([]);
    expect(await own(ana)).toEqual([]);
  });

  it('a member can be removed from an archived team', async () => {
    const id = await made();
    await add(id, ana.id);
    await archive(id);
    expect((await remove(id, ana.id)).status).toBe(200);
    expect(await own(ana)).toEqual([]);
  });

  it('a member cannot be added or removed twice', async () => {
    const id = await made();
    await Promise.all([add(id, ana.id), add(id, ana.id)]);
    expect((await all())[0]?.members).toHaveLength(1);
    expect((await auth.events()).length).toBe(2);
    expect((await remove(id, ana.id)).status).toBe(200);
    expect((await remove(id, ana.id)).status).toBe(404);
    expect((await remove(id, 'no-id')).status).toBe(404);
  });

  it('administrators and users who have not accepted their invitation can be members', async () => {
    const id = await made();
    await auth.prisma.user.update({ where: { id: ben.id }, data: { passwordHash: null } });
    await add(id, ben.id);
    await add(id, people.dora.id);
    expect((await all())[0]).toMatchObject({
      members: [
        { firstName: 'Dora', active: true },
        { firstName: 'Ben', active: false },
      ],
      watchers: 1,
    });
  });

  it('a disabled or unknown account cannot become a member', async () => {
    const id = await made();
    await auth.call('POST', `/admin/users/${ben.id}/disable`, { as: dora, body: {} });
    expect(await add(id, ben.id)).toMatchObject({ status: 409, body: { code: 'team_member_disabled' } });
    expect(await add(id, randomUUID())).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
  });

  it('a member whose account is disabled stays a member, but does not count as watching until it is enabled', async () => {
    const id = await made();
    await add(id, ben.id);
    await auth.call('POST', `/admin/users/${ben.id}/disable`, { as: dora, body: {} });
    expect((await all())[0]).toMatchObject({ members: [{ firstName: 'Ben', active: false }], watchers: 0 });
    await auth.call('POST', `/admin/users/${ben.id}/enable`, { as: dora });
    expect((await all())[0]).toMatchObject({ watchers: 1 });
  });

  it('a team has at most 200 members', async () => {
    const id = await made();
    await auth.prisma.$executeRaw`
      WITH more AS (INSERT INTO users (id, first_name, last_name, email, role)
        SELECT gen_random_uuid(), 'F', 'L', n || '@clinic.example', 'user' FROM generate_series(1, 199) AS n
        RETURNING id)
      INSERT INTO team_members (team_id, user_id) SELECT ${id}::uuid, id FROM more`;
    const responses = await Promise.all([add(id, ana.id), add(id, ben.id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('team_full');
  });

  it('a user can be in at most 20 teams', async () => {
    const id = await made();
    await auth.prisma.$executeRaw`
      WITH more AS (INSERT INTO teams (id, name)
        SELECT gen_random_uuid(), n::text FROM generate_series(1, 20) AS n RETURNING id)
      INSERT INTO team_members (team_id, user_id) SELECT id, ${ana.id}::uuid FROM more`;
    expect(await add(id, ana.id)).toMatchObject({ status: 409, body: { code: 'member_teams_full' } });
  });
});

describe('watching a team', () => {
  it('members can choose whether to watch a team, but only for themselves', async () => {
    const id = await made();
    await add(id, ana.id);
    await add(id, ben.id);
    expect((await watch(ana, id, false)).body.data?.team).toMatchObject({
      members: [
        { firstName: 'Ben', watching: true },
        { firstName: 'Ana', watching: false },
      ],
      watchers: 1,
    });
    expect((await watch(chloe, id, true)).status).toBe(404);
    expect(
      (await auth.call('PATCH', `/teams/${id}/watching`, { as: principalOf(ana), body: {} })).status,
    ).toBe(400);
  });
});

describe('the colleagues of a user', () => {
  it('everyone else who can sign in is listed by name', async () => {
    await auth.prisma.user.update({ where: { id: ben.id }, data: { disabled: true } });
    const colleagues = async () =>
      (await auth.call('GET', '/colleagues', { as: principalOf(ana) })).body.data?.colleagues;
    const { id } = people.dora;
    const doras = { id, firstName: 'Dora', lastName: 'Lindqvist' };
    expect(await colleagues()).toEqual([doras, { id: chloe.id, firstName: 'Chloe', lastName: 'Martin' }]);
    await auth.prisma.user.update({ where: { id: chloe.id }, data: { passwordHash: null } });
    expect(await colleagues()).toEqual([doras]);
  });
});
