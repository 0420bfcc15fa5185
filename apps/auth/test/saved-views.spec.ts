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
interface View {
  id: string;
  list: string;
  name: string;
  query: string;
}
const ending = { list: 'tokens', name: 'Ending this week', query: 'status=active&expiryRange=week' };

const list = async (as: As) =>
  (await auth.call('GET', '/auth/saved-views', { as })).body.data?.views as View[];
const save = (as: As, body: object = ending) => auth.call('POST', '/auth/saved-views', { as, body });
const saved = async (as: As, body: object = ending) => (await save(as, body)).body.data?.view as View;
const rename = (as: As, id: string, name: string) =>
  auth.call('PATCH', `/auth/saved-views/${id}`, { as, body: { name } });
const remove = (as: As, id: string) => auth.call('DELETE', `/auth/saved-views/${id}`, { as });
const audited = async () => {
  const rows = await auth.prisma.$queryRaw<{ data: { action: string; codes: string[] } }[]>`
    SELECT envelope->'data' AS data FROM outbox WHERE type = 'audit.recorded' ORDER BY created_at`;
  return rows.filter(({ data }) => data.action === 'user.change_views').map(({ data }) => data.codes);
};

describe('saved views', () => {
  it('a saved view is listed by name at every sign-in of its owner, and for no one else', async () => {
    const as = await auth.signIn(ana);
    const response = await save(as);
    expect(response).toMatchObject({ status: 201, body: { data: { view: ending } } });
    await save(as, { ...ending, name: 'active', query: 'status=active' });
    expect(await list(await auth.signIn(ana))).toMatchObject([{ name: 'active' }, ending]);
    expect(await list(await auth.signIn(ben))).toEqual([]);
  });

  it('only the owner of a view can rename or delete it', async () => {
    const [as, other] = [await auth.signIn(ana), await auth.signIn(ben)];
    const { id } = await saved(as);
    for (const foreign of [await rename(other, id, 'Mine'), await remove(other, id)])
      expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await rename(as, id, 'This week')).body.data?.view).toEqual({ id, ...ending, name: 'This week' });
    expect(await list(as)).toEqual([{ id, ...ending, name: 'This week' }]);
    expect((await remove(as, id)).status).toBe(200);
    expect(await list(as)).toEqual([]);
    for (const gone of [id, 'no-id']) expect((await remove(as, gone)).status).toBe(404);
  });

  it('two views of a list cannot have the same name, ignoring case', async () => {
    const as = await auth.signIn(ana);
    const first = await saved(as);
    const second = await saved(as, { ...ending, name: 'Active' });
    const taken = { status: 409, body: { code: 'view_name_taken' } };
    expect(await save(as, { ...ending, name: 'ENDING this week' })).toMatchObject(taken);
    expect(await rename(as, second.id, 'ending This Week')).toMatchObject(taken);
    expect((await rename(as, first.id, 'ENDING this week')).status).toBe(200);
    expect((await save(as, { list: 'documents', name: 'Active', query: 'review=new' })).status).toBe(201);
    expect((await save(await auth.signIn(ben))).status).toBe(201);
  });

  it('concurrent saves cannot use a name twice or exceed 20 views of a list', async () => {
    const as = await auth.signIn(ana);
    const same = await Promise.all([save(as), save(as), save(as)]);
    expect(same.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const many = await Promise.all(
      Array.from({ length: 22 }, (_, n) => save(as, { ...ending, name: `View ${n}` })),
    );
    const refused = many.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body.code)).toEqual(['views_full', 'views_full', 'views_full']);
    expect(refused[0]?.body.message).toBe('You can keep at most 20 views of a list');
    expect(await list(as)).toHaveLength(20);
    expect((await save(as, { list: 'documents', name: 'New', query: 'review=new' })).status).toBe(201);
  });

  it('a view with an unknown filter or a link is refused', async () => {
    const as = await auth.signIn(ana);
    expect((await save(as, { ...ending, query: 'cursor=a' })).status).toBe(400);
    expect(await save(as, { ...ending, query: `search=${'a1'.repeat(21)}b` })).toMatchObject({
      status: 400,
      body: { code: 'view_holds_link' },
    });
    expect(await list(as)).toEqual([]);
  });

  it('changes are audited without the name and the filters', async () => {
    const as = await auth.signIn(ana);
    const { id } = await saved(as);
    await rename(as, id, 'This week');
    await remove(as, id);
    expect(await audited()).toEqual([
      ['saved', 'tokens'],
      ['renamed', 'tokens'],
      ['deleted', 'tokens'],
    ]);
  });

  it("deleting an account deletes its owner's views", async () => {
    await save(await auth.signIn(ana));
    await auth.prisma.user.delete({ where: { id: ana.id } });
    expect(await auth.prisma.savedView.count()).toBe(0);
  });
});
