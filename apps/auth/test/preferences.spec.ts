import { people } from '@caredrop/testing';
import { AuthApp } from './support/auth-app.js';

const { ana, ben } = people;
let auth: AuthApp;

beforeAll(async () => {
  auth = await AuthApp.start();
});
afterAll(() => auth.stop());
beforeEach(async () => {
  await auth.prisma.user.deleteMany();
  await auth.prisma.$executeRaw`DELETE FROM outbox`;
  await auth.add(ana, ben);
});

type As = Awaited<ReturnType<AuthApp['signIn']>>;
const chosen = async (as: As) => (await auth.call('GET', '/auth/preferences', { as })).body.data?.preferences;
const choose = (as: As, documentMail: unknown) =>
  auth.call('PATCH', '/auth/preferences', { as, body: { documentMail } });
const published = async () =>
  (await auth.events())
    .filter(({ type }) => type === 'user.preferences_changed')
    .map(({ envelope }) => envelope);
const audited = () =>
  auth.prisma.$queryRaw<{ data: unknown }[]>`
    SELECT envelope->'data' AS data FROM outbox WHERE type = 'audit.recorded'`;

describe('the choice of emails about new documents', () => {
  it('a user who has not chosen has the default of the clinic', async () => {
    expect(await chosen(await auth.signIn(ana))).toEqual({ documentMail: 'at-once' });
  });

  it.each(['at-once', 'collected', 'daily', 'none'])(
    'the choice "%s" is kept, audited and published',
    async (documentMail) => {
      const as = await auth.signIn(ana);
      expect(await choose(as, documentMail)).toMatchObject({
        status: 200,
        body: { message: 'Your choice has been saved', data: { preferences: { documentMail } } },
      });
      expect(await chosen(as)).toEqual({ documentMail });
      expect((await published()).map(({ data }) => data)).toEqual([{ userId: ana.id, documentMail }]);
      const subject = { kind: 'user', id: ana.id };
      const entry = { action: 'user.change_preferences', outcome: 'success', subject, codes: [documentMail] };
      expect(await audited()).toContainEqual({ data: expect.objectContaining(entry) as unknown });
    },
  );

  it('a choice changes nothing for other users', async () => {
    const bens = await auth.signIn(ben);
    await choose(await auth.signIn(ana), 'none');
    expect(await chosen(bens)).toEqual({ documentMail: 'at-once' });
  });

  it('later choices are published with higher versions, so that an older one cannot undo them', async () => {
    const as = await auth.signIn(ana);
    for (const choice of ['none', 'daily', 'collected']) await choose(as, choice);
    const events = await published();
    const versions = events.map(({ aggregateVersion }) => Number(aggregateVersion));
    expect(new Set(versions).size).toBe(3);
    const latest = events.find(({ aggregateVersion }) => aggregateVersion === Math.max(...versions));
    expect(latest?.data).toEqual({ userId: ana.id, documentMail: 'collected' });
  });

  it.each([['never'], [''], [null], [7], [undefined]])('the choice %j is refused', async (documentMail) => {
    const as = await auth.signIn(ana);
    expect((await choose(as, documentMail)).status).toBe(400);
    expect(await chosen(as)).toEqual({ documentMail: 'at-once' });
    expect(await published()).toEqual([]);
  });
});
