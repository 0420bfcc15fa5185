import { randomUUID } from 'node:crypto';
import { people } from '@caredrop/testing';
import { AuthApp, dora } from './support/auth-app.js';

const { ana, ben, chloe } = people;
const teamId = '00000000-0000-4000-8000-0000000000a1';
let auth: AuthApp;

beforeAll(async () => {
  auth = await AuthApp.start();
});
afterAll(() => auth.stop());
beforeEach(async () => {
  await auth.prisma.$executeRaw`TRUNCATE users, teams, outbox CASCADE`;
  await auth.add(ana, ben, chloe, people.dora);
  await auth.prisma.team.create({ data: { id: teamId, name: 'Cardiology' } });
  await auth.prisma.teamMember.create({ data: { teamId, userId: chloe.id } });
});

const disable = (handOver?: unknown) =>
  auth.call('POST', `/admin/users/${ana.id}/disable`, {
    as: dora,
    body: { reason: 'Left', ...(handOver !== undefined && { handOver }) },
  });
const handedOver = async () =>
  (await auth.events())
    .filter(({ type }) => type === 'user.links_handed_over')
    .map(({ envelope }) => envelope.data);
const audited = async () => {
  const rows = await auth.prisma.$queryRaw<{ data: Record<string, unknown> }[]>`
    SELECT envelope->'data' AS data FROM outbox WHERE type = 'audit.recorded' ORDER BY created_at`;
  return rows.map(({ data: { action, related } }) => [action, related]);
};
const isDisabled = async () => (await auth.prisma.user.findUniqueOrThrow({ where: { id: ana.id } })).disabled;

describe('handing over the links of a disabled account', () => {
  it.each([
    ['a colleague', { userId: ben.id }, { toUserId: ben.id, toTeamId: null }],
    ['a team', { teamId }, { toUserId: null, toTeamId: teamId }],
    ['both', { userId: ben.id, teamId }, { toUserId: ben.id, toTeamId: teamId }],
  ])(
    'the links are handed over to %s in the transaction that disables the account',
    async (_whom, handOver, to) => {
      expect((await disable(handOver)).status).toBe(200);
      expect(await handedOver()).toEqual([{ userId: ana.id, ...to }]);
      const related = [
        ...(to.toUserId ? [{ kind: 'user', id: to.toUserId }] : []),
        ...(to.toTeamId ? [{ kind: 'team', id: to.toTeamId }] : []),
      ];
      expect(await audited()).toEqual([
        ['user.hand_over_links', related],
        ['user.disable', []],
      ]);
    },
  );

  it.each([
    ['no choice', undefined],
    ['null', null],
    ['an empty choice', {}],
  ])('with %s, the links are not handed over', async (_what, handOver) => {
    expect((await disable(handOver)).status).toBe(200);
    expect(await isDisabled()).toBe(true);
    expect(await handedOver()).toEqual([]);
    expect(await audited()).toEqual([['user.disable', []]]);
  });

  it('the links of an account that is already disabled can still be handed over', async () => {
    await disable();
    expect((await disable({ userId: ben.id })).status).toBe(200);
    expect(await handedOver()).toHaveLength(1);
  });

  const refused = { status: 409, body: { code: 'hand_over_unavailable' } };
  it.each([
    ['the disabled user', async () => ({ userId: ana.id })],
    ['an unknown person', async () => ({ userId: randomUUID() })],
    ['an unknown team', async () => ({ teamId: randomUUID() })],
    [
      'a disabled colleague',
      async () => {
        await auth.prisma.user.update({ where: { id: ben.id }, data: { disabled: true } });
        return { userId: ben.id };
      },
    ],
    [
      'a colleague who has not accepted the invitation',
      async () => {
        await auth.prisma.user.update({ where: { id: ben.id }, data: { passwordHash: null } });
        return { userId: ben.id };
      },
    ],
    [
      'an archived team',
      async () => {
        await auth.prisma.team.updateMany({ data: { archivedAt: new Date() } });
        return { teamId };
      },
    ],
    [
      'a team in which no one else can sign in',
      async () => {
        await auth.prisma.user.update({ where: { id: chloe.id }, data: { disabled: true } });
        await auth.prisma.teamMember.create({ data: { teamId, userId: ana.id } });
        return { teamId };
      },
    ],
  ])('links cannot be handed over to %s, and the account stays enabled', async (_whom, prepare) => {
    expect(await disable(await prepare())).toMatchObject(refused);
    expect(await isDisabled()).toBe(false);
    expect(await handedOver()).toEqual([]);
  });

  it('an invalid choice is refused', async () => {
    expect((await disable({ userId: 'ben' })).status).toBe(400);
    expect(await isDisabled()).toBe(false);
  });
});
