import { randomUUID } from 'node:crypto';
import type { Cover, Covers } from '@caredrop/contracts';
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
  await auth.prisma.$executeRaw`TRUNCATE users, outbox CASCADE`;
  await auth.add(ana, ben, chloe, people.dora);
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const absence = (cover: Person, part: object = {}) => ({
  coverId: cover.id,
  startsAt: inHours(-1),
  endsAt: inHours(24),
  ...part,
});
const set = (person: Person, body: object) =>
  auth.call('POST', '/auth/cover', { as: principalOf(person), body });
const setFor = (id: string, body: object, as: Principal = dora) =>
  auth.call('POST', `/admin/users/${id}/cover`, { as, body });
const end = (person: Person, id: string) =>
  auth.call('DELETE', `/auth/cover/${id}`, { as: principalOf(person) });
const endFor = (id: string, as: Principal = dora) => auth.call('DELETE', `/admin/users/${id}/cover`, { as });
const endOneFor = (id: string, absenceId: string) =>
  auth.call('DELETE', `/admin/users/${id}/cover?absenceId=${absenceId}`, { as: dora });
const of = async (person: Person) =>
  (await auth.call('GET', '/auth/cover', { as: principalOf(person) })).body.data as unknown as Covers;
const disable = ({ id }: Person, body: object = {}) =>
  auth.call('POST', `/admin/users/${id}/disable`, { as: dora, body });

/** The colleagues for whom the session check lets a user stand in. */
async function covers({ sessionId }: Principal): Promise<string[]> {
  const body = { sessionId, activity: false };
  const { data } = (await auth.call('POST', '/internal/sessions/check', { body })).body;
  return (data?.user as { covers: string[] }).covers;
}

/** Lets time pass for the absences in the database. */
const shift = (interval: string) => auth.prisma.$executeRaw`
  UPDATE covers SET starts_at = starts_at - ${interval}::interval, ends_at = ends_at - ${interval}::interval`;

const changes = async () =>
  (await auth.events())
    .filter(({ type }) => type === 'user.cover_changed')
    .map(({ envelope }) => envelope.data);
const audited = async () => {
  const rows = await auth.prisma.$queryRaw<{ data: Record<string, unknown> }[]>`
    SELECT envelope->'data' AS data FROM outbox WHERE type = 'audit.recorded' ORDER BY created_at`;
  return rows
    .filter(({ data }) => String(data.action).startsWith('cover.'))
    .map(({ data: { action, subject, related, codes } }) => ({ action, subject, related, codes }));
};

