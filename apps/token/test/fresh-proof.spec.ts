import { ana, ben, TokenApp } from './support/token-app.js';

const stale = { ...ana, recentProof: false };

describe.each([
  ['wide', 403],
  ['core', 200],
])('with FRESH_PROOF_SCOPE=%s', (scope, status) => {
  let app: TokenApp;
  beforeAll(async () => {
    app = await TokenApp.start({ FRESH_PROOF_SCOPE: scope });
  });
  afterAll(() => app.stop());

  const exported = async (as: typeof ana) => {
    const tokenIds = [(await app.create()).id];
    return app.call('POST', '/tokens/exports', { as, body: { tokenIds } });
  };
  const recorded = async () =>
    (await app.emitted('audit.recorded')).filter((data) => JSON.stringify(data).includes('export')).length;

  it(`an export of links is ${status === 403 ? 'refused' : 'allowed'} without a fresh proof`, async () => {
    const response = await exported(stale);
    expect(response.status).toBe(status);
    if (status === 403) expect(response.body).toMatchObject({ code: 'proof_required' });
    expect(await recorded()).toBe(status === 403 ? 0 : 1);
  });

  it('an export of links is allowed with a fresh proof', async () => {
    expect((await exported(ana)).status).toBe(200);
  });

  it(`assigning a link is ${status === 403 ? 'refused' : 'allowed'} without a fresh proof`, async () => {
    const { id } = await app.create();
    const assign = (as: typeof ana) =>
      app.call('POST', `/tokens/${id}/assign`, { as, body: { userId: ben.userId } });
    expect((await assign(stale)).status).toBe(status);
    expect(await app.emitted('token.assigned')).toHaveLength(status === 403 ? 0 : 1);
    if (status === 403) expect((await assign(ana)).status).toBe(200);
  });

  it('links can be created, read and revoked without a fresh proof', async () => {
    const { id } = await app.create(stale);
    expect((await app.call('GET', `/tokens/${id}`, { as: stale })).status).toBe(200);
    const body = { status: 'revoked' };
    expect((await app.call('PATCH', `/tokens/${id}`, { as: stale, body })).status).toBe(200);
  });
});
