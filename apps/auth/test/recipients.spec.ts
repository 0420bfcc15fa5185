import { people, type Person } from '@caredrop/testing';
import { AuthApp } from './support/auth-app.js';

const { ana, ben, chloe, dora } = people;
let auth: AuthApp;

beforeAll(async () => {
  auth = await AuthApp.start();
});
afterAll(() => auth.stop());
beforeEach(async () => {
  await auth.prisma.$executeRaw`TRUNCATE users, teams CASCADE`;
  await auth.add(ana, ben, chloe, dora);
});

const teamId = crypto.randomUUID();
const otherTeam = crypto.randomUUID();
const colleague = (firstName: string): Person => ({
  ...ben,
  id: crypto.randomUUID(),
  firstName,
  email: `${firstName.toLowerCase()}@clinic.example`,
});
const [fia, gus] = [colleague('Fia'), colleague('Gus')];

const member = ({ id: userId }: Person, watching: boolean, team = teamId) =>
  auth.prisma.teamMember.create({ data: { teamId: team, userId, watching } });

async function teamOf(...members: [Person, boolean][]): Promise<void> {
  for (const id of [teamId, otherTeam]) await auth.prisma.team.create({ data: { id, name: id } });
  for (const [person, watching] of members) await member(person, watching);
}

const cover = (away: Person, by: Person, from = '-1 hour', to = '1 hour') => auth.prisma.$executeRaw`
  INSERT INTO covers (id, user_id, cover_id, starts_at, ends_at, created_by)
  VALUES (gen_random_uuid(), ${away.id}::uuid, ${by.id}::uuid, now() + ${from}::interval, now() + ${to}::interval, ${away.id}::uuid)`;

const disable = ({ id }: Person) => auth.prisma.user.update({ where: { id }, data: { disabled: true } });

async function askRecipients(owner: Person, team: string | null = teamId) {
  const call = { from: 'notification', body: { userId: owner.id, teamId: team } } as const;
  return (await auth.call('POST', '/internal/users/recipients', call)).body.data;
}

async function recipients(owner: Person, team: string | null = teamId): Promise<string[]> {
  const data = await askRecipients(owner, team);
  return (data?.recipients as { firstName: string }[]).map(({ firstName }) => firstName);
}

describe('the recipients of an email about the documents of a team', () => {
  it('the owner and the three watching members receive the email, and other members do not', async () => {
    await auth.add(fia, gus);
    await teamOf([ben, true], [chloe, true], [fia, true], [gus, false]);
    expect(await recipients(ana)).toEqual(['Ana', 'Chloe', 'Ben', 'Fia']);
    expect(await recipients(ana, null)).toEqual(['Ana']);
  });

  it('all members receive the email while fewer than three watch', async () => {
    await auth.add(fia, gus);
    await teamOf([ben, true], [chloe, true], [fia, false], [gus, false]);
    expect((await recipients(ana)).sort()).toEqual(['Ana', 'Ben', 'Chloe', 'Fia', 'Gus']);
  });

  it('an owner who is also a member receives the email once', async () => {
    await teamOf([ana, true], [ben, true]);
    await cover(ana, ben);
    expect(await recipients(ana)).toEqual(['Ana', 'Ben']);
  });

  it('members of another team do not receive the email', async () => {
    await teamOf([ben, true]);
    await member(chloe, true, otherTeam);
    expect(await recipients(ana)).toEqual(['Ana', 'Ben']);
  });

  it('disabled members receive nothing and do not count as watching', async () => {
    await auth.add(fia, gus);
    await teamOf([ben, true], [chloe, true], [fia, true], [gus, false]);
    await disable(fia);
    expect((await recipients(ana)).sort()).toEqual(['Ana', 'Ben', 'Chloe', 'Gus']);
  });

  it('members who have not accepted their invitation receive nothing and do not count as watching', async () => {
    await auth.add(fia, gus);
    await teamOf([ben, true], [chloe, true], [fia, true], [gus, false]);
    await auth.prisma.user.update({ where: { id: fia.id }, data: { passwordHash: null } });
    expect((await recipients(ana)).sort()).toEqual(['Ana', 'Ben', 'Chloe', 'Gus']);
  });

  it('a disabled owner is left out, and the members remain', async () => {
    await teamOf([ben, true]);
    await disable(ana);
    expect(await recipients(ana)).toEqual(['Ben']);
  });

  it('the administrators receive the email when no other recipient is left', async () => {
    await teamOf([ben, true]);
    await disable(ana);
    await disable(ben);
    expect(await recipients(ana)).toEqual(['Dora']);
  });

  it('the response says that the recipients are the administrators only when no other recipient is left', async () => {
    await teamOf([dora, true]);
    await disable(ana);
    expect((await askRecipients(ana))?.admins).toBeUndefined();
    await auth.prisma.teamMember.deleteMany();
    expect((await askRecipients(ana))?.admins).toBe(true);
  });

  it('the members of an archived team still receive the email', async () => {
    await teamOf([ben, true]);
    await auth.prisma.team.updateMany({ data: { archivedAt: new Date() } });
    expect(await recipients(ana)).toEqual(['Ana', 'Ben']);
  });
});

describe('the recipients of an email about the documents of a user who is away', () => {
  it('the colleague who stands in receives the email as well', async () => {
    await cover(ana, ben);
    expect(await recipients(ana, null)).toEqual(['Ana', 'Ben']);
    expect(await recipients(ben, null)).toEqual(['Ben']);
  });

  it.each([
    ['has not begun', '1 minute', '1 hour'],
    ['is over', '-1 hour', '-1 minute'],
  ])('a cover that %s adds no recipient', async (_when, from, to) => {
    await cover(ana, ben, from, to);
    expect(await recipients(ana, null)).toEqual(['Ana']);
  });

  it('a cover that was ended early adds no recipient', async () => {
    await cover(ana, ben);
    await auth.prisma.cover.updateMany({ data: { endedAt: new Date() } });
    expect(await recipients(ana, null)).toEqual(['Ana']);
  });

  it('a colleague who stands in for the covering colleague does not receive the email', async () => {
    await cover(ana, ben);
    await cover(ben, chloe);
    expect(await recipients(ana, null)).toEqual(['Ana', 'Ben']);
  });
});