describe('an absence', () => {
  it('a colleague stands in while the absence runs, by the clock of the database', async () => {
    const bens = await auth.signIn(ben);
    await set(ana, absence(ben, { startsAt: inHours(2), endsAt: inHours(4) }));
    expect(await covers(bens)).toEqual([]);
    expect(await of(ben)).toMatchObject({ standingIn: [{ running: false }] });
    await shift('2 hours 1 minute');
    expect(await covers(bens)).toEqual([ana.id]);
    expect(await of(ben)).toMatchObject({ own: null, standingIn: [{ running: true }] });
    await shift('2 hours');
    expect(await covers(bens)).toEqual([]);
    expect(await of(ben)).toEqual({ own: null, standingIn: [] });
    expect(await of(ana)).toEqual({ own: null, standingIn: [] });
  });

  it('an absence whose start has passed starts at once and names both users', async () => {
    const { status, body } = await set(ana, absence(ben, { startsAt: inHours(-48) }));
    expect(status).toBe(201);
    const { own } = body.data as unknown as { own: Cover };
    expect(own).toMatchObject({
      user: { id: ana.id, firstName: 'Ana', lastName: 'Silva' },
      cover: { id: ben.id, firstName: 'Ben', lastName: 'Okoro' },
      running: true,
    });
    expect(Date.now() - Date.parse(own.startsAt)).toBeLessThan(60_000);
    expect(await of(ben)).toMatchObject({ own: null, standingIn: [{ id: own.id }] });
    expect(await of(chloe)).toEqual({ own: null, standingIn: [] });
  });

  it('standing in is not transitive', async () => {
    const chloes = await auth.signIn(chloe);
    await set(ana, absence(ben));
    await set(ben, absence(chloe));
    expect(await covers(chloes)).toEqual([ben.id]);
  });

  it('an absence can be ended by its owner but not by another clinician', async () => {
    const bens = await auth.signIn(ben);
    await set(ana, absence(ben));
    const id = (await of(ana)).own?.id ?? '';
    for (const response of [
      await end(ben, id),
      await end(chloe, id),
      await end(ana, randomUUID()),
      await end(ana, 'x'),
    ])
      expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await covers(bens)).toEqual([ana.id]);
    expect(await end(ana, id)).toMatchObject({ status: 200, body: { data: { own: null } } });
    expect(await covers(bens)).toEqual([]);
    expect((await end(ana, id)).status).toBe(404);
  });

  it('an administrator can set and end the absence of a clinician, but one clinician cannot do so for another', async () => {
    const bens = await auth.signIn(ben);
    const as = principalOf(ben);
    expect((await setFor(ana.id, absence(ben), as)).status).toBe(403);
    expect(await setFor(ana.id, absence(ben))).toMatchObject({
      status: 201,
      body: { data: { cover: { cover: { id: ben.id } } } },
    });
    const { body } = await auth.call('GET', '/admin/users', { as: dora });
    const users = body.data?.users as { id: string; absence: Cover | null }[];
    expect(users.find(({ id }) => id === ana.id)?.absence).toMatchObject({
      cover: { id: ben.id },
      running: true,
    });
    expect(users.find(({ id }) => id === ben.id)?.absence).toBeNull();
    expect((await endFor(ana.id, as)).status).toBe(403);
    expect(await covers(bens)).toEqual([ana.id]);
    expect(await endFor(ana.id)).toMatchObject({ status: 200, body: { data: { cover: null } } });
    expect(await covers(bens)).toEqual([]);
    for (const id of [ana.id, randomUUID(), 'no-id']) expect((await endFor(id)).status).toBe(404);
  });

  it('an administrator who ends one absence by its id ends no other', async () => {
    const idOfAnas = async () => (await of(ana)).own?.id ?? '';
    await set(ana, absence(ben));
    const before = await idOfAnas();
    await endFor(ana.id);
    await set(ana, absence(chloe));
    const after = await idOfAnas();
    for (const response of [
      await endOneFor(ana.id, before),
      await endOneFor(ana.id, 'x'),
      await endOneFor(ana.id, ''),
      await endOneFor(ben.id, after),
    ])
      expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await idOfAnas()).toBe(after);
    expect(await endOneFor(ana.id, after)).toMatchObject({ status: 200, body: { data: { cover: null } } });
  });

  it('setting or ending an absence emits an event and is audited with both people', async () => {
    await set(ana, absence(ben));
    await endFor(ana.id);
    expect(await changes()).toEqual(Array(2).fill({ userId: ana.id, coverId: ben.id }));
    const both = { subject: { kind: 'user', id: ana.id }, related: [{ kind: 'user', id: ben.id }] };
    expect(await audited()).toEqual([
      { action: 'cover.set', ...both, codes: [] },
      { action: 'cover.ended', ...both, codes: ['ended_by_hand'] },
    ]);
  });
});

describe('an absence that is refused', () => {
  it.each([
    ['without a colleague', { coverId: null }, 'cover_required'],
    ['with an invalid time', { endsAt: 'tomorrow' }, 'cover_period_invalid'],
    ['that ends before it starts', { startsAt: inHours(2), endsAt: inHours(1) }, 'cover_period_invalid'],
    ['that is over', { endsAt: inHours(-0.5) }, 'cover_period_invalid'],
    ['that lasts more than a year', { endsAt: inHours(24 * 368) }, 'cover_too_long'],
  ])('an absence %s is refused', async (_how, part, code) => {
    expect(await set(ana, absence(ben, part))).toMatchObject({ status: 400, body: { code } });
    expect(await of(ana)).toMatchObject({ own: null });
  });

  it('a user cannot stand in for themselves', async () => {
    const refused = { status: 400, body: { code: 'cover_self' } };
    expect(await set(ana, absence(ana))).toMatchObject(refused);
    expect(await setFor(ana.id.toUpperCase(), absence(ana))).toMatchObject(refused);
  });

  it('a colleague who is disabled or has not accepted the invitation cannot stand in', async () => {
    const refused = { status: 409, body: { code: 'cover_unavailable' } };
    await disable(ben);
    expect(await set(ana, absence(ben))).toMatchObject(refused);
    expect(await setFor(ben.id, absence(ana))).toMatchObject(refused);
    await auth.prisma.user.update({ where: { id: chloe.id }, data: { passwordHash: null } });
    expect(await set(ana, absence(chloe))).toMatchObject(refused);
  });

  it('an unknown user can neither have an absence nor stand in', async () => {
    const unknown = { status: 404, body: { code: 'user_not_found' } };
    expect(await set(ana, absence({ ...ben, id: randomUUID() }))).toMatchObject(unknown);
    for (const id of [randomUUID(), 'no-id']) expect(await setFor(id, absence(ben))).toMatchObject(unknown);
  });

  it('a user has one absence at a time, even when two are set at the same moment', async () => {
    const both = await Promise.all([set(ana, absence(ben)), setFor(ana.id, absence(chloe))]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('cover_exists');
    await endFor(ana.id);
    expect((await set(ana, absence(ben, { startsAt: inHours(5) }))).status).toBe(201);
    expect((await set(ana, absence(chloe))).status).toBe(409);
    await shift('30 hours');
    expect((await set(ana, absence(chloe))).status).toBe(201);
  });

  it('a colleague stands in for at most 20 others', async () => {
    await auth.prisma.$executeRaw`
      INSERT INTO covers (id, user_id, cover_id, starts_at, ends_at, created_by)
      SELECT gen_random_uuid(), ${chloe.id}::uuid, ${ben.id}::uuid, now(), now() + interval '1 day', ${chloe.id}::uuid
        FROM generate_series(1, 20)`;
    expect(await set(ana, absence(ben))).toMatchObject({
      status: 409,
      body: { code: 'cover_colleague_full' },
    });
  });
});

describe('disabling an account', () => {
  it.each([
    ['the user who is away', ana],
    ['the colleague who stands in', ben],
  ])('disabling %s ends the absence, and re-enabling does not restore it', async (_whom, person) => {
    await set(ana, absence(ben));
    await set(ben, absence(chloe));
    await disable(person);
    await auth.call('POST', `/admin/users/${person.id}/enable`, { as: dora });
    expect(await covers(await auth.signIn(ben))).toEqual([]);
    expect((await of(ana)).own).toBeNull();
    expect((await of(ben)).own === null).toBe(person === ben);
    expect(await audited()).toContainEqual({
      action: 'cover.ended',
      subject: { kind: 'user', id: ana.id },
      related: [{ kind: 'user', id: ben.id }],
      codes: ['account_disabled'],
    });
  });

  it('disabling two people who stand in for each other at the same moment ends both absences', async () => {
    await set(ana, absence(ben));
    await set(ben, absence(ana));
    const responses = await Promise.all([disable(ana), disable(ben)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await auth.prisma.cover.count({ where: { endedAt: null } })).toBe(0);
  });

  it('an absence that is set while its colleague is being disabled is refused or ended', async () => {
    await Promise.all([set(ana, absence(ben)), disable(ben)]);
    expect((await of(ana)).own).toBeNull();
  });
});
